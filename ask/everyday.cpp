#include "ask/everyday.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>

#include "ask/lexicon.hpp"

namespace boxcars::ask {
namespace {

// What people say around a question: no place, no number, no unit, no order of events, nothing that is not so. Of English words only those
// that are harmless beside a state or a leader, too, belong here.
constexpr std::string_view idle_words =
    "opening setting weapon wreak wreaks carnage havoc finds find catches catch meets meet spots spotted pile piles jan feb mar apr jun "
    "jul aug sep sept oct nov dec january february april june july august september october november december heavy small during much "
    "besides start score bike spot madness hm eh erm yo oi ahem ugh argh gah whoa phew oops dammit darn heck rofl lmao haha hahaha hehe "
    "imho tbh afaik iirc asap aka mental bonkers meantime thereabouts sober soundly grunting aar aars abend ability abruptly absence "
    "absolutely accent accident account accurate actor addition admittedly adult advise advised affair afternoon age agency agent agree "
    "agreed agreement agrees ahoj airport alarm album alcohol allo alternative alternatives although always amazingly amici amigos amount "
    "analysis angrily angry animal anxious anyhow anyway anywhere apartment apparent apparently appeal appearance apple application "
    "appointment approximate ardennes argument arnhem arrival article artist ashamed asks assessment assignment association assumption "
    "atmosphere attempted attention attitude audience author authority available averages aware awesome awful awfully awkward aye baby "
    "background badly balance ball bare basically basis basket bastard bastards bath battle battles beast beasts beaucoup beautiful "
    "beauty because bedtime beer began begin beginner beginners beginning begins begun belief believe believed believes believing benefit "
    "benefits berlin bet bets betting bible bid bill birth birthday bit bits bitten blame blazing bleak blessing blimey bloke blokes "
    "blood bloody bob body bold boldly bonsoir book books bored boring boss bottle bowl boy brave bravely bravery bread breakfast breath "
    "bred bright brilliant brother brothers brutal budapest buddies buddy buenas buenos bugger buongiorno business busy but cake call "
    "called calling calls calm calmly camera camp campaign camped camping camps candidate candle capital card care career careful "
    "carefully careless carelessly cares carpet cash cast cat catastrophe category cats cause cautiously celebration ceremony certain "
    "certainly chair challenge champion championship chaos chap chaps chapter character charm chart cheap cheek cheese chest chief child "
    "children chocolate choice choices chooses christ cigarette circle circumstance circumstances citizen city classic clever client "
    "clock cloud club clue clumsy clung coach coat code coffee coin colleague colleagues comedy comfort commission common community "
    "companion competition complaint completely computer comrade comrades concept concert conclusion conference confidence confusion "
    "connection conscience consequence consequences consider considered considering considers constantly content contest context "
    "continually continue continued continues continuing contract contribution convention conversation cooked cookie cool copy corner "
    "costs coulda country courage course court cousin cowardly crafty crazy creation creature credit crikey crime crisis criticism "
    "crouched crouches crouching crowd crucial cruel culture cunning cup curiosity currency custom customer cute cycle czesc danger "
    "dangerous dangers dank daughter dave day days daytime deadly deal dear dearest debt decade decent decided decides deciding defeat "
    "definitely delivery department description desk despair desperate desperately destiny detail details determined devil devils diary "
    "dias diet difference differences difficulty dinner dire disaster discipline discussion disease disorder display dispute dobry doctor "
    "document dog dogs dokey dollar doubt drama dream dreams dress drink dull dumb duty dzieki dzien eager eagerly ease economy edition "
    "education eg ego elegant element em email embarrassment emergency emotion employee encounter endlessly energy enormous entertainment "
    "enthusiasm entire entirely envious environment epic episode equipment era error especially essay estimate estimates etc europe "
    "evening ever everybodys evidence evident evil exact exam example excellent excited excitement exciting executive exercise exhibit "
    "expectations expensive experience expert experts explanation extraordinary extremely eye eyes fabulous fact facts failure fair "
    "fairly fame family famous fan fantastic fashion fast fatal fate father favor favorite favour favourite fearless feature fed fee "
    "feedback feeling feelings feels feet fella fellow fiction film finally fine finger finish fish flavour flew flower flown foe foes "
    "folk food foolish foolishly foot force forces forever forgiven format fortunately fortune forum forums foundation fox frame frank "
    "frankly freedom frequently friend friends friendship fritz frustration fun function funeral funny furious furthermore future gallant "
    "gamer gamers games garbage gave generally generation genius gentle gentleman gift gigantic girl given gives giving glad gladly glass "
    "glory glove goal goals god gods gold goodness gosh gotta gotten government grace graceful gracias gradually grammar grandfather "
    "grandmother grateful gratitude grazie great greedy grief grim gruesse gruss guadalcanal guessed guesses guessing guest guidance "
    "guide guilt guitar guru gurus guten habit hair hand handsome hans hapless happened happening happily happiness happy harm harmful "
    "harmless harsh hat hatred head headache heads health hearing hears heart heaven heavens hed hej held hell helpful helpless hence "
    "hers herself himself hint history hobby holiday homework honest honestly honesty honor honour hoped hopeful hopeless hopes hoping "
    "horrible horribly horrific horror hospital host hotel hour hours however hows huddle huddled huddles huddling humor humour hunch "
    "hunger hungry husband hypothesis idea ideas idiot ie illegal illness image imagination immediately immense importance important "
    "impossible impression improbable imprudent inaccurate incident income incredibly indeed indication individual industry infamous "
    "infection influence information initiative innocence insane insect inspector inspiration instance instantly instruction insurance "
    "intelligence intend intended intending intends intention intentions interest interestingly interview introduction invalid invention "
    "investment invitation ironically irrelevant issue itd item itll itself itsnot jack jacket jealous jesus job joe john journal journey "
    "joy judge judgment juice juicy junk jury justice karma keen key kind kinda kindest kinds king kiss kitchen knelt knife knowing "
    "knowledge knows kursk lab lad lady language laptop lass laughter law lawyer lazy leg legal legendary leningrad lesson lethal letter "
    "letting liberty library license life lifetime liked likelihoods likes line lines link lion list literally literature live lived "
    "living lob lobbing lobs logic loiter loitered loitering loiters looked looks lord lot loud lounge lounged lounges lounging lovely "
    "luck luckily lucky lunch lurk lurked lurking lurks luxury mad madam made magazine magic magnificent mail main make makes making "
    "manage managed manager manages managing mandatory manner marker markers marriage marvellous marvelous massive match mates "
    "mathematically matter meal meaning meaningful meaningless meant meanwhile meat media medicine member memory menu merciful merciless "
    "mercy merely merit message messages method mfg midday midnight mike milk mind minds minute minutes miracle miracles misery "
    "misfortune mission mistake mixture modifying money monster monsters month months mood moreover morning moscow mother mouse mouth "
    "movie murder museum music must myself mystery myth nah name namely nasty naturally nature neat necessary necessity neck needed "
    "needing negotiation neighbor neighborhood neighbour neighbourhood nerve nerves nervous nervously nestle nestled nestles nestling "
    "network nevertheless new newcomer newcomers news newspaper nice nicely nightmare nightmares noble noise nonetheless nonsense noon "
    "normandy note notion novel nowadays nowhere oath objective objectives obrigado obvious obviously occasion occurred offer okey "
    "okinawa ola old option optional options orange organisation organization origin ostfront ouch ought ourselves outcome outcomes "
    "overnight owner pacific page pain paint pal pals paper paradise pardon parent partner party passed passion pathetic patience patient "
    "paul payment peace peculiar pen penalty people perception perch perched perches perching perfect performance permission person "
    "personality persons perspective pesky peter philosophy photo picture pie pizza plan planet planned planning plans plate played plays "
    "pleasure poem poet poetry pointless policy politics population por possession possibilities possibility possible post posted posting "
    "potato practical practically practice prayer prayers precious precise precisely preference preparation prepare prepared prepares "
    "preparing president pretty price pride prince principle priority prize problem problems procedure product profession professor "
    "profile profit program progress project promptly proof proper properly property proposal prospect prosze proud prudent psychology "
    "pump pumps punishment pure purpose purposes queen quest quiet quite rage rare rash ratio rb reader real realistic realistically "
    "reality reason reasonable reasoning reasons recipe reckless recklessly reckoned reckoning reckons recommendation record recording "
    "records reference reflection refrigerator refusal regard regardless regards regularly relation relationship relevant religion "
    "remembered replied replies reply report reputation request requirement resident resolution resource response resting rests revenge "
    "risk risks risky rival role romance room rough roundly rubbish rule rulebook rulebooks ruthless sadly sadness safety said sake salad "
    "salary sale salt saluti salve sample sane sat satisfaction satisfied satisfies satisfy satisfying sawn saying says scary scene "
    "schedule scheme schmidt science seat secret secretary section sector security seem seemed seeming seemingly seems selection sense "
    "senseless sensible sentence series serious seriously service session sewn sex shaky shame shape she shed shelter sheltered "
    "sheltering shelters shes shirt shoe shooted shopping shoulda showing shows shrank shrunk sibling sighted sights silence silly simply "
    "since singer sir sister skill skills skin sleepy slow slowly smaller smart smell sneaky soap society sod sods software solution "
    "somehow someones someplace somewhat somewhere son song sop sops sorrow sorta soul soup source speaker special speech spilt spirit "
    "spirits spite splendid sport spouse squat squated squating squats ssr ssrs stalingrad standard stank star started starting starts "
    "statement stationary statistic statistically statistics steak steve stomach stood straightforward strange stranger strategy string "
    "strode stubborn student studio study stuff stung stunk stupid stupidity style subject suddenly sugar suggest suggested suggestion "
    "suggestions suggests summary super superb supermarket supper supporter supposed supposes supposing sure surely surgery surprise "
    "suspicion sweet swollen sympathy system tactic tactics tag tale talent tales tarawa tardes taste tea teacher teaches team teams "
    "technique technology television telling tells temper tense tension term terrible terribly text thank thankful thankfully thatd "
    "thatll theirs theme themselves theoretical theoretically theories theory thereby therefore theyd theyll theyre theyve thinking "
    "thinks thirst thirsty though thought thoughts thread throat thus ticket timid tobruk told tom tomorrow tongue tool tooth topic "
    "totally tough tour tourist tournament town toy trade trades tradition tragedy trainer trip triumph trouble true truly trust truth "
    "tune turning tutor twitchy typically ugly unavailable unaware uncertain uncle understand understanding understands unfair "
    "unfortunately unimportant unluckily unlucky unnecessary unrealistic unsure unusual unwise unwound useful useless user usual usually "
    "utterly vacation vague valiant valid valuable vast vegetable version very veterans vicious victim victory video vielen viewer "
    "village villain violence violent virtue virus vision vital voice volume wage waited waiter wanted wanting war wars way ways wealth "
    "web wed wedding week weekend weekends weeks weird welcome weve whack whatever whatevers whatnot wheel whenever whereas whered "
    "wherein wheres wherever whew whichever whilst whiskey whisky whod whoever whole whom whos whove why whys wicked wife wild wine "
    "winner wisdom wise wish wishes wishing witam wolf wonderful worker world worry woulda write writer writes writing ya yer yesterday "
    "yet yikes youd youll young youre yourself youth youve zoo";

// English as well, but what they say may change the odds: where, when, how many, how somebody is.
constexpr std::string_view weighty_words =
    "bar wrong shifted tired winded shaken canister lost rest miss missing lack above across after again against ahead alone along among "
    "another around away back before behind being below beneath beside between beyond both each either every except few half if last "
    "least less many most neither never no none nor not once others other otherwise outside several than third those through too toward "
    "towards under underneath unless unlike until up upper within without zero middle next near nearly almost barely hardly partly "
    "partially mostly slightly scarcely quarter double triple twin halfway midway opposite extra additional further reduce increase more "
    "fewer different same instead rather exclude include inclusive altogether combine apiece likewise versus amid amidst throughout upon "
    "onto into off over night dark dusk dawn fog mist rain snow weather formerly previously originally supposedly hill river stream gully "
    "gulley valley cliff ridge slope crest beach sand dune desert field mud swamp pond lake canal sewer tunnel cave bamboo palm paddy "
    "rice vineyard dike embankment railroad railway rail track path trail fence stockade fortress monastery cactus ditch pit hole "
    "basement cellar attic stair staircase stairwell balcony haystack plow plough ice flood frozen soft interior bypass vertex vertices "
    "hexside island sea ocean shore harbor dock pier quay mountain cavern rock boulder grass bush tree log barricade rubble debris ruin "
    "wreck cavalry horse rider mount dismount motorcycle bicycle ski skier boat raft glider parachute wagon cart jeep sled sledge truck "
    "carrier passenger crewman weapon rocket bomb bomber plane aircraft strafe napalm booby trap flare grenade bayonet pistol rifle "
    "tripod dismantle ammunition cannon howitzer shell expose unarmed captive prisoner panic demoralize shake suppress stun weaken sick "
    "starve veteran unconscious asleep sleep blind isolate flank enfilade crouch camouflage camouflaged invisible unseen reveal visible "
    "dead die dying fresh recruit withdraw withdrew withdrawn retreat exit leave flee fled escape crawl swim swam climb ride rode land "
    "dug hide hid halt return overrun infiltrate infiltration unload abandon scrounge surrender rout routing advance charge hundred "
    "thousand dozen first second high low tall elevate elevation altitude height long short close far distant wide narrow deep shallow "
    "thick thin dense big large tiny huge size light weak strong total strength rate final area spare cease smoke screen shield armor "
    "armour armored armoured can could may might maybe perhaps possibly probably unlikely likely eight nine ten eleven fourteen fifteen "
    "eighteen model prone hold level value point clear fix part north south east west rise board sight view reduced";

// By english_words.awk: "end" is "endADF", as there are ends, ended and ending; by I to P for A to H if they are rare.
constexpr std::string_view english_words =
#include "ask/english_words.inc"
    ;
static_assert(english_words.size() > 100'000);  // all lists were there

std::unordered_set<std::string_view> set_of(std::string_view words) {
  std::unordered_set<std::string_view> all;
  while (!words.empty()) {
    const auto blank = std::min(words.find(' '), words.size());
    all.insert(words.substr(0, blank));
    words.remove_prefix(std::min(blank + 1, words.size()));
  }
  return all;
}

bool is_weighty(std::string_view word) {
  static const std::unordered_set<std::string_view> words = set_of(weighty_words);
  return words.contains(word);
}

bool is_small(char c) { return c >= 'a' && c <= 'z'; }

// What stands behind the word; nothing if it is not there.
std::optional<std::string_view> marks_of(std::string_view word) {
  std::size_t begin = 0, end = english_words.size();  // each where a word begins
  while (begin < end) {
    std::size_t middle = begin + (end - begin) / 2;
    while (middle > begin && english_words[middle - 1] != ' ') --middle;
    const std::string_view found = english_words.substr(middle, english_words.find(' ', middle) - middle);
    const std::string_view text =
        found.substr(0, static_cast<std::size_t>(std::find_if_not(found.begin(), found.end(), is_small) - found.begin()));
    if (text == word) return found.substr(text.size());
    if (text < word)
      begin = middle + found.size() + 1;
    else
      end = middle;
  }
  return std::nullopt;
}

// What a word may follow from: "walked" from walk, "carries" from carry. The marks are those of english_words.awk.
struct Ending {
  char mark;
  std::string_view ending, instead;
};
constexpr auto endings = std::to_array<Ending>({{'A', "s", ""},
                                                {'B', "es", ""},
                                                {'C', "ies", "y"},
                                                {'D', "ed", ""},
                                                {'E', "ed", "e"},
                                                {'F', "ing", ""},
                                                {'G', "ing", "e"},
                                                {'H', "ly", ""}});

// What it may follow from, with the mark that says so.
template <class Is>
bool any_stem(std::string_view word, Is is) {
  constexpr std::size_t shortest = 2;
  return std::any_of(endings.begin(), endings.end(), [&](const Ending& one) {
    if (!word.ends_with(one.ending) || word.size() < one.ending.size() + shortest) return false;
    return is(std::string(word.substr(0, word.size() - one.ending.size())) + std::string(one.instead), one.mark);
  });
}

enum class English : std::uint8_t { no, rare, common };
English english(std::string_view word) {
  if (word == "trough") return English::no;  // as many write "through"
  if (const auto marks = marks_of(word)) return marks->starts_with('R') ? English::rare : English::common;
  English found = English::no;
  any_stem(word, [&](const std::string& stem, char mark) {
    const auto marks = marks_of(stem);
    constexpr char rarer = 'I' - 'A';  // I for A, and so on
    if (marks && marks->find(mark) != std::string_view::npos)
      found = English::common;
    else if (marks && marks->find(static_cast<char>(mark + rarer)) != std::string_view::npos)
      found = English::rare;
    return found != English::no;
  });
  return found;
}

}  // namespace

bool is_idle(std::string_view text) {
  static const std::unordered_set<std::string_view> words = set_of(idle_words);
  return words.contains(text);
}

bool is_turning(std::string_view text) {
  if (word_of(text) || is_idle(text) || is_weighty(text) || any_stem(text, [](const std::string& stem, char) { return is_weighty(stem); }))
    return false;
  const English how = english(text);
  return how == English::common || (how == English::rare && !is_slip_of_known(text));
}

bool is_everyday(std::string_view text) { return is_idle(text) || is_weighty(text) || english(text) != English::no; }

}  // namespace boxcars::ask
