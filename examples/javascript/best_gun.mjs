// Which Gun is worth most at that house? How often a 4-6-7 on its first floor is out of it, and how often the rubble is on those next door:
//   node examples/javascript/best_gun.mjs
// where boxcars is installed (npm install boxcars).
import { ask } from 'boxcars';

const questions = [75, 105, 150].map((caliber) => ({
  question: 'he',
  inputs: { caliber, building: 'stone', levels: 1, level: '1', occupant: ['1=4-6-7'], own: ['1'], to_hit: 7 },
  method: 'exact',
}));
const odds = (answer, name) => answer.events.find((event) => event.name === name).exact;
for (const answer of await ask(questions)) {
  const out = odds(answer, 'any broken or eliminated');
  console.log(`${answer.inputs.caliber}mm: out of it ${(100 * out).toFixed(1)}%, own men buried ${(100 * odds(answer, 'own men buried')).toFixed(2)}%`);
}
