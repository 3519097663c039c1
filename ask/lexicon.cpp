#include "ask/lexicon.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <deque>
#include <iterator>
#include <unordered_map>

#include "ask/everyday.hpp"

namespace boxcars::ask {
namespace {

// Words of one meaning, with commas between them.
struct Words {
  std::string_view words;
  Means means;
  std::string_view value{};
  int number = 0;
};

constexpr auto rows_of_words = [] {
  using enum Means;
  return std::to_array<Words>({
      // What changes nothing.
      {"whatre, at em, on em, if it shoots at its front, on the way in, coming in at him, incoming, coming in, on the lot, on the lot of "
       "them, lands on em, lands on them, lands on him, lands on it, comes down on em, comes down on them, comes down on him, falls on "
       "them, falls on him, drops on them, drops on him, wait till, wait until, hold fire until, hold fire till, hurls itself, hurl "
       "themselves, throws itself, throw themselves, throws himself, hurls himself, launches itself, nobody concealed, no one concealed, "
       "nobody is concealed, neither is concealed, neither side concealed, neither side is concealed, ahead of the others, ahead of the "
       "rest, who burns, in defense, in defence, in defending, of each side, does either, does either of them, either of them, with him, "
       "sorry tired, im tired, i am tired, prob, probs, how much diff, what diff, extra shots, if they keep shooting each other, if they "
       "keep shooting at each other, if they keep firing at each other, out of a hundred, out of hundred, in a hundred, all in, between "
       "us, between them, in between, how hard is it to, how hard is it, what r, anymore, any more, any longer, wait and do, wait and "
       "fire, wait and, enough to, enough, at them, on them, reckon, figure out, a, an, the, please, pls, plz, odds, odd, probable, "
       "chance, chances, probability, probabilities, likely, likelihood, what, whats, is, are, am, be, being, been, was, were, does, do, "
       "doing, did, will, would, can, could, should, might, may, shall, how, often, i, we, me, my, his, him, he is, he has, he gets, hes, "
       "their, they, them, our, ours, us all, your, yours, you, u, it, its, that, this, these, those, there, theres, if, whether, when, "
       "has, have, having, had, for, to, of, hi, hello, hey, guys, folks, all, thanks, thank you, thx, ty, ta, lol, ok, okay, so, um, uh, "
       "hmm, well, just, set, sets, trying to set, chance of getting, getting a, weather, activity, about, really, question, quick "
       "question, quick, quickly, say, lets say, suppose, assume, assuming, imagine, percent, percentage, %, % of the time, of the time, "
       "time, know, want, wants, need, like, to know, tell, calculate, calc, compute, figure, find, give, show, roll, rolls, rolling, ift, "
       "table, asl, quickie, sorry, im, id, ive, who, which, whose, as, too, also, then what, now, here, single, lone, killstack, kill "
       "stack, the killstack, attempt, attempts, attempting, try, tries, trying, tried, group, fire group, fg, stack, stacks, stacked, "
       "stacked together, together, total, in total, all told, in all, overall, altogether, result, results, good, go, goes, going, come, "
       "comes, works, work, success, succeed, succeeds, sit, sits, sitting, stand, standing, stands, hiding, hides, holed up, dug, "
       "position, positioned, location, hex of, terrain, cover, covered, covering, next turn, this turn, turn now, someone, somebody, "
       "poor, guy, dude, bro, mate, boys, lads, big, little, enemy, friendly, opponent, opponents, opposing, defender, defending, "
       "attacker, target, targets, typical, average, normal, plain, regular, ordinary, at least, at most, at best, ground, 1st shot, first "
       "shot, the first shot, best case, worst case, fare, fares, hold up, holds up, against them, on him, at him, vs them, vs him, gimme, "
       "lemme, wanna, gonna, dunno, pray, kindly, cheers mate, again please, btw, imo, fyi, omg, wow, damn, oh, ah, yes, yeah, yep, nope, "
       "anyone, anybody, expect, expected, expectation, worth, worth it, firing at what, small arms, sa, sw, used, use, uses, using, hex "
       "it, column table, dice, whatll, wat, wots, wot, hi all, gday, cheers, urgent, curious, wondering, wonder, rolled, value, val, per, "
       "infantry, full, exactly, against what, it has, where, carry, carrying, carries, armed, armed with, has got, got, own, ones, one "
       "guy, side, some, any, sanity check, put, puts, putting, i can put, on it, at it, in it, in there, inside it, helps, help, helping, "
       "assists, assisting, assist, already, already there, still, mean, i mean, actually, maybe, while, dropped, on the other side, other "
       "side, from the other side, against it, versus it, perhaps, possibly, probably, first, first of all, at first, sad, wait, waiting, "
       "waits, done, become, thats, thanks a lot, cant decide, decide, decision, thinking of, thinking about, think, guess, my guess, "
       "right, correct, correctly, check my math, math, maths, sum, please help, noob, newbie, rookie, rules question, game, scenario, "
       "playing, play, player, tonight, today, currently, at the moment, moment, only, the following, following, situation, case, here is, "
       "heres, got a, ive got, weve got, i have, we have, they have, theyve got, hes got, versus me, ask, asking, asked, answer, answers, "
       "look, looking, looking at, same, the same, see, sees, let, lets, us see, try this, ready, then there is, remaining, happens if, "
       "does that, hope, hopefully, likely to, sort of, kind of, roughly, approximately, in hex, in the hex, in that hex, in his hex, in "
       "their hex, in its hex, with them, beside him, each turn, every turn, per turn, each player turn, per player turn, each time, every "
       "time, bonjour, salut, servus, moin, hallo, greetings, howdy, hola, ciao, hiya, teh, hte, does he, will he, can he, would he, did "
       "he, he holds, does he hold, will he hold, do they hold, what do i get, what will i get, what do we get, what would i get, one "
       "after the other, one after another, after each other, in a row, consecutive, consecutively, a second, bad, how bad, make sense, "
       "makes sense, does it make sense to, in the first place, normally, nobody behind, nobody behind it, no one behind, nobody there, "
       "nobody inside, the firers, germany, from germany, france, from france, england, from england, italy, from italy, russia, finland, "
       "sweden, merci, danke, bitte, svp, gentlemen, gents, ladies, fellas, everyone, everybody, all right, alright, opp, oppo, thing, "
       "things, there to help, present, around, no idea, quick check, second opinion, opinion, advice, run the numbers, many thanks, good "
       "evening, good morning, good day, excuse me, or something similar, or something like that, or something, or so, or whatever, for my "
       "men, to my men, for his men, for my own men, for our men, ammunition, ammo, either way, in either case, in both cases, each way, "
       "both times, defends, defend, is defending, are defending, is the defender, a further, an additional, a worse squad, worse squad, "
       "every round hits, every shot hits, no other mods, no other modifiers, no other drm, no other drms, first round, in the first "
       "round, the first round, from off board, off board, way out, far out, came in, came in on it, came in at, you have left, he has "
       "left, they have left, all you have left, all he has left, all they have left, is all you have left, on top of it, on top of him, "
       "on top of them, do i get him, do we get him, will i get him, do i get it, do i get them, will i get them, separate attacks, plain "
       "barrel, normal barrel, per dr, my dr, the dr, each dr, fire it as, fires it as, as one, come of it, comes of it, comes of this, "
       "becomes of it, becomes of him, becomes of the crew, becomes of them, what becomes of, out there, out here, out in front, worked "
       "out, work out, works out, figured out, turns out, find out, found out, out of the blue, manning it, so far, unhurt so far, "
       "unharmed so far, no friends, got no friends, nobody gets an ambush, is almost over, almost over, nearly over, in the way, in my "
       "way, at the window, at a window, at the windows, under those trees, which is the probability, what is the probability, how much is "
       "the probability, how many chances, how many chance, give me the number, wiping it out, finish them off, wandered off, far away, "
       "rate included, with nothing in between, nothing in between, right where i want it, lined up, coming up fast, check included, in "
       "one stack, in a stack, as a stack, in one hex, in one location, before halving, dm gone, dm is gone, dm removed, dm is off, dm is "
       "off again, not dm anymore, first cc round, the first cc round, first round of cc, no ammo, no ammunition, before concealment "
       "halves it, before the concealment halves it, a weapon with, weapon with, coming down, comes raining down, in front of the target, "
       "in front of him, in front of them, what then, comes in, bayonets out, fixed bayonets, nobody helping, no one helping, nobody "
       "helps, nobody to help, nobody saw it coming, this round, in this round, in one round, one round of it, on the far side, far side, "
       "on the other side of it, from the next building, be in good health, in good health, in good shape, after both, after that one, in "
       "this turn, for the chat, over there, went off, go off in, up to my last, fire everything, throw everything i have, everything i "
       "have, every thing i have, the lot, same deal, what else, anything else, who else, else, what now, or not at all, each try, per "
       "try, each attempt, per attempt, nobody has any modifiers, nobody has modifiers, no one has any modifiers, out of the street, out "
       "of the road, off the street, off the road, i advanced, we advanced, im advancing, i am advancing, we are advancing, were "
       "advancing, i advance, we advance, he advanced, they advanced, he advances, they advance, checks for, check for, nothing else "
       "modifying, nothing else applies, taking it all together, what about, at once, one side of the street, other side of the street, "
       "one side of the road, other side of the road, opposite side of the street, of mine, of his, of ours, of theirs, of my friend, from "
       "off the board, off the board, to the next, to the next factory hex, to the next hex, before the halving, before being halved, "
       "before it is halved, last night, the other night, the other day, on one side of, on the one side of, right in the face, in the "
       "face, in their face, both attacks, both shots, one attack with, whaddya think happens, whaddya think, whaddya say, whaddya, "
       "whatcha, howd, whatd, er, no kidding, in trouble, in the hex between, ahead, to keep its head down, to keep his head down, to keep "
       "their heads down, taking cover, takes cover, take cover, the one to, on turn, in turn, during turn, in the advance phase, after "
       "the advance phase, advance phase, aph, advance with, advances with, keeps going, keep going, of em, each round hits, each shot "
       "hits, nobody is in it, nobody in it, nobody inside it, nobody is inside, no one is in it, no one inside, nobody is there, no one "
       "there, into it, into them, i ask myself, i ask me, in average, on average, for sure, of course, step by step, so to speak, all "
       "things considered, what are the risks, is it safe to, in front of me, in front of us, in front of my, in front of our, he or she, "
       "how much is the, how big is the, how high is the, how good is the, how great is the, how likely is it, both of them, in your "
       "opinion, as well, to begin with, to start with, by chance, for me, for us, for him, for them, come on, go on, makes it, make it",
       noise},
      {"and not its own firepower, and not its own fp, not its own fp, not its own firepower, that doesnt use its own fp, who doesnt use "
       "its own fp, doesnt use its own fp, does not use its own fp, without using its own fp, but not its own fp, but not its own "
       "firepower, not using its own fp, only the mg fires, only mg fires, only the hmg fires, only the mmg fires, only the lmg fires, "
       "just the mg fires, squad holds its fire, the squad holds its fire, squad holds fire, squad itself does not fire, squad itself does "
       "not shoot, squad itself doesnt fire, squad itself doesnt shoot, itself does not fire, itself does not shoot, squad does not fire, "
       "squad does not shoot, the squad does not fire, the squad does not shoot, nobody is near, nobody near, nobody with him, no one with "
       "him, no one near him, nobody near him, nobody else, no one else, no squad fp, without squad fp, no inherent fp, without inherent "
       "fp, instead of its own fp, instead of its own firepower, instead of its inherent fp, instead of its inherent firepower, instead of "
       "its fp, and so gives up its own firepower, and so gives up its own fp, and gives up its own fp, giving up its own fp, giving up "
       "its own firepower, giving up its inherent fp, gives up its own fp, gives up its own firepower, but not its inherent fp, not its "
       "inherent fp, but not its inherent firepower, not its inherent firepower, not the squad, alone, by himself, on his own, all alone, "
       "by itself, all by himself, on its own, solo, by themselves",
       alone},
      {"flunk, ruin, touch, crack, crumble, fold, crawl out, crawls out, crawl away, crawls away, walk out, walks out, walk away, walks "
       "away, hang on, hangs on, hold on, holds on, buckle, scatter, keel over, come apart, fall apart, falls apart, bite the dust, wears "
       "down, wear down, wearing down, survives another, survive another, p break, p breaks, p kill, p kills, p pin, success rate, "
       "survival rate, pass rate, lives thru, live thru, burn out, burns out, burn them out, burn him out, p of breaking, bother, shrugs "
       "off, shrug off, shrugs it off, shrug it off, shakes it off, shake it off, crit chance, crit odds, chance of a crit, chance of a "
       "critical hit, chance for a crit, critical hit chance, odds of a crit, chances of a crit, crit percentage, becomes a conscript, "
       "become a conscript, become conscripts, becomes conscripts, turns into a conscript, finish off, finishes off, finishing off, finish "
       "him off, finish it off, fry, fried, misses, be left, be left unhurt, alive after, left after, is left after, missed, immobilizes, "
       "immobilize, immobilizing, immobilises, survived, break, breaks, breaking, pin, pins, pinning, kill, kills, killing, eliminate, "
       "eliminates, eliminating, elim, elims, wipe, wipe out, wipes out, wipes, kia, kias, nothing, nothing happens, survive, survives, "
       "surviving, unharmed, unhurt, unscathed, scratch, scratches, even scratch, affect, affects, effect, no effect, any effect, some "
       "effect, an effect, effective, casualty, casualties, reduce, reduces, reducing, hurt, hurts, damage, damages, happen, happens, "
       "something, do anything, does anything, anything, does nothing, do nothing, get broken, gets broken, getting broken, be broken, is "
       "broken by it, ends up broken, end up broken, get pinned, gets pinned, be pinned, ends up pinned, become broken, becomes broken, "
       "break or worse, broken or worse, at least pinned, at least pin, or better, or worse, break or pin, stop, stops, die horribly, "
       "dies, to die, wreck, wrecks, destroy, destroys, routs, rout, disrupt, smoke them, morale check, mc or better, morale checks, nmc "
       "or better, 1mc or better, casualty reduction, cr, ok at the end, stay, stays, stays good order, still in good order, good order, "
       "hold, holds, remain, remains, breaks or dies, break or die, survive unharmed, die, breaks or worse, pin or break, pinned or "
       "broken, broken or pinned, kill or break, break or kill, stopping, stopped, survivor, survivors, broke them, pin or worse, pin or "
       "better, fall, falls, break or better, be eliminated, is eliminated, be killed, get killed, gets killed, is killed, be hurt, be "
       "affected, at all, outright, come out ok, comes out ok, coming out ok, come out of it, comes out of it, comes out of this, come out "
       "of this, what comes out, comes through, come through, come through it, comes through it, come through untouched, come through "
       "unhurt, get across, gets across, makes it across, make it across, live through it, lives through it, live through, lives through, "
       "live through this, lives through this, stay in good health, stays in good health, stay healthy, in good order after, stay in good "
       "order, stays in good order, succeed in breaking, hit at all, is replaced by, gets replaced by, get replaced by, replaced by, both "
       "break, all break, both die, all die, killed, eliminated, are killed, were killed, replaced, is replaced, gets replaced, get "
       "replaced, be replaced, are replaced, replaced by a worse squad, replaced by a worse one, nobody has something, nobody has "
       "anything, nobody is hurt, nobody gets hurt, nothing happens to anybody, nothing happens to anyone, anybody is left, is it lost, is "
       "lost, get lost, gets lost, if anybody is left, anyone is left, if anyone is left, what is left, what was left, whats left, whats "
       "left of, what is left of, whatever is left of, whatevers left of, will be left, is left, was left, are left, were left, left of "
       "it, left of them, anybody left, anyone left, who is left, how many are left, stays alive, stay alive, alive, lives, still lives, "
       "still alive, gone",
       event},
      {"take out, takes out, taking out, gets another shot, get another shot, how many %, how many percent, what %, what percent, how many "
       "of, kill everything, kills everything, killing everything, to kill, to kill it, to kill them, to kill him, safe, safe from harm, "
       "dead, get both, get them both, get both of them, get them all, get all of them, win, wins, winning, beat, beats, lose, loses, end, "
       "ends, one breaks, at least one breaks",
       event},
      {"the better one, a better one, the best one, do better, does better, of which one is better, smarter, wiser, smartest, wisest, "
       "better idea, better plan, kills more, which kills more, hurts more, breaks more, does more damage, deadlier, which is deadlier, "
       "better, best, is better, which is better, whats better, better odds, more often, more likely, more reliable, which breaks more "
       "often, stronger, what is better, which one, is it better, compare, comparing, preferable, prefer, rather, or is it better, best "
       "bet, which is best, the better shot, better choice, better off, more good, worse, worst, which is worse, what is worse, would you "
       "rather, quicker, faster, which is quicker, which is faster, safer, more dangerous, which is more dangerous",
       better},
      // Who and at whom.
      {"closes with, close with, closing with, grapples with, among, goes off among, go off among, explodes among, bursts among, unloads "
       "into, rip into, rips into, ripping into, tear into, tears into, tearing into, lay into, lays into, laying into, blaze away at, "
       "blazes away at, blazing away at, a threat to, any threat to, threat to, dangerous to, a danger to, any danger to, taking a potshot "
       "at, takes a potshot at, take a potshot at, taking a shot at, takes a shot at, take a shot at, took a shot at, pokes at, poke at, "
       "poking at, at, @, tgt, on, down at, slams into, slam into, slamming into, thuds into, gunning at, popping at, came down on, came "
       "in on, coming in on, the enemy is, enemy is, pinging, pinging at, plinking at, sniping at, potting at, down on, vs, versus, "
       "against, v, upon, onto, fire at, fires at, firing at, fired at, shoot at, shoots at, shooting at, fire on, fires on, firing on, "
       "shot at, shot on, shot vs, shot against, attack on, attacks on, attack vs, attack at, attack against, into, through to, opens fire "
       "on, open fire on, opens up on, open up on, drops one on, drops one onto, drops one into, puts one on, puts one into, lands right "
       "on, lands smack on, falls right on, comes down right on, drops right on, falls smack on, comes down on, coming down on, rains on, "
       "rains down on, raining on, lands on, landing on, lands in, falls on, falling on, drops on, dropping on, on top of, toward, "
       "towards, aimed at, aiming at, targeting, target is, targets are, the target is, engages, engage, engaging, gegen, contre, auf, "
       "sur, opened up on, opened fire on, opened fire at, opened up at, fired on, fired upon, fires upon, fire upon, fire against, fires "
       "against, firing against, shoot against, shoots against, shooting against, shoots upon, attacks upon, hammers on, cuts loose on, "
       "cut loose on, lets loose on, let loose on, unload on, unloads on, unloading on, lets rip at, let rip at, lets fly at, let fly at, "
       "pours fire into, pour fire into, sprays at, shoots into, shoot into, shooting into, fires into, fire into, firing into, fires over "
       "to, shoots over to",
       at},
      {"as target for, as a target for, as target of, as the target of, as the target for, bombarded by, gets bombarded by, get bombarded "
       "by, is bombarded by, being bombarded by, bombarded with, plastered by, pounded by, "
       "blasted by, targeted with, struck by, gets struck by, raked by, hosed by, hosed with, swept by",
       takes},
      {"i attack him with, i attack it with, i attack them with, we attack him with, we attack it with, we attack them with, i fire at him "
       "with, i fire at it with, i fire at them with, i shoot at him with, i shoot at it with, i shoot at them with, i hit him with, i hit "
       "it with, i hit them with, set upon by, is set upon by, are set upon by, fare against, fares against, is fired upon again with, "
       "fired upon again with, is fired on again with, fired on again with, is shot at again with, shot at again with, is fired at again "
       "with, stands up better to, stand up better to, holds up better to, hold up better to, holds up better against, stands up better "
       "against, broke to, just broke to, broke from, broke under, just broke under, take, takes, taking, took, is the target of, is a "
       "target of, are the target of, cop, cops, copped, plinked by, gets plinked by, got shot at with, got shot at by, gets blasted by, "
       "got blasted by, got blasted with, gets blasted with, blasted with, got hit with, got hit by, was caught in, were caught in, is "
       "caught in, gets caught in, got caught in, was attacked with, wanders into, wander into, wandered into, stumbled into, blundered "
       "into, stumbled on, walked into mines, under, hit by, gets hit by, is hit by, being hit by, attacked by, is attacked by, being "
       "attacked by, fired on by, fired at by, being fired on by, shot at by, is shot at by, being shot at by, shot by, gets shot by, "
       "face, faces, facing, eat, eats, eating, get, gets, getting, receive, receives, receiving, suffer, suffers, suffering, subject to, "
       "subjected to, meet it with, meet him with, meets it with, meets him with, targeted by, hit with, gets hit with, under fire from, "
       "under attack by, under attack from, broken by, pinned by, is pinned by, are pinned by, are broken by, is killed by, gets broken "
       "by, gets pinned by, get broken by, get pinned by, killed by, eliminated by, is broken by, broken with, stopped by, caught by, "
       "caught in, is under, undergoes, gets shot at by, shot up by, shelled by, gets shelled by, engaged by, survive vs, weathers, shot "
       "at with, being shot at with, attacked with, fired on with, gets attacked by, is fired on by, is fired at by, absorbs, absorb, ate, "
       "caught, was hit by, were hit by, are hit by, was shot at by, were shot at by, are shot at by, was fired on by, were fired on by, "
       "are fired on by, are fired at by, was fired at by, gets fired on by, get fired on by, came under fire from, comes under fire from, "
       "come under fire from, are shot at with, is shot at with, was shot at with, are fired at with, was attacked by, were attacked by, "
       "are attacked by, steps on, step on, stepped on, steps onto, stepping on, stumbles on, stumbles into, blunders into, must go "
       "through, has to go through, have to go through, must cross, has to cross",
       takes},
      {"attack by fire, attacks by fire, attacking by fire, light it up, lights it up, light him up, lights him up, light them up, lights "
       "them up, light me up, lights me up, nail, nails, has a bead on it, have a bead on it, has a bead on him, have a bead on him, hose "
       "down, hoses down, hosing down, mow down, mows down, mowing down, cut down, cuts down, gun down, guns down, gunning down, blaze "
       "away, blazes away, blazing away, shred, clobber, batter, maul, strafe, riddle, pummel, thump, chew up, chews up, wallop, plinks, "
       "plink, plinked, keep shelling with, keeps shelling with, keep firing with, keep hitting it with, fires at it, fire at it, shoots "
       "at it, shoot at it, fires at him, fire at him, shoots at him, shoot at him, fires on it, fires on him, fires on them, fire on "
       "them, fires at them, fire at them, shoots at them, shoot at them, keep shooting, keep firing, keeps shooting, keeps firing, pound, "
       "pounds, pounding, fire, fires, fries, fired, firing, shoot, shoots, shooting, attack, attacks, attacking, attacked, hit, hits, "
       "hitting, "
       "blast, blasts, blasting, return fire, returns fire, returning fire, fires back, fire back, shoots back, shoot back, open fire, "
       "opens fire, opens up, open up, throw everything, opened fire, opened up, opening up, opening fire, answered, answering, returned "
       "fire, replies with fire, hammer, hammers, hammering, hammered, rake, rakes, raking, spray, sprays, plaster, plasters, pepper, "
       "peppers, hose, hoses, hosing, dropping, popping, pot, pots, potting, gunning, lobbing, zap, zaps, let rip, lets rip, let fly, lets "
       "fly, cuts loose, cut loose, lets loose, let loose, unload, unloads, unloading",
       name, "attack"},
      {"by, from, i fire with, i shoot with, i attack with, we fire with, we shoot with", from},
      {"in command, in command of it, pointing, pointing the way, in charge, directing, directs, directed, commands the fire, commanding "
       "the fire, commands, direct, dir, leads, lead, leading, led the fire of, is directing, commanding, directs the fire of, directs "
       "fire of, leads the fire of",
       directs},
      {"helped by, stiffened by, encouraged by, aided by, with the help of, with help from, with help of, under the eye of, under the eyes "
       "of, directed by, led by, under direction of, under the direction of, with direction from, directed with, under command of, "
       "commanded by, with leader, leader is, firing leader, the firing leader is, firing leader is, shooting leader, fire leader, leader "
       "firing, directing leader, the directing leader is, leader directing, leader who directs, the leader who directs is",
       directed_by},
      {"mans a, mans an, mans the, man a, man an, man the, manning a, manning an, manning the, with another, with an additional, manned "
       "by, fired by, crewed by, served by, served from, operated by, is manned by, is served by, "
       "is served from, with, and, plus a, plus an, along with, together with, as well as, n, also a, stacked with, w, in "
       "the same stack as, in same stack as, in a stack with, in the same hex as, in the same location as, "
       "supported by, accompanied by, und, mit, avec, one with, one has, one of them with, one of them has, one of which has, "
       "backed by, + a",
       with},
      {"do more than, does more than, does more damage than, do more damage than, does better than, do better than, instead of, compared "
       "to, compared with, as opposed to, or go with, or, or else, or rather, better than, than, rather than, or just, oder",
       either},
      {"how much does it help to have, how much does it help having, how much do i gain by having, how much do i gain with, what "
       "difference does it make to have, what do i gain by having, is it worth having, does it help to have, with or without, with and "
       "without, w and wo, with vs without",
       either, "without"},
      {"or one at a time, or one by one, or separately, or each by itself, or one after the other, or one after another, or individually",
       either, "apart"},
      {"hugging, hugs, hug, hole up in, holes up in, occupies, occupy, lies in, lie in, lying in, in, inside, within, occupying, behind, "
       "in the cover of, under cover of, protected by, hiding in, inside of, located in, sitting in, in a hex of, holed up in, dug in at, "
       "along, beside, holding, defending in, standing in, who is in, which is in, jammed into, jammed in, packed into, packed in, crammed "
       "into, crammed in, squeezed into, stuffed into, bunched up in, bunched in, crowded into, crowded in, piled into, stacked in, "
       "stacked up in, sheltering in, crouching in, lurking in, waiting in, waits in, holding out in, holds out in, held up in, hunkered "
       "down in, hunkers down in, hunkering in, hunkered in, positioned in, huddled in, camped in, parked in, hides in, hide in, sits in, "
       "sit in, stands in, stand in, deployed in, dug into, placed in, situated in, who sits in, who is behind, which is behind, who sit "
       "in, that is in, that sits in, who are in, which are in, that are in, in the middle of, in the shelter of",
       in},
      {"because of, due to, owing to, thanks to", off},
      {"plus, up, +", plus},
      {"minus, down, less, neg, negative", minus},
      {"flat, even, evens, no drm, no drms, no modifiers, straight, straight up, zero drm, unmodified, no mods, no dm, plus zero, plus "
       "nothing, 0 drm, no modifier, without modifiers, without any modifiers, without mods, without drm, without drms, w/o modifiers, no "
       "drm at all, without modifier",
       flat},
      {"net, drm, drms, modification, modifications, modifier, modifiers, mod, mods, dice roll modifier, total drm, net drm, final drm, "
       "drm of, net of, drm total, on the dr",
       drm_word},
      {"fire power, firepower points, fp, factors, factor, column, columns, col, cols, fp attack, fp shot, col shot, column shot, factor "
       "shot, factors of fire, fps, firepower factors, factors of firepower, factor attack, ift column, fp column, fp of fire, point "
       "attack, pts, factors worth, ft pts",
       firepower},
      {"shot on it, shot on him, shot on them, shot, shots, attack of, shot at it, shot at him, shot at them, attacks of, shots of, a shot "
       "of, volley, volleys, burst, bursts, salvo, salvos, attack shot",
       shot},
      {"hexs away, hexs off, hexs out, hexs range, hexs distance, hexes far, hex far, hexes distant from, hexes back, hex back, hex, "
       "hexes, hexes away, hex away, hexes off, hex range, hexes range, hexes out, away, hexes distant, hexes distance, hexes apart, hex "
       "distance, hexs",
       hexes},
      {"range, at range, range of, at a range of, distance, at a distance of, distance of, rng, range is, at rng, from a range of, with "
       "range, ranged at",
       range},
      {"pt blank, pt blank range, next door to, adjacent, adj, adjacent to, adj to, hex beside, in the hex beside, in the hex just beside, "
       "hex just beside, the hex beside, neighbour hex, neighbor hex, from the neighbour hex, from the neighbor hex, neighbouring hex, "
       "neighboring hex, adjoining hex, in adjoining hex, in an adjoining hex, in the adjoining hex, from the adjoining hex, in the "
       "neighbouring hex, in the neighboring hex, from the hex beside, next hex over, one hex over, next hex, next "
       "door, pbf, point blank, point blank range, at point blank, point blank fire, in the next hex, from the next hex, from next hex, "
       "from an adjacent hex, in an adjacent hex, from adjacent, next to, from next door, at point blank range, from adjacent hex, "
       "adjacent hex, beside them, the hex next to, one hex away from",
       near, "", 1},
      {"tpbf, triple point blank, triple point blank fire, same hex, in the same hex, in same hex, same location, in the same location, "
       "within the same hex, from the same hex, in its own hex",
       near, "", 0},
      {"long range, at long range, extended range, lr, at lr", far},
      // Of a building.
      {"upper lvl, upper lvls, floors above, floor above, level above, levels above it, floor above it, floors above it, floor up, level "
       "up, floors on top, levels on top, levels, level, upper level, upper levels, upper floors, upper floor, lvl, lvls, levels above, "
       "levels above ground, levels high, level building, floors up, floors above ground, stories up, stories above ground",
       levels},
      {"story, stories, storey, storeys, storied, story high, stories high, floors, floor", storeys},
      {"single story, single storey, one story, one storey, single level, one floor, ground level only, 1 story, 1 storey, single storied",
       storeys, "", 1},
      {"two story, two storey, double story, 2 story, 2 storey, two storied, two floor", storeys, "", 2},
      {"multi story, multi storey, three story, three storey, multi level, multi storied, multi floor, 3 story, 3 storey", storeys, "", 3},
      {"ground floor, ground level, downstairs, level zero, on the ground, on ground, on ground level, on ground floor, on the ground "
       "floor, "
       "at ground level, at ground",
       upstairs, "", 0},
      {"at the upper floor, on the upper floor, at the upper level, on the upper level, upstairs, first level, level one, 1st level, first "
       "upper level, one level up, 1st floor up, upper storey, upper story",
       upstairs, "", 1},
      {"second level, level two, 2nd level, second upper level, top floor, top level, the top", upstairs, "", 2},
      {"third level, level three, 3rd level", upstairs, "", 3},
      {"on both levels, on both floors, both levels, both floors, each floor, every floor, each level, every level, on each floor, on "
       "every floor, on each level, on every level, on all floors, on all levels, per floor, per level, each location, every location, in "
       "each location, in every location, each story, every story",
       upstairs, "each", every_level},
      {"rooftop, roof, rooftops, on the roof", roof},
      // How many.
      {"once, one time, one shot, just once, a single time, one hit, 1 hit, one time with, 1 time", times, "", 1},
      {"on the way in and out, going in and coming out, and again on the way out, and again going out, twice, "
       "two times, double, two shots, 2 times, two attacks, two hits, 2 hits, two times in a row, twice in a row, back to back",
       times, "", 2},
      {"thrice, three times, 3 times, three hits, 3 hits", times, "", 3},
      {"times, shots at it", times},
      {"average number of shots out of, number of shots out of, shots out of, how many times, how many shots, how many attacks, how many "
       "of these, how long, how many",
       how_many},
      {"turns, turn, player turns, player turn, game turns, game turn, rally phases, rally phase, rph, rphs, phases, more turns, more "
       "player turns, further turns, additional turns, turns later",
       turns},
      {"enemy rph, in enemy rph, in the enemy rph, enemy rally phase, in the enemy rally phase, in his rph, in their rph, opponents rph",
       turns, "enemy"},
      {"rounds, round, cc phases, ccph, rd, rds", rounds},
      {"until somebody is gone, till somebody is gone, until someone is gone, until someone dies, until nobody is left, until somebody is "
       "dead, until one is gone, until one is dead, until either is gone, till one is gone, until finished, till finished, until they are "
       "finished, till one side is dead, until its over, until it is over, till its over, until over, until one side is dead, until one "
       "side wins, until one side dies, to the death, till the end, until the end, until, till, til, until it works, until done, until "
       "cleared, until it is cleared, until gone, until somebody wins, until one side is gone, until it falls, until it collapses, until "
       "it comes down, until it is rubble, until rubble, until rubbled, till rubble, until its gone, until it is gone, until they are "
       "done, until it is done, until they finish, till it is gone, till it falls, till done, until somebody dies, until it burns, until "
       "blaze, before it becomes a blaze, until it is out, until the hex is cleared, until the hex is clear, until all is cleared, until "
       "one of them is gone, till one of them is gone, until one of them is dead, until one of them dies, to the end, to the bitter end, "
       "to the finish, until the bitter end, to the last man, without limit, without limit of turns, without a limit, no limit",
       until},
      {"squad, squads, sqd, sqds, sq", squads},
      {"half squad, half squads, hs, half sq, half, halves, halfs", half_squads},
      {"crew, crews, gun crew, mmc crew", crews},
      {"leader, leaders, ldr, ldrs, officer, officers, sgt, lt, nco, commander, an officer", leaders},
      {"hero, heroes", heroes},
      {"unit, units, men, mmc, mmcs, smc, smcs, soldiers, troops, defenders, infantry unit, counter, counters, guys in, fellows, firers, "
       "shooters, attackers, moving unit",
       men},
      {"brace, brace of, a brace of, couple, a couple, couple of, a couple of, pair, pair of, a pair of, both, pr, pr of, a pr of", number,
       "", 2},
      {"zero", number, "", 0},
      {"one, of which one, of whom one", number, "", 1},
      {"two", number, "", 2},
      {"three", number, "", 3},
      {"two attacks of, two separate attacks of, two attacks with", number, "", 2},
      {"three attacks of, three separate attacks of", number, "", 3},
      {"trio of, a trio of, threesome of", number, "", 3},
      {"four", number, "", 4},
      {"five", number, "", 5},
      {"six", number, "", 6},
      {"seven", number, "", 7},
      {"eight", number, "", 8},
      {"nine", number, "", 9},
      {"ten", number, "", 10},
      {"eleven", number, "", 11},
      {"twelve", number, "", 12},
      {"thirteen", number, "", 13},
      {"fourteen", number, "", 14},
      {"fifteen", number, "", 15},
      {"sixteen", number, "", 16},
      {"seventeen", number, "", 17},
      {"eighteen", number, "", 18},
      {"nineteen", number, "", 19},
      {"twenty", number, "", 20},
      {"twenty four", number, "", 24},
      {"thirty", number, "", 30},
      {"thirty six", number, "", 36},
      // Whose, and how good.
      {"german, germans, wehrmacht, heer, ger, jerry, kraut, krauts", nation, "German"},
      {"russian, russians, soviet, soviets, rus, red army, ruski, ruskis, ruskies, russkies, ivan, ivans", nation, "Russian"},
      {"american, americans, us, usa, gi, gis, yank, yanks, u.s", nation, "American"},
      {"british, brit, brits, commonwealth, uk, tommy, tommies, canadian, australian, english", nation, "British"},
      {"italian, italians, ital", nation, "Italian"},
      {"french", nation, "French"},
      {"japanese, ija, jap", nation, "Japanese"},
      {"finnish, finn, finns", nation, "Finnish"},
      {"partisan, partisans", nation, "Partisan"},
      {"chinese, gmd", nation, "Chinese"},
      {"hungarian, hungarians, romanian, romanians, rumanian, bulgarian, slovak, croatian, axis minor", nation, "Axis Minor"},
      {"polish, poles, pole, dutch, belgian, greek, greeks, norwegian, yugoslav, allied minor", nation, "Allied Minor"},
      {"first line, 1st line, first liner, line squad, 1st liner, first class, rifle, regular line", quality, "1"},
      {"second line, 2nd line, second liner, 2nd liner", quality, "2"},
      {"elite, elites", quality, "E"},
      {"conscript, conscripts, cons", quality, "C"},
      {"green", quality, "G"},
      {"ss, waffen ss", quality, "SS"},
      {"marine, marines, usmc, royal marine, royal marines", quality, "M"},
      {"para, paras, paratrooper, paratroopers, paratroop, airborne, fj, fallschirmjaeger, fallschirmjager, parachutist, parachutists",
       quality, "P"},
      {"smg, submachine gun, smg armed", quality, "SMG"},
      {"assault engineer, assault engineers, engineer, engineers, pioneer, pioneers, sturmpioniere", quality, "AE"},
      {"guards, guard, nkvd, siberian, siberians, ranger, rangers", quality, "E"},
      {"commando, commandos, gurkha, gurkhas", quality, "stealthy"},
      // What fires.
      {"lmg, light machine gun, light mg, bren, lmgs", machine_gun, "LMG"},
      {"vickers, mmg, medium machine gun, medium mg, mmgs", machine_gun, "MMG"},
      {"hmg, heavy machine gun, heavy mg, hmgs", machine_gun, "HMG"},
      {"50 cal, 50 caliber, 50 cal mg, 50 cal hmg, 50 cal machine gun, fifty cal, fifty caliber, 50 calibre, ma deuce", unit, "mg:8-16"},
      {"mg, mgs, machine gun, machineguns", machine_gun, "MG"},
      {"ft, flamethrower, flame thrower, flammenwerfer, fts, flamer, flamers, flame unit", weapon, "ft"},
      {"dc, demo charge, demolition charge, satchel charge, satchel, demo, demolition", weapon, "dc"},
      {"mol, molotov, molotov cocktail, moltov, mols, molotovs", weapon, "mol"},
      {"mines, minefield, mine, a p mines, ap mines, ap minefield, minefields, a p minefield, mine attack, anti personnel mines, "
       "antipersonnel mines, anti personnel minefield, personnel mines, mines attack",
       weapon, "mines"},
      {"residual, resid, residual fp, residual firepower, rfp, residual fire", weapon, "residual"},
      {"fire lane", weapon, "residual", 1},
      {"wp, white phosphorus", weapon, "wp"},
      {"interdiction, interdicted, interdict", weapon, "interdiction"},
      {"bazooka, baz, zook, baz 45", latw, "baz"},
      {"piat", latw, "piat"},
      {"psk, panzerschreck, schreck", latw, "psk"},
      {"pf, panzerfaust, faust", latw, "pf"},
      {"oba, artillery, arty, battery, off board artillery, offboard artillery, barrage of oba, artillery battery, fire mission, shelling, "
       "ffe, fire for effect, ffe1, oba ffe, ffe oba",
       fire, "oba"},
      {"legrw, grw, granatwerfer, mortar, mtr, mortars", fire, "mortar"},
      {"harassing, harassing fire, harassing oba, harassment", fire, "harassing"},
      {"barrage, barrage fire", fire, "barrage"},
      {"direct fire", fire, "direct"},
      {"area target type, area target, as area target, area", fire, "area"},
      {"gun, at gun, atg, at guns, anti tank gun, antitank gun, inf gun, infantry gun, ig, howitzer, cannon, ordnance, field gun, art "
       "piece, artillery piece, tank gun, gun shot, art, inf, aa gun, pak, flak, guns, afv gun, main gun, recoilless, rcl",
       ordnance},
      {"shell, he, direct he, direct he hit, direct hit, direct hits, high explosive, he shell, he round, he shot, he shells", he},
      {"heat, heat round", he, "heat"},
      // Guns and vehicles by their names.
      {"pak 35, pak 36, pak 35 36", by_name, "37L"},
      {"pak 38", by_name, "50L"},
      {"pak 40", by_name, "75L"},
      {"pak 43", by_name, "88LL"},
      {"le ig 18, leig, leig 18", by_name, "75*"},
      {"sig 33, sig", by_name, "150*"},
      {"le fh 18, lefh, lefh 18", by_name, "105"},
      {"sfh 18, sfh", by_name, "150"},
      {"88 flak, flak 88, flak 18, flak 36, 88 aa, 88 gun, eighty eight, 88 aa gun, 88 at gun", by_name, "88L"},
      {"flak 38, flak 30", by_name, "20L"},
      {"zis 3", by_name, "76L"},
      {"6 pounder, 6 pdr, six pounder", by_name, "57L"},
      {"2 pounder, 2 pdr, two pounder", by_name, "40L"},
      {"17 pounder, 17 pdr", by_name, "76LL"},
      {"25 pounder, 25 pdr", by_name, "88"},
      {"pack howitzer, 75 pack howitzer, 75mm pack howitzer", by_name, "75*"},
      {"sherman 76, m4 76, m4a1 76, m4a3 76, m4a3e8, easy eight", vehicle, "76L"},
      {"sherman, shermans, m4, m4a1, m4a3", vehicle, "75"},
      {"tiger, tigers, tiger i, pzvie, pzkpfw vie, pz vie", vehicle, "88L"},
      {"king tiger, tiger ii, koenigstiger, konigstiger, pzvib, pzkpfw vib", vehicle, "88LL", 2},
      {"panther, panthers, pzvg, pz vg, pzkpfw vg", vehicle, "75LL"},
      {"t 34, t 34 76, t 34 m43, t34 m43, t 34 model 43", vehicle, "76L"},
      {"t 34 m41, t34 m41", vehicle, "76L", 1},
      {"t 34 m40, t34 m40", vehicle, "76", 1},
      {"t 34 85, t34 85", vehicle, "85L"},
      {"kv1, kv 1, kv, kv 1 m41, kv1 m41, kv 1 m42, kv1 m42", vehicle, "76L"},
      {"kv1e, kv 1e", vehicle, "76"},
      {"kv2, kv 2", vehicle, "152*"},
      {"is2, is 2, js2, js 2", vehicle, "122L"},
      {"su152, su 152, isu152, isu 152", vehicle, "152"},
      {"su122, su 122", vehicle, "122", 1},
      {"su76, su 76", vehicle, "76L", 1},
      {"su85, su 85", vehicle, "85L"},
      {"su100, su 100", vehicle, "100L"},
      {"isu122, isu 122", vehicle, "122L"},
      {"stug, stugs, stug 3, stug iii, stug iiig, stug iii g", vehicle, "75L"},
      {"stuh, stuh 42", vehicle, "105", 2},
      {"panzer 4, pz 4, mk 4, mark 4, pziv, pz iv, pzivh, pz ivh, mk iv, panzer iv, mark iv, pzkpfw ivh, pziv h", vehicle, "75L"},
      {"panzer 3, pz 3, mk 3, mark 3, mk iii, mark iii, pziii, pz iii, panzer iii, pziiij", vehicle, "50L"},
      {"stuart", vehicle, "37LL"},
      {"churchill", vehicle, "75"},
      {"cromwell", vehicle, "75"},
      {"brummbaer, brummbar", vehicle, "150*"},
      {"sturmtiger", vehicle, "380", 2},
      {"hetzer", vehicle, "75L"},
      {"marder, marder iii, marder 3", vehicle, "75L", 1},
      {"m10, m10 gmc", vehicle, "76L"},
      {"assault gun, assault guns, spg, spgs, tank destroyer, tank destroyers, assault gun of, tank, tanks, afv, afvs, vehicle, panzer, "
       "truck, halftrack, ht, car, armor, armour, armored car, ac, bulldozer tank",
       vehicle},
      // How somebody is.
      {"broke last phase, broke last turn, broke in the last phase, broke in the last turn, broke earlier, broken, brkn, brk, bkn, brokn, "
       "broke, is broken, are broken, routed, routing",
       state, "broken"},
      {"desperate, starts dm, starts in dm, starts under dm, dmd, dm, desperation morale, under dm, under desperation morale, is dm, dmed, "
       "with dm, in dm",
       state, "dm"},
      {"revealed, already revealed, not inexperienced, unbroken, unpinned, unwounded, unconcealed, unfortified, not concealed at all, in "
       "good order, fresh",
       noise},
      {"pinned, is pinned, are pinned", state, "pinned"},
      {"wounded, is wounded", state, "wounded"},
      {"encircled, surrounded", state, "encircled"},
      {"hilltop, uphill, on a hilltop, on the hilltop, bare hilltop, on a bare hilltop, on a hill, on the hill, up on a hill, up on the "
       "hill, up a hill",
       not_asked, "hills by that word"},
      {"stays concealed, remains concealed, keeps concealment, keeps its concealment, stays hidden, stays under concealment, holds its "
       "concealment, holds concealment, which holds, that holds, who holds",
       concealed, "holds"},
      {"stealthy, is stealthy, are stealthy", state, "stealthy"},
      {"lax, is lax, are lax", state, "lax"},
      {"conc, concealed, concealment, under concealment, hidden, hip, question marked, with concealment, is concealed, before halving for "
       "concealment, halving for concealment, halved for concealment",
       concealed},
      {"cx, exhausted, double timing firers, counter exhausted, cxd, cxed, is cx, are cx", exhausted},
      {"goes fanatic, go fanatic, become fanatic, becomes fanatic, fanatic, fanatical", fanatic},
      {"go berserk, goes berserk, berserk, going berserk, is berserk, are berserk, zerk, berserked, gone berserk, went berserk", state,
       "berserk"},
      {"disrupted, is disrupted, are disrupted", state, "disrupted"},
      {"heroic", not_asked, "heroic leaders as they begin"},
      {"is back within, be back within, back within, be back by, pull itself together, pulls itself together, pull themselves together, "
       "pull himself together, pulls himself together, gets it together, get itself together, rally, rallies, rallying, unbroken again, "
       "comes back, come back, rally attempt, rally check, rally roll, needs to rally, rally dr, unbreak",
       check, "rally"},
      {"rallying himself, rallying itself, rallies on his own, rallying on his own, self rally, self rallies, self rallying, rally "
       "himself, rallies himself, rally by himself, rally itself, rallies itself, rally alone, rally on his own",
       check, "self-rally"},
      {"field phone, phone, telephone, field phone contact, phone contact, radio, radio contact, contact with the radio, make contact, "
       "makes contact, radio contact number, contact number, gain contact",
       check, "radio"},
      {"battery access, access, access chit, battery access draw, chit draw, artillery access", check, "battery-access"},
      {"black, black chits, black chit, blacks", color, "black"},
      {"red, red chits, red chit, reds", color, "red"},
      {"get smoke grenades down, gets smoke grenades down, get smoke down, gets smoke down, get my smoke down, placing smoke, succeed in "
       "placing smoke, succeeds in placing smoke, getting smoke, pops smoke, chucking smoke, chucks smoke, chuck smoke, tosses smoke, pop "
       "some smoke, smoke exp, smoke exponent is, gets smoke, get smoke, pop smoke, popping smoke, lays smoke, lay smoke, drops smoke, "
       "drop smoke, places smoke, place smoke, puts down smoke, put down smoke, exponent, smoke exponent, smoke grenade exponent, throws "
       "smoke grenade, throw smoke grenade, throws smoke grenades, throw smoke grenades, throws smoke, smoke placement, smoke exponent of, "
       "place smoke grenades, throw smoke",
       check, "smoke"},
      {"repair, repairs, repairing, fix, fixes, fixing, fixed, repaired by, repair number, repair on, repaired", check, "repair"},
      {"recover, recovers, recovering, recovery, pick up, picks up, picking up, recover a dropped", check, "recovery"},
      {"wound, wounds, another wound, a second wound, got wounded, gets wounded, was wounded, just wounded, wound severity, wound severity "
       "dr, severity, wound severity roll, wound roll, wound dr, wound check, wound severity check",
       check, "wound"},
      {"gain concealment dr, concealment roll, concealment check, concealment attempt, gain concealment, gains concealment, regain "
       "concealment, concealment dr, concealment gain, gaining concealment",
       check, "concealment"},
      {"ambush dr, ambush drs, ambush rolls", check, "ambush"},
      {"keeps rof, keep rof, keeps its rof, maintain rof, maintains rof, retains rof, how often again, fires again, fire again, get rof, "
       "shoot again, gets rof, keep rate of fire, how often does it fire again",
       event},
      {"mc, nmc, normal morale check, nmcs, normal mc", check, "NMC"},
      {"1 mc, 1 morale check", check, "1MC"},
      {"2 mc, 2 morale check, two morale check, two mc", check, "2MC"},
      {"3 mc, 3 morale check, three morale check, three mc", check, "3MC"},
      {"4 mc, 4 morale check", check, "4MC"},
      {"1 tc", check, "1TC"},
      {"2 tc", check, "2TC"},
      {"3 tc", check, "3TC"},
      {"at least a nmc, at least nmc, at least a 1mc, at least a ptc, at least ptc, nmc at least, at least a 2mc, 1 mc or better, 2 mc or "
       "better, 3 mc or better, 1 mc or worse, 2 mc or worse, 3 mc or worse, at least a 1 mc, at least 1 "
       "mc, at least a 2 mc, at least a 3 mc, nmc or worse, ptc or better, ptc or worse, at least a kia, kia or better, kia or worse, k or "
       "kia, k or better, k or worse",
       event},
      {"or less, or lower, or under, or below, or fewer, or less on 2 d6, or less with 2 d6, or less on two dice, or less with "
       "two dice, or lower on 2 d6, or less on 2 dice, or less with 2 dice",
       check, "DR"},
      {"2 d6, on 2 d6, with 2 d6, two dice, on two dice, with two dice, 2 dice, on 2 dice, with 2 dice, a 2 d6", check, "DR"},
      {"task check for pin, task check of pin, task check for pinning, pin check, ptc, pin task check, pin task, pin tc", check, "PTC"},
      {"tc, task check, ntc", check, "TC"},
      {"sniper, sniper attack, snipers, sniper chk, sniper roll, sniper dr", check, "sniper"},
      {"sniper check", check, "sniper-check"},
      {"interdiction nmc, interdiction check", check, "interdiction"},
      {"heat of battle for, heat of battle of, heat of battle odds, heat of battle result, heat of battle results, heat of battle on, heat "
       "of battle dr, hob, hob for, hob of, hob dr, hob roll, heat of battle roll, roll for heat of battle",
       check, "heat-of-battle"},
      {"leader creation, leader creation dr, leader creation roll, creates a leader, create a leader", check, "leader-creation"},
      {"dig himself a foxhole, dig itself a foxhole, digs itself a foxhole, digs himself a foxhole, dig themselves a foxhole, digs "
       "foxhole, dig foxhole, digs foxholes, entrench, entrenches, entrenching, entrenchment attempt, entrenching dr, dig a foxhole, dig "
       "in, digs in, digs a foxhole, digging a foxhole, digging in, digging foxholes, dig foxholes, dig a fox hole",
       check, "entrench"},
      {"pf check included, with the check, pf check, panzerfaust check, checks for a panzerfaust, check for a panzerfaust, checks for a "
       "pf, check for a pf, checking for a panzerfaust, pf check dr, has a panzerfaust, have a panzerfaust, finds a panzerfaust, find a "
       "panzerfaust, get a panzerfaust, gets a panzerfaust, has a pf, get a pf, panzerfaust roll, pf roll, gets a pf, find a pf, pf "
       "availability",
       check, "PF"},
      {"mol check, molotov check, mol check dr, mol usage, mol usage check", check, "MOL"},
      {"atmm check, atmm", check, "ATMM"},
      {"oba accuracy, accuracy, accuracy dr, artillery accuracy, accuracy roll", check, "accuracy"},
      {"ammunition depletion, depletion number, depletion roll, ammo depletion, depletion", check, "depletion"},
      {"crew survival roll, crew survival dr, crew survival check, crew survives with cs, crew survives, crew survive, crew gets out, crew "
       "escapes",
       check, "crew-survival"},
      {"shocked, is shocked, still shocked, shock dr, shock recovery, recovers from shock, recover from shock, comes out of shock", check,
       "shock"},
      {"climbing, climb, climbs, climbing a cliff, climb a cliff, climbs a cliff, falling dr, climbing dr", check, "climbing"},
      {"manhandling, manhandle, manhandles, manhandling dr, push a gun, push the gun, pushes a gun, pushes the gun, pushing a gun, "
       "pushing the gun",
       check, "manhandling"},
      {"search casualties, search casualties dr, search casualty", check, "search-casualties"},
      {"a t mines, a t mine, anti tank mines, antitank mines, anti tank mine, a t minefield, at mines, at mine, at minefield", check,
       "A-T-mines"},
      {"wind change, weather gusts, gust, wind change dr, change of wind, wind dr, gusts, wind changes, wind", check, "wind"},
      {"paatc, pre afv attack task check", check, "PAATC"},
      {"fpf check, final protective fire check", check, "NMC"},
      {"pass, passes, passing, fail, fails, failing, going off, goes off, go off, activate, activates, activated, activation, activating, "
       "rate tear, keep rate, keeps rate, keep its rate, keeps its rate, loses rate, lose rate, keeping",
       event},
      {"lltc, llmc, leader loss", not_asked, "leader loss by itself"},
      {"boxcars, snake eyes, doubles", not_asked, "dice without a rule"},
      {"malfunction, malfunctions, jam, jams", not_asked, "a breakdown by itself"},
      {"broken down, broke down, has broken down, busted, out of order, malfunctioned, malfunctioning, jammed", not_asked,
       "weapons out of order, other than their repair"},
      {"subsequent first fire, sff, subsequent fire, as subsequent first fire", phase, "sff"},
      {"final protective fire, fpf, final protective", phase, "fpf"},
      {"critical hit, critical hits, crit, crits, crit hit, crit hits, critical, ch, a critical hit, direct critical hit", critical},
      {"emplacement, gunshield, gun shield, gunshields, emplaced, emplaced gun, manning", not_asked,
       "Guns and their crews as targets (give their TEM as a DRM)"},
      {"cowering how often, how often do i cower, how often will i cower, chance of cowering, chance to cower, odds of cowering, cower how "
       "often, cowering chance, cowering odds",
       not_asked, "how often somebody cowers (Original doubles, 1 in 6)"},
      {"dash, dashes, dashing, dashed, dash across, dashes across, dashing across", not_asked, "a Dash"},
      {"snap shot, snap fire", not_asked, "Snap Shots"},
      {"spread, spreads, spreading, fire spreads, fire spreading, fire spread, spreading fire, spread of fire", not_asked,
       "the Spread of a fire by itself (kindle has its neighbors)"},
      {"between", not_asked, "what stands between (give it as hindrance 1)"},
      {"each", not_asked, "what each of them has (give the sum)"},
      {"no ammo left, no ammunition left, out of ammo, out of ammunition, without ammo, without ammunition, low ammo, low on ammo",
       not_asked, "weapons without ammunition (leave them out)"},
      {"what remains of, remains of, what is left of a, remnants of, the remnants of", not_asked, "a part of a unit"},
      {"all but, all except, nothing but", not_asked, "a part of them"},
      {"used to be, should have been in, could have been in, might have been in", not_asked, "what is not so"},
      {"fire fight, fire fights", not_asked, "a fire fight by itself (ask each attack)"},
      {"inherent only, only inherent, only its inherent, only its inherent fp, inherent fp only, only the inherent fp", not_asked,
       "a squad without its MG by these words (leave its MG out)"},
      {"in cover, in hard cover, in good cover, in some cover, in heavy cover, in light cover, behind cover, behind some cover, behind "
       "good cover, has cover, with cover, with some cover, with good cover, under cover",
       not_asked, "cover by that word (name its terrain)"},
      {"ruins, in ruins, in the ruins", not_asked, "ruins by that word (name stone or wooden rubble)"},
      {"water, in water, wading, wades, fording, fords", not_asked, "men in water"},
      {"under a bridge, under the bridge, beneath a bridge, beneath the bridge, below a bridge, below the bridge", not_asked,
       "what is beneath a bridge"},
      {"dummy, dummies, dummy stack, dummy stacks, decoy, decoys", not_asked, "dummies"},
      {"already fired, has already fired, have already fired, which already fired, having fired, having already fired, having first fired, "
       "has first fired, already marked, marked first fire, marked with first fire, marked final fire, already shot, has already shot, "
       "has fired already, fired already, prep fired",
       not_asked, "fire by who has fired already (say sff or fpf)"},
      {"maxim, maxims", not_asked, "a Maxim by that name (say Russian MMG or HMG)"},
      {"reaction fire, reaction fires, reaction firing", not_asked, "Reaction Fire by that name (ask Close Combat)"},
      {"separately", not_asked, "attacks made apart in one line (ask each, or: together or separately)"},
      {"dust, heavy dust, light dust", not_asked, "dust (give its DRM, F11.7)"},
      {"replaced with, reduced to, which became, which became a, became a, now a, now an", not_asked,
       "what a unit was before (name what it is now)"},
      {"is joined by, joined by, gets help from, gets helped by", not_asked, "who joins later (name all of each side)"},
      {"split attacks, splits attacks, split their attacks, split the attacks, splits its attacks", not_asked,
       "attacks made apart in one fight (ask each)"},
      {"sequential, sequential cc, strikes first, strike first", not_asked, "who attacks first in CC (say who ambushes)"},
      {"fails to ambush, fail to ambush, failed to ambush, doesnt ambush, does not ambush, didnt ambush", not_asked,
       "what follows from a failed ambush (say no ambush)"},
      {"equals, equal to", not_asked, "a sum (give what it comes to)"},
      {"followed by a leader", not_asked, "who comes behind"},
      {"ammo shortage, ammunition shortage", not_asked, "Ammunition Shortage"},
      {"routs through, rout through, routing through", not_asked, "routs under fire (give the unit as broken)"},
      {"failed to rout, who failed to rout", not_asked, "what follows from a failed rout"},
      {"joins the melee, join the melee, joins melee, joins the melee of", not_asked, "who joins a Melee (name all of each side)"},
      {"wrong side of, on the wrong side of, far side of the wall", not_asked, "the other side of it (leave it out)"},
      {"each other, one another", not_asked, "what both do to each other (ask each attack by itself)"},
      {"commissar, commissars", not_asked, "Commissars (give the units as they are with him)"},
      {"mud, muddy, deep mud", not_asked, "mud (give its DRM)"},
      {"banzai, human wave", not_asked, "Human Waves and Banzai Charges"},
      {"search, searching, search dr, search roll, search with, search dr with", check, "search"},
      {"draw, draws, drawing, draws from", not_asked, "draws other than those of chits"},
      {"cowered, has cowered, who cowered", not_asked, "attacks that have cowered (give the FP after it)"},
      {"mopping up, mop up, recon", not_asked, "Mopping Up and Recon"},
      {"capture, captures, surrender, surrenders, prisoner, prisoners", not_asked, "prisoners"},
      {"bail out, overrun, overruns, ovr, overrunning, tk", not_asked, "vehicles as targets"},
      // Of vehicles that are shot at.
      {"pointing at us, pointing at me, pointed at us, pointed at me, facing us, facing me, front, frontal, frontally, head on, nose on, "
       "front on, front aspect, front facing, front armor, frontal armor, frontal shot, nose",
       facing, "front"},
      {"flank, flanks, side shot, side aspect, side facing, side armor, side on, flank shot", facing, "side"},
      {"rear, back, rear shot, rear aspect, rear facing, rear armor, backside, arse", facing, "rear"},
      {"hull", hull_or_turret, "hull"},
      {"turret", hull_or_turret, "turret"},
      {"hull down, hd, in hull down, in hull down position, hull down position", hull_down},
      {"in motion, motion, non stopped", motion},
      {"ap, ap ammo, ap shell, ap shot, ap round, ap rounds", ammunition, "ap"},
      {"apcr, apcr ammo, apcr round, apcr shot", ammunition, "apcr"},
      {"apds, apds ammo, apds round, apds shot", ammunition, "apds"},
      {"acquiring, acquiring as it goes, acquiring as he goes, acquiring each time, acquires, acquires as it goes, and acquires", acquired,
       "going"},
      {"immobile, immobilized, immobilised, mired", vehicle_is, "immobile"},
      {"abandoned", vehicle_is, "abandoned"},
      {"stunned", vehicle_is, "stunned"},
      {"crew exposed, ce", vehicle_is, "ce"},
      {"bu", vehicle_is, "bu"},
      {"slugging it out, slugging it out with, shoot at each other, shooting at each other, shoots at each other, fire at each other, "
       "firing at each other, duelled, duelled it out, slugfest, slugfest between, trading shots, trading shots with, exchanging shots, "
       "dueled, dueled it out, duel it out, duels it out, duel, duels, dueling, duelling, duel between, duels with, gunfight, gunfight "
       "between, shootout, shoot out, face off, faces off, face off against, faces off against, trade shots, trades shots, trade shots "
       "with, exchange shots, exchange fire, exchanges fire with, exchanges shots with, slug it out, slugs it out, slug it out with, slugs "
       "it out with, shoot it out, shoots it out, shoot it out with, shoots it out with, gun duel, tank duel",
       duels},
      {"knock it out, knocks it out, knocked it out, knock him out, knock out, knocks out, knocking out, knocked out, penetrate, "
       "penetrates, penetrating, brew up, brews up, brewing up, kill chance, get out, gets out, got out, gets away, stop cold, put out of "
       "action, brewed up",
       event},
      // Where.
      {"wood, wooden building material", material, "wood", 1},
      {"wd, wdn, wdn building, wdn bldg, wooden, timber, wood frame", material, "wood"},
      {"stn, stone, stones, brick, concrete, stone walled", material, "stone"},
      {"farmhouse, schoolhouse, school, school building, inn, mill, windmill, villa, town hall, city hall, warehouse, shed, mansion, "
       "tavern, farm building, station building, railway station, train station, hotel, hospital, apartment building, granary, building, "
       "buildings, house, houses, bldg, bldgs, structure, bld, cottage, church, chateau, factory building, hse, tower, barn",
       building},
      {"rowhouse, rowhouses, row house, row houses, terraced house", building, "rowhouse"},
      {"factory", building, "factory"},
      {"rubble, rubbled building, rubbled", rubble},
      {"fortified, fort, fortified building location", fortified},
      {"alley, alleyway, in the alley, in an alley, across the alley, courtyard, in the courtyard, across the courtyard, square, town "
       "square, in the square, across the square, plaza, meadow, in a meadow, in the meadow, pasture, open field, in an open field, in the "
       "open field, across the open field, over the open field, across an open field, across the field, over the field, over open ground, "
       "over the open, over the road, over the street, across the lane, lane, in the lane, across open ground, down the road, down the "
       "street, down the lane, down the alley, crossroads, at the crossroads, intersection, at the intersection, open grnd, in open grnd, "
       "open, open ground, og, in the open, clear, clear terrain, in the clear, street, road, the street, in the street, the road, in the "
       "road, on the road, clear ground, on a road, in a road, a road, across the road, across the street, on the street, caught in the "
       "open, in open, out in the open, standing in the open, in the open ground, in open ground",
       terrain, "open"},
      {"wds, pines, pine, pine wood, pine woods, pine forest, woods, forest hex, trees, tree line, woods hex", terrain, "woods"},
      {"forest", terrain, "forest"},
      {"brush, bushes, scrub", terrain, "brush"},
      {"grain, corn, maize, grain in season, in season grain, wheat, wheatfield, grainfield, wheat field, grain field, cornfield, crops",
       terrain, "grain"},
      {"orchard, orchards", terrain, "orchard"},
      {"marsh, swamp", terrain, "marsh"},
      {"olive grove, olives", terrain, "olive-grove"},
      {"crags, crag", terrain, "crags"},
      {"graveyard, cemetery", terrain, "graveyard"},
      {"shellholes, shell holes, shellhole, craters, crater, shell hole, shell crater, shell craters", terrain, "shellholes"},
      {"light jungle, jungle", terrain, "light-jungle"},
      {"dense jungle", terrain, "dense-jungle"},
      {"wall, walls, low wall, wall advantage, with wall advantage, has wall advantage, having wall advantage, claiming wall advantage, "
       "claims wall advantage",
       terrain, "wall"},
      {"hedge, hedges, hedgerow", terrain, "hedge"},
      {"foxhole, foxholes, fox hole, fox holes, entrenched, entrenchment, entrenchments, dug in", terrain, "foxhole"},
      {"trench, trenches", terrain, "trench"},
      {"light woods", terrain, "light-woods"},
      {"bocage", terrain, "bocage"},
      {"along a bridge, along the bridge, down a bridge, down the bridge", terrain, "open"},
      {"stops and fires, stops and shoots, stop and fire, stops to fire, stopping to fire, firing while moving, fires while moving, fire "
       "while moving, firing on the move, fires on the move, bounding, bounding fire, "
       "bounding first fire, motion fire",
       not_asked, "fire by a vehicle that moves (give its Cases: --case C=2)"},
      {"bridge, wooden bridge, stone bridge, on a bridge, on the bridge", terrain, "bridge"},
      {"runway, airstrip, air strip, landing strip", terrain, "runway"},
      {"behind a wreck, behind the wreck, in a wreck, in the wreck, beneath a wreck, under a wreck, beside a wreck, next to a wreck, wreck "
       "hex, in a wreck hex, behind a tank, behind a friendly tank, beneath a tank, behind an afv, under a tank, beneath an afv, under an "
       "afv",
       terrain, "wreck"},
      {"rail car, rail cars, railway car, railroad car, train car, freight car", terrain, "rail-car"},
      {"wrecked rail car, wrecked railcar, wrecked rail cars", terrain, "wrecked-rail-car"},
      {"behind a roadblock, behind the roadblock, behind a road block, behind the road block", terrain, "roadblock"},
      {"hut, huts", hut_word},
      {"collapsed hut, collapsed huts", terrain, "collapsed-hut"},
      {"lumberyard, lumber yard", terrain, "lumberyard"},
      {"marketplace, market place", terrain, "marketplace"},
      {"debris", terrain, "debris"},
      {"quasi location", terrain, "quasi-location"},
      {"rowhouse vertex, rowhouse bypass", terrain, "rowhouse-vertex"},
      {"pillbox, pillboxes, bunker, bunkers, pb", fixed_tem, "pillbox"},
      {"smoke counter, smoke marker, smoke grenade counter, smoke grenade marker, some smoke, smoke nade, smoke nades, smoke, smoke "
       "grenade, smoke grenades, smoke screen",
       hinders, "smoke", 3},
      {"dispersed smoke, dispersed, smoke dispersed", hinders, "dispersed smoke", 2},
      {"los goes through, los goes thru, los goes over, los passes through, los crosses, los through, los thru, line of sight through, "
       "through, thru, across, over, thro, looking through, past",
       through},
      // Why a DRM.
      {"tem, terrain effect modifier, tems", tem},
      {"hindrance hexes, hindrance hex, hexes of hindrance, hindrance, hindrances, los hindrance, hind, hindr, los hind, los hindrances, "
       "hindrances between, hinds",
       hindrance},
      {"leadership, leader drm, leadership drm, leader modifier, ldr drm, leadership modifier, leadership mod, led", leadership},
      {"mvg, mvng, nonassault mvg, non assault mvg, mvg non assault, mvg nonassault, coming at me, coming at us, coming towards me, coming "
       "towards us, barrel down, barrels down, barrel across, barrels across, bolts across, bolt across, bolts over, hustle across, "
       "hustles across, tears across, gallops across, hurtles across, zigzags across, scoots across, step in, steps in, at the double, "
       "moving at the double, scurries, scurrying, scurries across, scuttles, scuttles across, scrambles, scrambles across, scrambling "
       "across, staggers across, tiptoes across, races, races across, raced across, racing across, limps across, legs it, legs it across, "
       "makes a run for it, make a run for it, making a run for it, makes a break for it, makes a dash for it, hoofs it across, darts "
       "across, darts, scampers, scampers across, saunters across, strolled, strolled across, wanders across, walked across, walk across, "
       "walks across, stroll, stroll over, strolls over, strolled over, runs out, ran out, run out, runs out into, ran out into, run out "
       "into, steps out into, stepped out into, moves out into, moved out into, retreats across, mover, movers, double time, double "
       "timing, double timed, double times, moving at double time, non assault, non assault mover, non assault movers, moving, moves, "
       "move, runs, running, run, movement, runs across, running across, crossing, crosses, crossing the street, crossing the road, moving "
       "across, moving through, sprinting, moves across, crossing a street, crossing a road, crossing open ground, crossing the open, "
       "running through, moving in the open, non assault moving, non assault movement, runs through, charges, charging, on the move, "
       "has to cross a street, has to cross a road, has to cross the road, has to cross open ground, has to cross the open, must cross a "
       "street, must cross a road, must cross the road, must cross open ground, must cross the open, needs to get across the street, has "
       "to "
       "get across the street, needs to cross the street, needs to cross a street, needs to cross the road, needs to cross open ground, "
       "crosses a street, crosses the street, crosses the road, crosses a road, moving targets, moving target, moving non assault, "
       "entering the hex, rushes, advancing across, runs over, rolls over, drives over, walks, moved, walk in, walks in, walking in, walk, "
       "strolls, dances, trots, runs in, run in, moves in, move in, walking, moving thru, running thru, moves thru, runs thru, crossing "
       "thru, rushing, rushes across, ran, ran across, ran in the open, ran over, strolling, strolls across, strolling across, marching, "
       "marches, jogging, jogs, hurrying, hurries, sprint, sprints, sprinted, sprints across, coming over, comes over, came over, coming "
       "across, comes across, came across, going across, goes across, went across, going over, goes over, went over, running over, running "
       "along, runs along, crossed, crossed the street, cross, charge, charge across, charges across, charging across, charging over, "
       "charges over, steps out, stepping out, leaves cover, leaving cover, breaks cover, running on the street, runs on the street, "
       "moving over, moves over, moved over, moved across, were moving, was moving, must cross the street, wants to cross the street, has "
       "to cross the street, crosses open ground, crosses over",
       moving, "normal"},
      {"assault mvg, assault mvng, mvg assault, assault, moving assault, assault moving, assault movement, assault move, assault moves, "
       "using assault movement, who assault moves, moving by assault movement, by assault movement, with assault movement, in assault "
       "movement, assault moved, assault mvmt, amove, a move, assault moving across",
       moving, "assault"},
      {"hazardous, hazardous movement, hazardous moving, haz movement, haz mvmt, haz move, hazardous mvmt, hazardous move", moving,
       "hazardous"},
      {"ffmo", ffmo},
      {"ffmo only, only ffmo", moving, "assault"},
      {"ffnam, only ffnam, ffnam only", ffnam},
      {"ffmo ffnam, ffnam ffmo, ffmo and ffnam, ffnam and ffmo, ffmo plus ffnam, both ffmo and ffnam, full ff, ffmo + ffnam, ffnam + ffmo",
       moving, "normal"},
      {"prep, prep fire, pfph, prep fire phase, in prep", phase, "prep"},
      {"def first fire, defensive fire, defensive first fire, dfph, df, dff, first fire, final fire, defensive, def fire, dfp", phase,
       "defensive"},
      {"advancing phase, afph, advancing fire, advancing fire phase, afp, af, adv fire, advance fire, advancing", phase, "advancing"},
      {"opportunity fire, opportunity, opp fire, op fire", phase, "opportunity"},
      {"tank mg, tank mgs, tanks mg, tanks mgs, vehicular mg, vehicular mgs, vehicle mg, vehicle mgs, bmg, cmg, bow mg, coax, coaxial mg, "
       "coax mg, tank machine gun, tank machine guns, afv mg, afv mgs, no cowering, cant cower, cannot cower, without cowering, never "
       "cower, never cowers, does not cower, doesnt cower, dont cower, wont cower, do not cower, not cowering, no cower, no chance of "
       "cowering, immune to cowering",
       cowering, "none"},
      {"cowering, cower, cowers, can cower, may cower, cowering allowed, with cowering, with normal cowering, cowers normally", cowering,
       "normal"},
      {"cower double, they cower double, double cower, double cowers, double cowering, cowers double, cowering double, inexperienced, "
       "inexperienced firers, inexperienced troops, by inexperienced troops, inexperienced shooters, inexperienced squads, inexperienced "
       "men, by inexperienced men, inexperienced personnel, inexp, green firers, unled green, by inexperienced, cower 2 cols, cowers 2 "
       "cols, cower two columns, cowers two columns, cower 2 columns, cowers 2 columns, cowering two columns, cowering 2 columns",
       cowering, "inexperienced"},
      {"nobody to direct, with nobody to direct, no one to direct, nobody has a leader, no one has a leader, neither has a leader, neither "
       "of us has a leader, neither side has a leader, nobody with a leader, no leader of mine, no leader of his, no leader of theirs, no "
       "leader of ours, no leader in charge, no leader to help, no leader to direct, no leader helping, no leader around to help, nobody "
       "in charge, nobody to lead, nobody to lead them, no leader there, no leader here, no leader is there, no leaders anywhere, no "
       "leader in sight, no leader anywhere, no leader, without leader, without any leader, without a leader, no leaders, leaderless, "
       "unled, undirected, no leadership, no leader directing, no leader present, nobody directing, nobody directs, nobody leads, nobody "
       "leading, no one directing, no one directs, without direction, with nobody directing, no leader with the firers, no leader with "
       "them, no leader with the shooters, with no leader, no director, w/o leader, w o leader, w/o a leader, w o a leader, no ldr, no "
       "ldrs, without ldr, without a ldr, w/o ldr, w o ldr, without an officer, no officer, nobody directing it, nobody directs it, no one "
       "directing it, nobody leads it, nobody leading it, with no ldr, no leader around, no leader near, no leader is near",
       alone, "no leader"},
      {"on my side, on our side, on his side, on their side, on the enemy side, on the enemys side", not_asked, "sides by that word"},
      {"area fire, as area fire, halved, halved for area fire, half fp", area_fire},
      {"assault fire, assault firing, with assault fire, af bonus, using assault fire", assault_fire},
      {"spraying fire, spray fire, spraying", not_asked, "Spraying Fire"},
      {"sustained fire, sustained fires, sustained firing, sustained", not_asked, "Sustained Fire by that word (give it as area fire)"},
      {"intensive fire, intensive, if shot", gun_case, "F"},
      {"bore sighted, bore sighting", gun_case, "M"},
      {"captured", gun_case, "H"},
      {"buttoned up, buttoned", gun_case, "I"},
      {"di, to di, deliberate immobilization", gun_case, "G"},
      {"acquired, acquisition, acq, acquired target, acquisition of", acquired},
      {"rof, rate of fire, multiple rof, rate", rate_of_fire},
      {"to hit, th, needs, hits on, hitting on", to_hit},
      {"san, sniper number, sniper activation number, sniper value", san},
      {"attacker san, attackers san, our san, my san, attacking san, attacker sniper", san, "attackers_san"},
      {"defender san, defenders san, their san, his san, enemy san, defender sniper", san, "defenders_san"},
      {"elr, experience level rating", elr},
      {"morale, morale level, ml", morale},
      {"2nd shot, second shot, the second shot, 3rd shot, third shot, the third shot", then, "shot"},
      {"and then another, then one more, and then one more, then, followed by, then another, and then, then again, and another, "
       "afterwards, after that, follow up with, following up with, follow it up with, followed up by, next, and again, more, again",
       then},
      // Close Combat and what else is asked.
      {"close assault, close assaults, close assaulting, going into cc, going into cc with, going into close combat, going into close "
       "combat with, fights each other in cc, fight each other in cc, fights each other in close combat, fight each other in close combat, "
       "cc, close combat, in cc, goes into close combat, go into close combat, went into close combat, goes into melee, go into melee, "
       "went into melee, into close combat with, for close combat, for cc, melee, in melee, in close combat, melees, in a melee, close "
       "combats, fight in cc, locked in melee, in melee with, cc against, cc with, close combat against, close combat with, close combat "
       "between, melee between, cc between, fight it out, fights, fight, fighting, fought, fights against, fights in cc, went into cc, "
       "went into cc with, goes into cc, goes into cc with, go into cc, go into cc with, into cc, into cc with, into melee, to melee, to "
       "melee with, into close combat, enters cc, enter cc, brawl, brawls, wrestles",
       close_combat},
      {"in hand to hand, hand to hand fight, hand to hand combat, fight hand to hand, fights hand to hand, hth, hand to hand, h t h, hand "
       "to hand cc, hand to hand close combat",
       set, "hand_to_hand"},
      {"street fighting, in street fighting, with street fighting", set, "street_fighting"},
      // Fields by their names.
      {"open topped, open top", set, "open_topped"},
      {"overstacked, overstacking, over stacked", set, "overstacked"},
      {"firer uphill, firer is uphill, firer higher, firer is higher, firing downhill, fires downhill, from uphill, from higher ground, "
       "from a hill, firer on a hill, firer on ground level, firer on the ground, firer on ground, firer at ground level, firer on the "
       "ground level, firer is on the ground, firers on the ground, firers on ground level, from ground level, firer on the ground floor, "
       "firing from the ground, firer in the open, firer in open, firer at level 0, firer level 0",
       noise, "firer"},
      {"firing uphill, fires uphill, fire uphill, shooting uphill, shoot uphill, shoots uphill, uphill at, firer downhill, firer is "
       "downhill, target uphill, target is uphill, uphill target, target is higher, target higher, target on higher ground, target is on "
       "higher ground, from below, fire from below, fires from below, firing from below, shoots from below, shooting from below, shoot "
       "from below",
       set, "height_advantage"},
      {"of them, of those, of these", noise},
      {"one level above me, a level above me, above me, above us, one level above us, higher than me, higher than us, one level higher "
       "than me, height advantage, with height advantage, having height advantage, has height advantage, target has height advantage, "
       "height adv, with height adv, has height adv, and height advantage, the height advantage, has the height advantage, having the "
       "height advantage",
       set, "height_advantage"},
      {"red to hit numbers, red to hit number, red numbers, red th numbers, red th, with red numbers, red to hit", chosen_word,
       "gun_color=red"},
      {"black to hit numbers, black to hit number, black numbers, black th numbers, black th, with black numbers, black to hit",
       chosen_word, "gun_color=black"},
      {"iift, on the iift, on iift, with the iift, using the iift, by the iift, incremental ift, incremental table, incremental infantry "
       "fire table, on the incremental table",
       set, "iift"},
      {"non elite, not elite", set, "non_elite"},
      {"no acquisition, without acquisition", set, "no_acquisition"},
      {"not fully tracked, isnt fully tracked", set, "not_fully_tracked"},
      {"ground pressure is low, its ground pressure is low, low ground pressure, low gp, low pressure, with low ground pressure, ground "
       "pressure low",
       chosen_word, "ground_pressure=low"},
      {"ground pressure is high, its ground pressure is high, high ground pressure, high gp, high pressure, with high ground pressure, "
       "ground pressure high",
       chosen_word, "ground_pressure=high"},
      {"no paatc needed, paatc already passed, paatc passed, passed its paatc, having passed paatc, paatc is passed, no paatc, without "
       "paatc, paatc not needed, no paatc required, without a paatc",
       chosen_word, "paatc=none"},
      {"short barrel, short barrelled, short barreled, with a short barrel, with short barrel, short tube", chosen_word, "barrel=short"},
      {"long barrel, long barrelled, long barreled, with a long barrel, with long barrel, long tube", chosen_word, "barrel=L"},
      {"ground pressure is normal, its ground pressure is normal, normal ground pressure, normal gp, normal pressure, with normal ground "
       "pressure, ground pressure normal",
       chosen_word, "ground_pressure=normal"},
      {"ec, ec drm, environmental conditions, ec modifier", valued, "ec"},
      {"labor, labour, labor status, labor counter, labour status, labor drm, labor marker", valued, "labor"},
      {"crew survival, cs, crew survival number, crew survival of, cs number", valued, "crew_survival"},
      {"own men in direction, my own guys in direction, own guys in direction, my guys in direction, my men in direction, own men "
       "direction, own units in direction, my squad in direction, my own men in direction",
       valued, "own"},
      {"breaks on, breaks down on, malfunctions on, breakdown, breakdown number, b number", valued, "breakdown"},
      {"heat of battle drm, heat of battle", valued, "heat_of_battle"},
      {"is assaulted by, are assaulted by, gets assaulted by, got assaulted by, was assaulted by, assaulted by, is jumped by, are jumped "
       "by, gets jumped by, get jumped by, got jumped by, was jumped by, were jumped by, jumped by",
       close_combat, "by"},
      {"mob, mobs, enter close combat with, enters close combat with, enter cc with, enters cc with, go into close combat with, gang up "
       "on, gangs up on, ganging up on, pile onto, piles onto, swarm, swarms, swarming, swarmed, advances to melee, "
       "advanced in on, advanced on, advanced into cc with, advanced into, advances in on, advance in on, advance to melee, advances to "
       "cc, advance to cc, advances in cc, advance in cc, advances in melee, advance in melee, advance on, advances against, advance "
       "against, advances into melee, advance into melee, goes in against, go in against, jumps on, jump on, jump, jumps, jumping, jumped, "
       "jump into cc with, advances on, advances into, advancing into, advance into, advances into cc with, advance into cc with, advances "
       "into cc",
       close_combat, "jump"},
      {"tries to ambush, try to ambush, trying to ambush, attempts to ambush, can ambush, may ambush, wants to ambush, ambush attempt",
       ambush, "try"},
      {"who gets the ambush, who wins the ambush, who has the ambush, who gets ambush, make the dice for the ambush, who surprises who, "
       "who surprises whom, who ambushes who, who ambushes whom, who gets ambushed, who "
       "is ambushed, roll the ambush, ambush gets rolled, ambush is rolled, we roll ambush, we roll for ambush, both roll for ambush, dice "
       "for ambush, ambush, ambushes, ambush roll, ambush chance, roll for ambush, chance of ambush, ambush possible, with ambush, "
       "possible ambush",
       ambush, "roll"},
      {"i have ambush, we have ambush, i have the ambush, we have the ambush, i get ambush, i got ambush, ambushing, i ambush, ive "
       "ambushed, i have ambushed, we have ambushed, weve ambushed, i ambushed, we ambushed, we ambush, ambush "
       "them, ambush him, ambushes them, my ambush, i ambush him, i ambush them",
       ambush, "mine"},
      {"he has ambush, he has the ambush, they have ambush, they have the ambush, he gets ambush, you have ambush, i am ambushed, i get "
       "ambushed, we are ambushed, we get ambushed, im ambushed, ambush me, ambushes me, ambush us, ambushes us, "
       "ambushed us, ambushed me, ambush by him, ambush by them, his ambush, their ambush, they ambush, he ambushes, he ambushes me, they "
       "ambush me, they ambush us, enemy ambush, enemy ambushes, i was ambushed, ambush by the enemy",
       ambush, "his"},
      {"has ambushed it, has ambushed him, has ambushed them, have ambushed it, have ambushed him, have ambushed them, win the ambush, won "
       "the ambush, wins the ambush, ambush for the attacker, attacker has ambush, attacker has the ambush, attacker wins ambush, attacker "
       "gets ambush, has won the ambush, already won the ambush, has already won the ambush, have won the ambush, gets the ambush, got the "
       "ambush, ambush attacker, made an ambush on, make an ambush on, makes an ambush on, made an ambush, have made an ambush on, sprung "
       "an ambush on, springs an ambush on, attacker ambushes, attackers ambush, ambush by attacker, ambush by the attacker",
       ambush, "attacker"},
      {"ambush for the defender, defender has ambush, defender has the ambush, defender wins ambush, defender gets ambush, ambush "
       "defender, defender ambushes, defenders ambush, ambush by defender, ambush by the defender",
       ambush, "defender"},
      {"ambushed", ambush, "ed"},
      {"ambushed by, is ambushed by, are ambushed by, gets ambushed by, get ambushed by, got ambushed by, was ambushed by, were ambushed "
       "by, "
       "being ambushed by",
       ambush, "by"},
      {"all simultaneous, simultaneous, no ambush, nobody was ambushed, no one was ambushed, nobody is ambushed, nobody ambushes, nobody "
       "ambushed, no one is ambushed, neither side ambushes, without ambush",
       ambush, "none"},
      {"crash through, crashes through, crashing through, plow into, plough into, plow through, plough through, roll into, rolling into, "
       "smashing through, bust into, busts into, drives thru, drive thru, driving thru, fall into cellar, falls into cellar, falling into "
       "cellar, fall in cellar, falls in cellar, falling in the cellar, falling in cellar, bog roll, bog dr, bogging check, rolls through",
       enters},
      {"walk into, walks into, walking into, walked into, step into, steps into", enters},
      {"busts through, bust through, smashes through, smash through, breaks through, rams, ram, ramming, plows into, ploughs into, plows "
       "through, ploughs through, enter, enters, entering, drives into, drive into, driving into, bog, bogs, bogging, boggs, cellar, "
       "falling through to the cellar, falls through to the cellar, falling through, falls through, fall through, fall into a cellar "
       "while, falls into a cellar, fall into a cellar, fall into the cellar, falls in the cellar, drive through, drives through, driving "
       "through, bog check, goes into, going into, moves into, moving into, falling into a cellar, fall in the cellar, fall in a cellar, "
       "falls in a cellar, bogging down, bogs down, bog down, into cellar, crash into, crashes into, crashing into, rolls into, drives in, "
       "drive in, drive, drove into, drove in, drove through, drove over, drove, driven into, fell into the cellar, fell into a cellar, "
       "fell in the cellar, falls down into the cellar, drives, driving, drive inside, drives inside, driving inside, drive on, drives on, "
       "driving on, bogged, get bogged, gets bogged, remain bogged, remains bogged, gets stuck, get stuck, got stuck, goes inside, falls "
       "into the cellar, ends up in the cellar",
       enters},
      {"clr, clrs, beat out, beats out, beating out, stamp out, stamps out, stamping out, cleared, has cleared, have cleared, going after, "
       "goes after, go after, clear away, clears, clearing, clearance, clearance attempt, remove, removes, removing, clean up, sweep, "
       "sweeping, dismantle, cut through, take away, takes away, taking away, get rid of, put it out, puts it out, pull up, pulls up, "
       "pulling up, pulling, pull, pulls, lifting, lift, lifts, extinguish, extinguishes, put out, putting out, puts out, douse, douses, "
       "dousing, quench, extinguishing, cuts, cuts through, clear out, clearance of, clean, cutting, cut, dig out",
       clears},
      {"wire, barbed wire", task, "wire"},
      {"flame, flames, a flame", task, "flame"},
      {"roadblock away, roadblock, road block", task, "roadblock"},
      {"set dc, set charges", task, "set-dc"},
      {"make a hole in, makes a hole in, making a hole in, blast a hole in, knock a hole in, make a hole through, open a hole in, blow a "
       "hole, blows a hole, blowing a hole, blowing a hole in, blowing a hole through, blowing a hole with, breach, "
       "breaches, breaching, mousehole, mouse hole, mouseholing, blow a hole in, blow a hole through, blow through, blows a hole "
       "in, blow open, breach a hole in",
       breaches},
      {"bombardment, bombard, bombarding, bombards, bombarded, pre game bombardment, bombardment of", bombards},
      {"put fire in, puts fire in, put fire to, puts fire to, put fire on, make fire in, make a fire in, kindling dr, kindling roll, "
       "torching, torches, lit, be lit, get lit, gets lit, is lit, being lit, lighting, lights, lighting up, lights up, burns up, setting "
       "alight, kindle, kindles, kindling, set fire to, set fire, sets fire to, setting fire to, set on fire, on fire, light, burn, burns, "
       "burning, burn down, ignite, ignites, set alight, start a fire, start a fire in, start fire, starting a fire, torch, kindling "
       "attempt, catch fire, catches fire, set ablaze, burns down, start a blaze, kindle a fire in, light up, light a fire in",
       kindles},
      {"in flames, all in flames, up in flames, goes up in flames, in full blaze, blaze, blazes, becomes a blaze, a blaze, turn into a "
       "blaze, spread to a blaze, becoming a blaze",
       kindles, "blaze"},
      {"collapse, collapses, collapsing, fall down, bring down, brings down, falls down, bringing down", collapses},
      {"turn it into rubble, turns it into rubble, turn into rubble, turns into rubble, into rubble, bring it down, brings it down, bring "
       "it all down, make rubble of, makes rubble of, make rubble, makes rubble, rubble a, rubbles, rubbling, rubble the, knock down, "
       "demolish, rubble it, turn to rubble, reduce to rubble, level the, flatten, rubbles a, rubbles the, blow up, to rubble, demolishes, "
       "reduces to rubble, flattens, bring down the building, goes down, it goes down, go down, comes down, come down",
       makes_rubble},
      {"placing, placed, places, place, laid, planted, plants", placed},
      {"thrown, throws, throw, throwing, tosses, toss, tossed, hurls", thrown},
      {"cannot, cant, can not, couldnt, wont, wouldnt, shouldnt, mustnt, hadnt, no, not, without, w/o, w o, dont, doesnt, isnt, non, un, "
       "never, arent, wasnt, werent, didnt, no longer, not any longer, not more, no more, nobody is, no one is, none is, none of them is, "
       "none are, none of them are, neither side is, not yet, aint, neither, nor, free of, lacks, lacking, hasnt, havent",
       no},
      {"sapper, sappers, sapper squad", sappers},
      {"bulldozer, bulldozers, dozer", bulldozer},
  });
}();

struct Known {
  std::deque<std::string> texts;
  std::vector<Word> words;
  std::unordered_map<std::string_view, std::size_t> at;  // in one word, too: halfsquad
};

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::string without_blanks(std::string_view text) {
  std::string all;
  std::copy_if(text.begin(), text.end(), std::back_inserter(all), [](char c) { return c != ' '; });
  return all;
}

const Known& known() {
  static const Known all = [] {
    Known known;
    for (const Words& words : rows_of_words) {
      for (std::string_view rest = words.words; !rest.empty();) {
        const auto comma = rest.find(',');
        const std::string text(trimmed(rest.substr(0, comma)));
        rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
        assert(!text.empty() && !known.at.contains(text));  // each has one meaning
        known.texts.push_back(text);
        known.at.emplace(known.texts.back(), known.words.size());
        known.words.push_back({known.texts.back(), words.means, words.value, words.number});
        if (text.find(' ') == std::string::npos) continue;
        known.texts.push_back(without_blanks(text));
        known.at.emplace(known.texts.back(), known.words.size() - 1);  // unless that is a word of its own
      }
    }
    return known;
  }();
  return all;
}

// By one letter too many or too few, another one, or two neighbours that changed places.
bool is_slip(std::string_view typed, std::string_view meant) {
  const auto [shorter, longer] = std::minmax(typed, meant, [](auto a, auto b) { return a.size() < b.size(); });
  if (longer.size() - shorter.size() > 1) return false;
  std::size_t same = 0;
  while (same < shorter.size() && shorter[same] == longer[same]) ++same;
  if (same == 0) return false;  // the first letter is seldom wrong
  const std::string_view a = shorter.substr(same), b = longer.substr(same);
  if (a.size() < b.size()) return a == b.substr(1);
  if (a.size() < 1) return false;
  if (a.substr(1) == b.substr(1)) return true;
  return a.size() > 1 && a[0] == b[1] && a[1] == b[0] && a.substr(2) == b.substr(2);
}

struct NationsCounters {
  std::string_view nation, quality, squad, half_squad;
  int broken_squad, broken_half_squad;  // their Morale Levels
};
// The counters of units.csv that are met most often; the first of a nation is that of its first line.
constexpr auto nations_counters = std::to_array<NationsCounters>({
    {"German", "1", "4-6-7", "2-4-7", 7, 6},       {"German", "2", "4-4-7", "2-3-7", 7, 6},
    {"German", "E", "4-6-8", "2-4-8", 8, 7},       {"German", "C", "4-3-6", "2-3-6", 5, 4},
    {"German", "SS", "6-5-8", "3-4-8", 9, 8},      {"German", "P", "5-4-8", "2-3-8", 8, 7},
    {"German", "AE", "8-3-8", "3-3-8", 8, 7},      {"Russian", "1", "4-4-7", "2-3-7", 7, 6},
    {"Russian", "E", "4-5-8", "2-4-8", 8, 7},      {"Russian", "C", "4-2-6", "2-2-6", 5, 4},
    {"Russian", "SMG", "6-2-8", "3-2-8", 8, 7},    {"American", "1", "6-6-6", "3-4-6", 8, 7},
    {"American", "2", "5-4-6", "2-3-6", 7, 6},     {"American", "E", "6-6-7", "3-4-7", 8, 7},
    {"American", "G", "5-3-6", "2-2-6", 7, 6},     {"American", "M", "6-6-8", "3-4-8", 8, 7},
    {"American", "P", "7-4-7", "3-3-7", 8, 7},     {"American", "AE", "7-4-7", "3-3-7", 8, 7},
    {"British", "1", "4-5-7", "2-4-7", 7, 6},      {"British", "2", "4-4-7", "2-3-7", 7, 6},
    {"British", "E", "4-5-8", "2-4-8", 8, 7},      {"British", "G", "4-3-6", "2-2-6", 6, 5},
    {"British", "P", "6-4-8", "3-3-8", 8, 7},      {"British", "AE", "6-4-8", "3-3-8", 8, 7},
    {"British", "M", "6-6-8", "3-4-8", 8, 7},      {"Italian", "1", "3-4-6", "1-3-6", 5, 4},
    {"Italian", "E", "4-4-7", "2-4-7", 7, 6},      {"Italian", "C", "3-3-6", "1-2-6", 5, 4},
    {"French", "1", "4-5-7", "2-3-7", 6, 5},       {"French", "E", "4-5-8", "2-4-8", 7, 6},
    {"French", "G", "4-3-7", "2-2-7", 6, 5},       {"Japanese", "1", "4-4-7", "2-3-7", 7, 7},
    {"Japanese", "2", "3-4-7", "1-3-7", 7, 6},     {"Japanese", "E", "4-4-8", "2-3-8", 8, 8},
    {"Japanese", "C", "3-3-6", "1-2-6", 6, 5},     {"Finnish", "1", "6-4-8", "2-4-8", 8, 7},
    {"Finnish", "2", "4-4-7", "2-3-7", 7, 6},      {"Finnish", "E", "8-3-8", "3-3-8", 8, 7},
    {"Finnish", "G", "5-3-8", "2-3-8", 8, 7},      {"Finnish", "C", "4-3-7", "2-2-7", 6, 5},
    {"Partisan", "1", "3-3-7", "1-2-7", 6, 5},     {"Chinese", "1", "3-3-7", "1-2-7", 6, 5},
    {"Chinese", "E", "4-4-7", "2-3-7", 7, 6},      {"Chinese", "C", "3-3-6", "1-2-6", 5, 4},
    {"Chinese", "AE", "5-3-7", "2-2-7", 8, 7},     {"Allied Minor", "1", "4-5-7", "2-3-7", 6, 5},
    {"Allied Minor", "E", "4-5-8", "2-4-8", 7, 6}, {"Allied Minor", "G", "4-3-7", "2-2-7", 6, 5},
    {"Axis Minor", "1", "3-4-7", "1-3-7", 6, 5},   {"Axis Minor", "E", "4-4-7", "2-4-7", 7, 6},
    {"Axis Minor", "C", "3-3-6", "1-2-6", 5, 4},   {"German", "2", "5-3-7", "2-3-7", 7, 6},
    {"German", "SS", "8-3-8", "3-3-8", 9, 8},      {"German", "SS", "5-4-8", "2-3-8", 9, 8},
    {"German", "SS", "4-6-8", "2-4-8", 9, 8},      {"German", "SS", "4-4-7", "2-3-7", 8, 7},
    {"German", "SS", "4-3-6", "2-3-6", 6, 5},      {"Russian", "1", "5-2-7", "2-2-7", 7, 6},
    {"Partisan", "1", "5-2-7", "2-2-7", 6, 5},     {"American", "2", "4-4-7", "2-3-7", 7, 6},
    {"American", "G", "3-3-6", "1-2-6", 6, 5},     {"American", "M", "7-6-8", "3-4-8", 8, 7},
    {"American", "M", "5-5-8", "2-3-8", 8, 7},     {"American", "M", "4-5-8", "2-4-8", 8, 7},
    {"Italian", "1", "3-4-7", "1-3-7", 6, 5},      {"Finnish", "1", "5-4-8", "2-3-8", 8, 7},
    {"Axis Minor", "1", "5-3-7", "2-2-7", 6, 5},
});

struct NationsGuns {
  std::string_view nation, lmg, mmg, hmg;
};
constexpr auto machine_guns = std::to_array<NationsGuns>({
    {"German", "3-8", "5-12", "7-16"},
    {"Russian", "2-6", "4-10", "6-12"},
    {"American", "2-6", "4-10", "6-12"},
    {"British", "2-7", "4-12", "6-12"},
    {"Italian", "2-5", "4-10", "6-12"},
    {"French", "2-6", "4-11", "6-12"},
    {"Japanese", "2-6", "4-11", "6-14"},
    {"Finnish", "3-8", "5-12", "7-16"},
    {"Chinese", "2-7", "4-10", "6-12"},
    {"Allied Minor", "2-6", "4-11", "6-12"},
    {"Axis Minor", "2-7", "4-10", "6-12"},
});

struct Kinds {
  std::string_view counter, kinds;
};
// Counters of less than 4 FP, by units.csv; where it has several kinds, the one that is met far more often, or both.
constexpr auto small_counters = std::to_array<Kinds>({
    {"0-0-9", "hero"},    {"1-4-9", "hero"},     {"1-3-8", "hero"},     {"1-1-5", "hs"}, {"1-1-7", "hs"},    {"1-2-6", "hs/crew"},
    {"1-2-7", "crew"},    {"1-2-8", "crew"},     {"1-3-6", "hs"},       {"1-3-7", "hs"}, {"2-1-7", "hs"},    {"2-2-6", "hs"},
    {"2-2-7", "hs/crew"}, {"2-2-8", "crew"},     {"2-3-6", "hs"},       {"2-3-7", "hs"}, {"2-3-8", "hs"},    {"2-4-7", "hs"},
    {"2-4-8", "hs"},      {"3-1-7", "squad"},    {"3-2-7", "hs"},       {"3-2-8", "hs"}, {"3-3-6", "squad"}, {"3-3-7", "squad/hs"},
    {"3-3-8", "hs"},      {"3-4-6", "squad/hs"}, {"3-4-7", "squad/hs"}, {"3-4-8", "hs"},
});
// Those of 4 FP or more are squads.
constexpr auto squads_known =
    std::to_array<std::string_view>({"4-1-7", "4-2-6", "4-2-7", "4-3-6", "4-3-7", "4-4-6", "4-4-7", "4-4-8", "4-5-7", "4-5-8",
                                     "4-6-7", "4-6-8", "5-2-7", "5-3-6", "5-3-7", "5-3-8", "5-4-6", "5-4-8", "5-5-7", "5-5-8",
                                     "6-2-7", "6-2-8", "6-4-8", "6-5-8", "6-6-6", "6-6-7", "6-6-8", "7-4-7", "7-6-8", "8-3-8"});

// Whose squads these are, if the lists give them to one side of the war above all.
constexpr auto owners = std::to_array<Kinds>({{"4-6-7", "German"},   {"4-6-8", "German"},   {"8-3-8", "German"},   {"6-5-8", "German"},
                                              {"5-4-8", "German"},   {"4-3-6", "German"},   {"2-4-7", "German"},   {"6-2-8", "Russian"},
                                              {"5-2-7", "Russian"},  {"4-2-6", "Russian"},  {"6-6-6", "American"}, {"6-6-7", "American"},
                                              {"7-4-7", "American"}, {"5-4-6", "American"}, {"6-6-8", "American"}, {"4-5-7", "British"},
                                              {"4-5-8", "Russian"},  {"6-4-8", "Finnish"},  {"5-3-6", "American"}, {"3-4-6", "Italian"}});

struct Exponents {
  std::string_view nation, counter;
  int exponent;
};
// SMOKE exponents by units.csv; of a nation's other squads there is none.
constexpr auto smoke_exponents = std::to_array<Exponents>({
    {"German", "4-6-7", 1},   {"German", "4-6-8", 2},   {"German", "5-4-8", 2},   {"German", "6-5-8", 2},   {"German", "4-3-6", 0},
    {"German", "4-4-7", 0},   {"Russian", "4-4-7", 0},  {"Russian", "4-5-8", 0},  {"Russian", "4-2-6", 0},  {"Russian", "5-2-7", 0},
    {"American", "6-6-6", 3}, {"American", "6-6-7", 3}, {"American", "6-6-8", 3}, {"American", "7-4-7", 5}, {"American", "5-4-6", 2},
    {"American", "5-3-6", 2}, {"American", "5-5-8", 2}, {"American", "7-6-8", 3}, {"British", "4-5-7", 2},  {"British", "4-5-8", 2},
    {"British", "4-4-7", 0},  {"British", "4-3-6", 0},  {"British", "6-6-8", 3},  {"Finnish", "6-4-8", 0},  {"Finnish", "8-3-8", 0},
    {"Finnish", "4-4-7", 0},  {"French", "4-5-7", 0},   {"French", "4-3-7", 0},   {"Italian", "3-4-6", 0},  {"Partisan", "3-3-7", 0},
});

template <class Rows>
auto find_row(const Rows& rows, std::string_view counter) {
  return std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.counter == counter; });
}

