#include "ask/everyday.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace boxcars::ask {
namespace {

// What people say around a question: no place, no number, no unit, no order of events, nothing that is not so.
constexpr std::string_view idle_words =
    "abend accurate advise advised afraid afternoon agree agreed agrees ahoj allo allow allowed allows almost alternative alternatives "
    "although always amazing amici amigos angrily angry annoying anyhow anyway anywhere apparently appear appeared appears approximate "
    "ardennes argue argued argues arguing arnhem arrived averages aware awesome awful badly bare barely basically bastard bastards "
    "battle battles beaucoup beautiful became because bedtime beer began begin beginner beginners beginning begins believe believed "
    "believes believing berlin besides bet bets betting blazing bleak bloke blokes bloody bold boldly bonsoir book books brave bravely "
    "breath bright brilliant brother brothers brutal budapest buddies buddy buenas buenos bugger buongiorno busy but called calling "
    "calls calmly came campaign care careful careless cares cause certain certainly chap chaps chapter cheap choice choices choose "
    "chooses chose chosen city claim claimed claims clever club coffee colleague colleagues common comrade comrades confused confusing "
    "consequence consequences consider considered considering considers continue continued continues convention convinced cool corner "
    "country crazy cruel cunning czesc damned danger dangerous dangers dank dare dares day days dear dearest decent decided decides "
    "deciding definitely desperately determined devil devils dias dinner dire disagree discuss discussed discussing dobry doubt doubts "
    "dream dreams dzieki dzien eagerly eg email enjoy enjoys entire error especially estimate estimates etc europe evening eventually "
    "ever everybodys evil exact example excellent excuse expectations expensive expert experts explain explained explains explanation "
    "eye eyes failure fair famous fantastic fast fate father favor favorite favourite fear fears feel feeling feels feet fellow felt "
    "finally fine foolishly foot force forces forget forgets forgot forgotten fortunately forum forums frank frankly friend friends fun "
    "funny furious further furthermore gamer gamers games gave generally gentle given gives giving gone gotten gracias grazie great "
    "greedy greeting grim gruesse gruss guadalcanal guru gurus guten hand hands hapless happened happening happily happy hardly hate "
    "hates head heads hear heard hearing hears heart heavy hej hell helpless hence hers herself himself hint hmm honest honestly hoped "
    "hopeful hopeless hopes hoping horrible horrific hour hours however huge hungry husband idea ideas ie imagined immediately "
    "impossible improbable indeed insane instance intend intended intending intends intention interested interesting itself juicy junk "
    "keep keeps kept kind kindest kinds knew knowing knowledge knows kursk lad large lass last learn learned learning learns leningrad "
    "lesson letting liked likelihoods likes literally lob lobbing lobs loud love loved lovely loves luck luckily lucky lunch mad madam "
    "made main make makes making manage managed manages manner match mathematically matter matters meaning meant meanwhile merely mess "
    "message messages mfg middle mind minds minute minutes mistake mistakes month months moreover morning moscow mostly mother must "
    "myself namely nasty naturally neat needed needing neighbor neighbour nerve nerves new newcomer newcomers nice nicely nightmare "
    "nightmares normandy notice noticed nowadays obrigado obvious obviously occur occurred occurs okinawa ola old option options "
    "ostfront ouch ought ourselves outcome outcomes pacific pal pals pardon pathetic people perfect person persons pesky pick picks "
    "plain plan planned planning plans por possibilities possibility possible post posted posting practically prayer prayers precious "
    "precise precisely pretty problem problems proper properly prosze pump pumps pure quiet quite rare rarely real realistic "
    "realistically reason reasonable reasons reckless recommend recommended recommends reference regards remember remembered remembers "
    "replied replies reply require required requires rest risk risks risky rolling room rough roundly rule rulebook rulebooks said "
    "saluti salve sane sat saw saying says scared scary section seeing seem seemed seems seen seldom send sends sensible sent serious "
    "seriously she showed showing shown shows sighted sights silly simply since sir sister slow slowly small smaller sneaking sneaky "
    "sod sods somehow someones sometimes somewhere son soon spot spots stalingrad start started starting starts stationary "
    "statistically stood straightforward strange strategy strong stubborn stuck stuff stupid suddenly suggest suggested suggestion "
    "suggestions suggests super supposed supposedly sure surely swear swears sweet tactic tactics tag talk talked talking talks tall "
    "tarawa tardes taught teach teaches team teams telling tells tempted tempting terrible theirs themselves theoretically thereby "
    "therefore thinking thinks though thought thread thus tiny tobruk told tomorrow tough tournament town trade trades trick trouble "
    "troubles true truly turning type types typically ugly unaware uncertain understand understands understood unfair unfortunately "
    "unluckily unlucky unrealistic unsure usual usually valuable very veteran veterans vielen village waited war wars way ways weak "
    "week weekend weekends weeks weird went whack whatever whenever whereas wherein wherever whew whichever whilst whoever whole whom "
    "why wife wild wish wished wishes witam wondered wonders word words world write writes written wrong wrote yesterday yet yikes "
    "young yourself";

// Right as they are, though the reader has no use for them: what they say may change the odds.
constexpr std::string_view other_words =
    "about above accept after again against ahead alone along also among amount another answer apart area arm army around arrive aside "
    "attempt avoid away back base beach bear beaten bed before behind being below beneath bent beside between beyond bigger bit black "
    "blame blind block blood blow blue board boat body bolt bomb bone boot border bore born both bother bottom bound bread bring broad "
    "brought brown build burst bus button buy call calm camp card carefully catch caught center chase cheaper check child clean clearly "
    "climb clock close closed closer cloud coat cold comes coming cost count course courage cow crawl cross crowd cry current curse cut "
    "daily dark dead deal death deep defeat defend deny despite detail die different difficult dirt dirty distant dive doc doctor dog "
    "done door draw dress drink drop dry due dust duty each early earn earth ease east eastern easy eaten edge egg either else empty "
    "end endless enough equal escape even event every everything except extra face fact fail fall fallen falling falls false family far "
    "farm fat fault fed fell fence fever few field fight fill final finger finish first fish fit flame flank flash flat flee flew float "
    "floor flow flower fly fold folk follow food fool form former forth forward fought found free freeze front frozen full further "
    "future gain gap gear girl glad glass goal gold goodbye grab grade grand grant grass grave gray grew grey grip grow guard guess "
    "guide gully half handle hang hard harm heal health heat heavily heavy height held helpful here hidden high higher hill hire hole "
    "home hope horse hospital hot human hundred hunt hurry ill imagine improve inch inner instead iron island issue item join joint "
    "joke judge just keen key kick kid king knee knife knock know known lack ladder lady lake land landed landing lands lane late later "
    "latter laugh law lay lazy least leave left leg less letter life lift like limit line lion lip list listen little live living load "
    "local long longer look loose lord lost low lower mail major male man many march mark mask mass maybe meal mean meat meet member "
    "metal might mile milk minor miss missed mix mode model modern money mood moon motor mount mountain mouse mouth move mud name "
    "narrow near nearly neck neither never night noise none noon nor north nose note now nut oak obey object ocean odd off offer oil "
    "older once open oppose order other otherwise outer outside owe owner pace pack page paid pain paint pair pale panic paper park "
    "part party path pay peace peak perhaps phone picture pile pipe pity plane plate pleasant pleased plenty pocket poem polite pool "
    "popular possibly pot pour powder practice pray present press prevent price pride private prize proceed prone proof proud prove "
    "public pull punch push quarter quit race rain raise ran range rank rate reach read reader ready recent record red regret relax "
    "rely remark remind remote repeat report return reverse reward rich ride rid ring rip rise river rock rode rope rose row royal rush "
    "safe safely sail sake sale salt same sand save scale scare scene school score screen sea search season seat second secret sell "
    "sense separate serve set settle seven several severe sex shade shadow shake shall shallow shame shape share sharp sheet shelter "
    "shelf shift shine ship shirt shock shoe shop shore should shout show shower shut sick sight sign silent similar simple sing sink "
    "sit size skill skin skip sky sleep slice slide slight slip slope smart smell smile smooth snap snow soft soil sold soldier solid "
    "some song sore sort soul sound soup south space spare speak special speed spell spend spent spirit split spoke spring square stage "
    "stair stamp stand star stare state station stay steal steel steep step stick stiff still stock stole stop store storm straight "
    "stream strength strict strike student study style success such sudden sugar suit summer sun supply support surprise sweat swim "
    "swing sword table tail take tank task taste tax tea tear tell ten tend tent term test thank that then thick thin thing think third "
    "thirsty those thousand threat three threw throat tie tight till tip tired title toe together tone too took tool tooth top toss "
    "total touch toward tower toy trade trail train trap travel tree tried trip troop trust truth turn twist uncle under unit unless "
    "unlike until upper upset valley value van vast victim victory view violent visit voice vote wage wagon wait wake walk wander warm "
    "warn wash waste watch wave weaker wealth weapon wear weather weight well were west western wet wheel white wide win wind window "
    "wine wing winter wipe wise within without woke woman wonder wooden wore work worn worry worse worst worth yard year yellow zero";

std::unordered_set<std::string_view> set_of(std::string_view words) {
  std::unordered_set<std::string_view> all;
  while (!words.empty()) {
    const auto blank = std::min(words.find(' '), words.size());
    all.insert(words.substr(0, blank));
    words.remove_prefix(std::min(blank + 1, words.size()));
  }
  return all;
}

}  // namespace

bool is_idle(std::string_view text) {
  static const std::unordered_set<std::string_view> words = set_of(idle_words);
  return words.contains(text);
}

bool is_everyday(std::string_view text) {
  static const std::unordered_set<std::string_view> words = set_of(other_words);
  const auto is_known = [](std::string_view word) { return words.contains(word) || is_idle(word); };
  return is_known(text) || (text.ends_with('s') && is_known(text.substr(0, text.size() - 1)));
}

}  // namespace boxcars::ask
