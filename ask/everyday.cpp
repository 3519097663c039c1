#include "ask/everyday.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace boxcars::ask {
namespace {

// What people say around a question: no place, no number, no unit, no order of events, nothing that is not so.
constexpr std::string_view idle_words =
    "aar aars abend abruptly absolutely accept accepted accepting accepts accompanied accompanies accompany accompanying accurate "
    "admire admired admires admiring admit admits admitted admitting advise advised afraid afternoon agree agreed agrees ahoj aid aided "
    "aiding aids allegedly allo allow allowed allowing allows almost alternative alternatives although always amaze amazed amazes "
    "amazing amici amigos analyse analysed analyses analysing analyze analyzed analyzes analyzing angrily angry annoy annoyed annoying "
    "annoys anxious anyhow anyway anywhere apologise apologised apologises apologising apologize apologized apologizes apologizing "
    "apparent apparently appear appeared appearing appears approximate ardennes argue argued argues arguing arnhem arrange arranged "
    "arranges arranging arrived ashamed asks assisted assumed assumes astonish astonished astonishes astonishing attempted attention "
    "available averages aware awesome awful awfully awkward aye badly bare barely basically bastard bastards battle battles beast "
    "beasts beaucoup beautiful became because bedtime beer beg began begged begging begin beginner beginners beginning begins begs "
    "begun belief believe believed believes believing belong belonged belonging belongs benefit benefits berlin besides bet bets "
    "betting bit bits blazing bleak bloke blokes bloody bold boldly bonsoir book books bored boring borrow borrowed borrowing borrows "
    "boss bother bothered bothering bothers bought brave bravely bravery breakfast breath bright brilliant brother brothers brought "
    "brutal budapest buddies buddy buenas buenos bugger buongiorno busy but calculated calculates calculating call called calling calls "
    "calm calmly came camp campaign camped camping camps care careful carefully careless carelessly cares cat catastrophe cats cause "
    "cautiously certain certainly chair chap chaps chapter cheap cheer cheered cheering chief choice choices choose chooses chose "
    "chosen city claim claimed claiming claims classic clever club clumsy coffee colleague colleagues collect collected collecting "
    "collects comedy coming comment commented commenting comments common compel compeled compeling compels complain complained "
    "complaining complains completely computed computes computing comrade comrades concern concerned concerning concerns confess "
    "confessed confesses confessing confirm confirmed confirming confirms confused confusing consequence consequences consider "
    "considered considering considers constantly contain contained containing contains continually continue continued continues "
    "continuing convention convince convinced convinces convincing cooked cool cope coped copes coping corner cost costs coulda country "
    "courage cowardly crave craved craves craving crazy cried cries crouch crouched crouches crouching crucial cruel cry crying cunning "
    "curse cursed curses cursing cute czesc damned danger dangerous dangers dank dare dared dares daring day days deadly dealt dear "
    "dearest debate debated debates debating decent decided decides deciding defeat definitely delay delayed delaying delays delight "
    "delighted delighting delights demand demanded demanding demands denied denies deny denying depend depended depending depends "
    "describe described describes describing deserve deserved deserves deserving design designed designing designs desire desired "
    "desires desiring desperately destiny detail details determined detest detested detesting detests devil devils diary dias "
    "difference differences dinner dire disagree disappear disappeared disappearing disappears disappoint disappointed disappointing "
    "disappoints disaster discuss discussed discusses discussing dislike disliked dislikes disliking disturb disturbed disturbing "
    "disturbs dobry dog dogs dokey doomed doubt doubted doubting doubts doze dozed dozes dozing drama drank dream dreams dreamt drunk "
    "dull dumb during dwell dwelled dwelling dwells dzieki dzien eager eagerly earn earned earning earns eg elegant em email emerge "
    "emerged emerges emerging enable enabled enables enabling endeavour endeavoured endeavouring endeavours ended ending endlessly "
    "enjoy enjoyed enjoying enjoys enormous entire entirely envious epic error especially estimate estimates etc europe evening "
    "eventually ever everybodys evident evil exact example excellent excited exciting excuse expectations expecting expects expensive "
    "experience expert experts explain explained explaining explains explanation extraordinary extremely eye eyes fabulous failure fair "
    "fairly famous fancied fancies fancy fancying fantastic fashion fast fatal fate father favor favorite favour favourite fear "
    "fearless fears feel feeling feelings feels feet fellow felt figured figures figuring finally fine finish finished finishes "
    "finishing follow followed follows fool fooled fooling foolish foolishly fools foot force forces forever forgave forget forgets "
    "forgot forgotten fortunately fortune forum forums fox frank frankly frequently fried friend friends fries frighten frightened "
    "frightening frightens froze frozen fry frying fun funny furious further furthermore gallant gamble gambled gambles gambling gamer "
    "gamers games gather gathered gathering gathers gave gaze gazed gazes gazing generally genius gentle gentleman gigantic given gives "
    "giving glad gladly glance glanced glances glancing glory goal goals gotta gotten graceful gracias gradually grateful grazie great "
    "greedy greet greeted greeting greets grew grim groan groaned groaning groans grown gruesse grumble grumbled grumbles grumbling "
    "gruss guadalcanal guarded guarding guessed guesses guessing guru gurus guten hand handle handled handles handling hands handsome "
    "hanging hangs hapless happened happening happily happy hardly harmful harmless harsh hate hated hates hating head heads hear heard "
    "hearing hears heart heavy hed hej held hell helped helpful helpless hence hers herself hesitate hesitated hesitates hesitating "
    "hiding himself hint history honest honestly honor honour hoped hopeful hopeless hopes hoping horrible horribly horrific hour hours "
    "however hows huddle huddled huddles huddling huge hunch hung hungry husband idea ideas ie illegal imagined imagines imagining "
    "immediately immense important impossible impress impressed impresses impressing improbable imprudent inaccurate include included "
    "includes including incredibly indeed infamous inform informed informing informs insane insist insisted insisting insists instance "
    "instantly intend intended intending intends intention intentions interested interesting invalid invite invited invites inviting "
    "involve involved involves involving irrelevant itd itll itself jealous join joined joining joins joke joked jokes joking juicy "
    "junk karma keen keep keeps kept kind kinda kindest kinds king kitchen knelt knew knowing knowledge known knows kursk lad lady lain "
    "large lass last laugh laughed laughing laughs lay learn learned learning learns legal legendary leningrad lent lesson lethal "
    "letting liked likelihoods likes line lines linger lingered lingering lingers lion literally live lived living lob lobbing lobs "
    "logic loiter loitered loitering loiters long longed longing longs looked looks lord lot loud lounge lounged lounges lounging love "
    "loved lovely loves loving luck luckily lucky lunch lure lured lures luring lurk lurked lurking lurks mad madam made magic "
    "magnificent main make makes making manage managed manages managing mandatory manner marker markers marvellous marvelous massive "
    "match mates mathematically matter mattered mattering matters meaning meaningful meaningless meant meanwhile measure measured "
    "measures measuring meet meeting meets mention mentioned mentioning mentions merciful merciless merely mess message messages met "
    "mfg midday middle mind minds minute minutes miracle miracles mistake mistakes misunderstood moan moaned moaning moans monster "
    "monsters month months mood moreover morning moscow mostly mother mouse much mumble mumbled mumbles mumbling must mutter muttered "
    "muttering mutters myself nah name named namely names naming nasty naturally neat necessary needed needing neighbor neighbour nerve "
    "nerves nervous nervously nestle nestled nestles nestling new newcomer newcomers nice nicely nightmare nightmares noble noon "
    "normandy note noted notes notice noticed notices noticing noting nowadays oblige obliged obliges obliging obrigado observe "
    "observed observes observing obtain obtained obtaining obtains obvious obviously occasionally occur occured occuring occurred "
    "occurs offer offered offering offers okey okinawa ola old option optional options organise organised organises organising organize "
    "organized organizes organizing ostfront ouch ought ourselves outcome outcomes overheard owned owning owns pacific paid pal pals "
    "panic paniced panicing panics pardon pathetic pause paused pauses pausing peculiar peek peeked peeking peeks peer peered peering "
    "peers people perch perched perches perching perfect permit permits permitted permitting person persons persuade persuaded "
    "persuades persuading pesky phrase phrased phrases phrasing pick picks plan planned planning plans played plays pleased pleases "
    "pleasing pointless ponder pondered pondering ponders por possess possessed possesses possessing possibilities possibility possible "
    "post posted posting practical practically practice practiced practices practicing practise practised practises practising prayed "
    "prayer prayers praying prays precious precise precisely prepare prepared prepares preparing presented presenting presents "
    "presumably presume presumed presumes presuming pretty price pride prince problem problems proceed proceeded proceeding proceeds "
    "profit promise promised promises promising promptly proper properly prosze proud prove proved proves provide provided provides "
    "providing proving prudent pump pumps pure purpose purposes queen quiet quite ramble rambled rambles rambling rang rare rarely rash "
    "real realistic realistically reason reasonable reasoning reasons received reckless recklessly reckoned reckoning reckons recommend "
    "recommended recommends record records reference regard regarded regarding regards regret regrets regretted regretting regularly "
    "reject rejected rejecting rejects relate related relates relating relax relaxed relaxes relaxing relevant remark remarked "
    "remarking remarks remember remembered remembers remind reminded reminding reminds replied replies reply report reported reporting "
    "reports request requested requesting requests require required requires requiring reside resided resides residing rest rested "
    "resting rests resulted resulting resume resumed resumes resuming risk risked risking risks risky roam roamed roaming roams room "
    "rose rough roundly ruin ruined ruining ruins rule rulebook rulebooks ruthless sadly said sake saluti salve sane sang sat satisfied "
    "satisfies satisfy satisfying saw saying says scare scared scares scaring scary scream screamed screaming screams screwed section "
    "seeing seem seemed seeming seems seen seldom send sends senseless sensible sent serious seriously settle settled settles settling "
    "shame share shared shares sharing she shed shelter sheltered sheltering shelters shes shoulda shout shouted shouting shouts showed "
    "showing shown shows sigh sighed sighing sighs sighted sights silly simply since sir sister skill skills slept slow slowly small "
    "smaller smart smile smiled smiles smiling sneak sneaked sneaking sneaks sneaky snooze snoozed snoozes snoozing sod sods sold solve "
    "solved solves solving somehow someones sometimes somewhat somewhere son soon sort sorta sorts sought special spell spelled "
    "spelling spells spent spirit spirits splendid spoil spoiled spoiling spoils spoke spoken spot spots squat squated squating squats "
    "stalingrad stare stared stares staring start started starting starts stationary statistic statistically statistics stood "
    "straightforward strange strategy strive strived strives striving strong struggle struggled struggles struggling stubborn studied "
    "studies study studying stuff stupid style suddenly suggest suggested suggestion suggestions suggests sung super superb supper "
    "supplying support supported supporting supports supposed supposedly supposes supposing sure surely suspect suspected suspecting "
    "suspects suspicion swear swears sweet swore sworn swung tactic tactics tag tale talent tales talk talked talking talks tall tarawa "
    "tardes taught teach teaches team teams tease teased teases teasing telling tells tempt tempted tempting tempts tense terrible "
    "terribly thank thanked thankful thanking thatd thatll theirs themselves theoretical theoretically thereby therefore theyd theyll "
    "theyre thinking thinks though thought thoughts thread thrilling thus timid tiny toast toasted tobruk told tomorrow tore torn "
    "totally tough tournament town trade trades tragedy trick tricked tricking tricks triumph trouble troubled troubles troubling true "
    "truly turning type typed types typically typing ugly unavailable unaware uncertain understand understands understood unfair "
    "unfortunately unimportant unluckily unlucky unnecessary unrealistic unsure unusual unwise urge urged urges urging useful useless "
    "usual usually utterly vague valiant valid valuable vanish vanished vanishes vanishing vast verified verifies verify verifying very "
    "veteran veterans vicious victory vielen village violent visit visited visiting visits vital wager wagered wagering wagers waited "
    "wander wandered wandering wanders wanted wanting war warn warned warning warns wars waste wasted wastes wasting watch watched "
    "watches watching way ways weak wed week weekend weekends weeks weird welcome welcomed welcomes welcoming went wept weve whack "
    "whatever whatevers whatnot whenever whereas wherein wheres wherever whew whichever whilst whine whined whines whining whisper "
    "whispered whispering whispers whod whoever whole whom why whys wife wild wise wish wished wishes wishing witam woke wolf wondered "
    "wonderful wonders word worded wording words wore worked working world worn worried worries worry worrying woulda wreak wreaked "
    "wreaking wreaks write writes written wrong wrote ya yell yelled yelling yells yer yesterday yet yikes youd youll young youre "
    "yourself youve";

// Right as they are, though the reader has no use for them: what they say may change the odds.
constexpr std::string_view other_words =
    "about above after again against ahead alone along also among amount another answer apart area arm army around arrive aside attempt "
    "avoid away back base beach bear beaten bed before behind being below beneath bent beside between beyond bigger black blame blind "
    "block blood blow blue board boat body bolt bomb bone boot border bore born both bottom bound bread bring broad brown build burst "
    "bus button buy card catch caught center chase cheaper check child clean clearly climb clock close closed closer cloud coat cold "
    "comes count course cow crawl cross crowd current cut daily dark dead deal death deep defend despite die different difficult dirt "
    "dirty distant dive doc doctor done door draw dress drink drop dry due dust duty each early earth ease east eastern easy eaten edge "
    "egg either else empty end endless enough equal escape even event every everything except extra face fact fail fall fallen falling "
    "falls false family far farm fat fault fed fell fence fever few field fight fill final finger first fish fit flame flank flash flat "
    "flee flew float floor flow flower fly fold folk food form former forth forward fought found free freeze front full future gain gap "
    "gear girl glass gold goodbye grab grade grand grant grass grave gray grey grip grow guard guess guide gully half hang hard harm "
    "heal health heat heavily height here hidden high higher hill hire hole home hope horse hospital hot human hundred hunt hurry ill "
    "imagine improve inch inner instead iron island issue item joint judge just key kick kid knee knife knock know lack ladder lake "
    "land landed landing lands lane late later latter law lazy least leave left leg less letter life lift like limit lip list listen "
    "little load local longer look loose lost low lower mail major male man many march mark mask mass maybe meal mean meat member metal "
    "might mile milk minor miss missed mix mode model modern money moon motor mount mountain mouth move mud narrow near nearly neck "
    "neither never night noise none nor north nose now nut oak obey object ocean odd off oil older once open oppose order other "
    "otherwise outer outside owe owner pace pack page pain paint pair pale paper park part party path pay peace peak perhaps phone "
    "picture pile pipe pity plane plate pleasant plenty pocket poem polite pool popular possibly pot pour powder pray present press "
    "prevent private prize prone proof public pull punch push quarter quit race rain raise ran range rank rate reach read reader ready "
    "recent red rely remote repeat return reverse reward rich ride rid ring rip rise river rock rode rope row royal rush safe safely "
    "sail sale salt same sand save scale scene school score screen sea search season seat second secret sell sense separate serve set "
    "seven several severe sex shade shadow shake shall shallow shape sharp sheet shelf shift shine ship shirt shock shoe shop shore "
    "should show shower shut sick sight sign silent similar simple sing sink sit size skin skip sky sleep slice slide slight slip slope "
    "smell smooth snap snow soft soil soldier solid some song sore soul sound soup south space spare speak speed spend split spring "
    "square stage stair stamp stand star state station stay steal steel steep step stick stiff still stock stole stop store storm "
    "straight stream strength strict strike student success such sudden sugar suit summer sun supply surprise sweat swim swing sword "
    "table tail take tank task taste tax tea tear tell ten tend tent term test that then thick thin thing think third thirsty those "
    "thousand threat three threw throat tie tight till tip tired title toe together tone too took tool tooth top toss total touch "
    "toward tower toy trail trap travel tree tried trip troop trust truth turn twist uncle under unit unless unlike until upper upset "
    "valley value van victim view voice vote wage wagon wait wake walk warm wash wave weaker wealth weapon wear weather weight well "
    "were west western wet wheel white wide win wind window wine wing winter wipe within without woman wonder wooden work worse worst "
    "worth yard year yellow zero";

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