// "Flunks", "hurting", "legging it across": another form of a verb that the lexicon has, of what becomes of somebody, moving or firing.
template <class Find>
const Word* verb_of(std::string_view text, Find find) {
  constexpr std::array<std::string_view, 4> endings{"ing", "es", "ed", "s"};
  constexpr std::size_t shortest = 3;
  const std::string_view verb = text.substr(0, text.find(' ')), rest = text.substr(verb.size());
  for (const std::string_view ending : endings) {
    if (!verb.ends_with(ending) || verb.size() < ending.size() + shortest) continue;
    const std::string stem(verb.substr(0, verb.size() - ending.size()));
    const bool is_doubled = stem[stem.size() - 1] == stem[stem.size() - 2];
    const std::string base = is_doubled ? stem.substr(0, stem.size() - 1) : stem;
    for (const std::string& form : {stem, stem + "e", base, stem + "s", base + "s"}) {
      const Word* word = find(form + std::string(rest));
      if (word && (word->means == Means::event || word->means == Means::moving || (word->means == Means::name && word->value == "attack")))
        return word;
    }
  }
  return nullptr;
}

}  // namespace

const std::vector<Word>& lexicon() { return known().words; }

const Word* word_of(std::string_view text) {
  const Known& all = known();
  const auto find = [&](std::string_view typed) -> const Word* {
    const auto found = all.at.find(typed);
    return found == all.at.end() ? nullptr : &all.words[found->second];
  };
  if (const Word* word = find(text)) return word;
  if (const Word* verb = verb_of(text, find)) return verb;
  constexpr std::size_t shortest = 5;                                                                  // a plural
  if (text.size() < shortest || !text.ends_with('s') || text[text.size() - 3] == ' ') return nullptr;  // a tiger is
  const Word* singular = find(text.substr(0, text.size() - 1));
  return singular && singular->means != Means::noise ? singular : nullptr;
}

namespace {

// Words by their first letter, of which a slip has the same; and words that are known in phrases only.
struct ByFirstLetter {
  std::unordered_map<char, std::vector<const Word*>> words{};
  std::unordered_map<char, std::vector<std::string_view>> of_phrases{};
};
const ByFirstLetter& by_first_letter() {
  static const ByFirstLetter all = [] {
    ByFirstLetter found;
    for (const Word& word : lexicon()) {
      if (word.text.empty()) continue;
      found.words[word.text.front()].push_back(&word);
      if (word.text.find(' ') == std::string_view::npos) continue;
      for (std::string_view rest = word.text; !rest.empty();) {
        const auto blank = std::min(rest.find(' '), rest.size());
        const std::string_view part = rest.substr(0, blank);
        rest.remove_prefix(std::min(blank + 1, rest.size()));
        if (part.empty() || word_of(part)) continue;
        auto& parts = found.of_phrases[part.front()];
        if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
      }
    }
    return found;
  }();
  return all;
}

template <class ByLetter>
const typename ByLetter::mapped_type& beginning_with(const ByLetter& all, char letter) {
  static const typename ByLetter::mapped_type none{};
  const auto found = all.find(letter);
  return found == all.end() ? none : found->second;
}

}  // namespace

bool is_slip_of_known(std::string_view text) {
  constexpr std::size_t shortest = 4;
  if (text.size() < shortest) return false;
  const auto& known = beginning_with(by_first_letter().words, text.front());
  return std::any_of(known.begin(), known.end(), [&](const Word* word) {
    return word->means != Means::noise && word->text.size() >= shortest && is_slip(text, word->text);
  });
}

const Word* nearly(std::string_view text) {
  constexpr std::size_t shortest = 4;
  if (text.size() < shortest || is_everyday(text)) return nullptr;
  const Word* best = nullptr;
  for (const Word* word : beginning_with(by_first_letter().words, text.front())) {
    constexpr std::size_t shortest_of_weapon = 5;  // a weapon that nobody meant would be one more thing, or one thing less
    const bool arms = word->means == Means::machine_gun || word->means == Means::weapon || word->means == Means::latw;
    const bool is_model =
        (word->means == Means::vehicle || word->means == Means::by_name) && word->text.find("pz") != std::string_view::npos;
    if (is_model) continue;  // of the many models one that nobody meant
    if (word->text.size() < (arms ? shortest_of_weapon : shortest) || (arms && text.size() < shortest_of_weapon)) continue;
    if (!is_slip(text, word->text)) continue;
    if (best && (best->means != word->means || best->value != word->value || best->number != word->number)) {
      const bool changes_nothing = best->means == Means::noise && word->means == Means::noise;
      if (!changes_nothing) return nullptr;
    }
    if (!best) best = word;
  }
  if (!best) return nullptr;
  // "firre uphill" may be a firer's as well.
  for (const std::string_view part : beginning_with(by_first_letter().of_phrases, text.front())) {
    if (part.size() >= shortest && is_slip(text, part)) return nullptr;
  }
  return best;
}

std::string counter_of(std::string_view nation, std::string_view quality, Means kind) {
  if (kind == Means::crews) return nation == "American" || nation == "Italian" ? "2-2-7" : "2-2-8";
  if (nation.empty() && quality == "SS") nation = "German";
  if (quality == "stealthy") quality = "E";
  if (nation.empty() && quality == "SMG") nation = "Russian";
  if (nation.empty() && quality == "M") nation = "American";
  if (quality == "SMG" && nation != "Russian") return "";
  for (const NationsCounters& row : nations_counters) {
    if (row.nation == nation && (quality.empty() || row.quality == quality))
      return std::string(kind == Means::half_squads ? row.half_squad : row.squad);
  }
  return "";
}

std::optional<int> broken_morale_of(std::string_view nation, std::string_view quality, std::string_view counter) {
  std::optional<int> found;
  for (const NationsCounters& row : nations_counters) {
    if (row.nation != nation || (row.squad != counter && row.half_squad != counter)) continue;
    if (!found || row.quality == quality) found = row.squad == counter ? row.broken_squad : row.broken_half_squad;
    if (row.quality == quality) break;
  }
  return found;
}

bool is_of_class(std::string_view counter, std::string_view quality) {
  return std::any_of(nations_counters.begin(), nations_counters.end(), [&](const NationsCounters& row) {
    return row.quality == quality && (row.squad == counter || row.half_squad == counter);
  });
}

std::string_view class_of_counter(std::string_view nation, std::string_view counter) {
  for (const NationsCounters& row : nations_counters) {
    if (row.nation == nation && (row.squad == counter || row.half_squad == counter)) return row.quality;
  }
  return "";
}

std::optional<int> smoke_exponent_of(std::string_view nation, std::string_view counter) {
  for (const Exponents& row : smoke_exponents) {
    if (row.nation == nation && row.counter == counter) return row.exponent;
  }
  return std::nullopt;
}

std::string kind_of_counter(std::string_view counter) {
  if (const auto row = find_row(small_counters, counter); row != small_counters.end()) return std::string(row->kinds);
  return std::find(squads_known.begin(), squads_known.end(), counter) == squads_known.end() ? "" : "squad";
}

std::string machine_gun_of(std::string_view nation, std::string_view type) {
  for (const NationsGuns& row : machine_guns) {
    if (row.nation == nation) return std::string(type == "LMG" ? row.lmg : type == "MMG" ? row.mmg : type == "HMG" ? row.hmg : "");
  }
  return "";
}

std::string nation_of_counter(std::string_view counter) {
  const auto row = find_row(owners, counter);
  return row == owners.end() ? "" : std::string(row->kinds);
}

}  // namespace boxcars::ask
