import { expect, test } from '@playwright/test';
import { deflateSync } from 'node:zlib';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join as joined } from 'node:path';
import { serve } from '../serve.mjs';
import { mostTelling, type Answer } from '../src/answer/answer';
import { percent } from '../src/answer/odds';
import { pathsOf } from '../src/assault/paths';
import { canCarry, fromHash, toHash } from '../src/command/address';
import { barred } from '../src/command/clashes';
import { answeredBy, answeredInstead, asked, fullCommand, read, write } from '../src/command/command';
import { filesNamed, renamedIn } from '../src/command/files_named';
import { ofFile, questionOf, viewOf } from '../src/command/views';
import { join, split } from '../src/command/words';
import { sentences } from '../src/home/sentences';
import { lastMessage, refusalOf } from '../src/engine/told';
import { completions } from '../src/line/completion';
import { hexAt, nameOf, nameOn, placeOf, placeOn, places, centerOf, standardGrid, within } from '../src/pictures/hexes';
import { namedGrid } from '../src/pictures/map';
import { stepped, textOf, unitOf } from '../src/pictures/unit';
import { bars, pictures, type Pictured } from '../src/pictures';
import { widthOf } from '../src/pictures/svg';
import { asksItself } from '../vite/native_engine';
import { described, native, nativeAnswer } from './support/native';

const describe = described();
const question = (name: string) => describe.questions.find((q) => q.name === name)!;

test('words are split and joined as a shell does', () => {
  expect(split(`attack 8  --target "8-1 4-6-7"`)).toEqual(['attack', '8', '--target', '8-1 4-6-7']);
  for (const words of [
    ['a', 'b c', ''],
    ['say "x"', 'y'],
  ])
    expect(split(join(words))).toEqual(words);
});

test("an assault's file is found wherever it stands in the line", () => {
  for (const line of ['plan --fixed my.toml --turns 3', 'plan my.toml --fixed --turns 3', 'plan --turns 3 --fixed my.toml'])
    expect(ofFile(split(line)).name, line).toBe('my.toml');
  expect(ofFile(split('plan --fixed my.toml --with shot.MG.fp=8'))).toEqual({
    command: 'plan',
    name: 'my.toml',
    rest: ['--fixed', '--with', 'shot.MG.fp=8'],
  });
  expect(ofFile(split('assault --turns 3 town')).name).toBe('town');
});

test('a command is read and written again, in its shortest form', () => {
  const line = 'attack --fp 12 --target "2x4-6-7 9-1" --drm 0 --terrain stone --fortified';
  const command = read(split(line), describe)!;
  expect(command.inputs).toMatchObject({ fp: ['12'], target: ['2x4-6-7', '9-1'], fortified: ['true'] });
  expect(join(write(command.question, command.inputs))).toBe('attack 12 --target 2x4-6-7 9-1 --terrain stone --fortified');
  expect(read(split('attack 8 --nonsense 3'), describe)).toBeNull();
  expect(join(write(question('he'), { building: ['stone'], levels: ['2'] }))).toBe('he --building stone --levels 2');
  // Bare words go where the program has them go.
  for (const [line, inputs] of [
    ['he 150 stone 2', { caliber: ['150'], building: ['stone'], levels: ['2'] }],
    ['he --ammo dc stone 2', { ammo: ['dc'], building: ['stone'], levels: ['2'] }],
    ['he 15 stone 2', { caliber: ['15'], building: ['stone'], levels: ['2'] }],
    ['he stone 2', { building: ['stone'], levels: ['2'] }],
  ] as const)
    expect(read(split(line), describe)!.inputs, line).toEqual(inputs);
  expect(read(split('he stone wood 2'), describe)).toBeNull();
  // While 30 is typed, 3 is no number of levels.
  expect(join(write(question('he'), { caliber: ['3'], building: ['stone'] }))).toBe('he --caliber 3 --building stone');
});

/** What the native program answers to a line; null if it does not. */
function answered(words: string[]): Answer | null {
  try {
    return nativeAnswer(...words, '--method', 'exact');
  } catch {
    return null;
  }
}

test('the full command of an answer asks the same', () => {
  const examples = describe.questions.flatMap((q) => q.examples.map((example) => example.replaceAll('experiments/maps/', '')));
  const lines = readFileSync(new URL('lines.txt', import.meta.url), 'utf8').split('\n');
  const seen = new Set<string>();
  for (const line of new Set([...examples, ...lines, 'assault ../factory-hall.toml', '12 +1 vs 2x4-6-7 9-1 in stone'])) {
    const words = asked(split(line.replace(/ > .*/, '')));
    const answer = /--(method|trials|precision|seed|show|threads)|^(#|$)/.test(line) ? null : answered(words);
    if (!answer || ['compare', 'balance'].includes(answer.question)) continue;
    seen.add(answer.question);
    const command = fullCommand(answer, line, describe);
    expect(nativeAnswer(...split(join(command)), '--method', 'exact'), `${line}: boxcars ${join(command)}`).toEqual({
      ...answer,
      understood: undefined, // of options nothing had to be
    });
  }
  expect([...seen].sort()).toEqual(describe.questions.map((q) => q.name).sort());
});

test('the sentences of the first screen are understood, and have no word of the command line', () => {
  for (const sentence of sentences) {
    const json = JSON.parse(native(...split(sentence), '--method', 'exact', '--format', 'json')) as {
      understood: string;
      events: unknown[];
    };
    expect(json.events.length, sentence).toBeGreaterThan(0);
    expect(json.understood, sentence).not.toBe('');
    expect(sentence).not.toMatch(/--|^(attack|he)\b/);
  }
});

test('what is told first of a headline is who breaks', () => {
  const words = (...all: string[]) => mostTelling(all.map((each) => ({ words: each, odds: '' }))).map((part) => part.words);
  expect(words('some effect', 'breaks at least one', 'all broken or worse')).toEqual([
    'breaks at least one',
    'some effect',
    'all broken or worse',
  ]);
  expect(words('breaches the wall', 'some effect', 'breaks or worse')[0]).toBe('breaches the wall');
  expect(words('some effect', 'kills')[0]).toBe('some effect');
});

test('what is about printing is no part of the question', () => {
  expect(asked(split('npx boxcars attack 8 --format json --explain'))).toEqual(['attack', '8']);
});

test('an address is the line, with no more encoded than must be', () => {
  expect(toHash({ line: 'attack 12 --target 4-6-7,elr=3', files: [] })).toBe('#attack%2012%20--target%204-6-7,elr=3');
  for (const line of ['', '12 +1 vs 4-6-7', 'compare "a#b" "c%d"', "say 'x'"])
    expect(fromHash(toHash({ line, files: [] })).line).toBe(line);
  const files = [{ name: 'a.toml', text: 'x = 1\n\n# 100%\n' }];
  expect(fromHash(toHash({ line: 'assault a.toml', files }))).toEqual({ line: 'assault a.toml', files });
  // As links of earlier versions have it.
  expect(fromHash('#assault%20a.toml%0A==%20a.toml%0Ax%20=%201%0A%0A%23%20100%25%0A')).toEqual({ line: 'assault a.toml', files });
  expect(fromHash('#100%').line).toBe('100%');
});

test('the files of an address are compressed, and whole or not there', () => {
  const text = native('assault', '--example');
  const files = [
    { name: 'a.toml', text },
    { name: 'Wälder 2.toml', text: text + '# ü' },
  ];
  const hash = toHash({ line: 'assault a.toml', files });
  expect(hash.length).toBeLessThan(text.length);
  expect(hash).toMatch(/^#assault%20a\.toml%0A=z\.[\w-]+$/);
  expect(fromHash(hash)).toEqual({ line: 'assault a.toml', files });
  const lost = { line: 'assault a.toml', files: [], isDamaged: true };
  const from = hash.indexOf('=z.') + 3;
  for (const cut of [from, from + 1, from + 7, hash.length - 100, hash.length - 1])
    expect(fromHash(hash.slice(0, cut)), `${cut}`).toEqual(lost);
  for (let at = from; at < hash.length; ++at) {
    const other = hash.slice(0, at) + (hash[at] === 'A' ? 'B' : 'A') + hash.slice(at + 1);
    const read = fromHash(other); // the last letter has bits that mean nothing
    expect(read.isDamaged || JSON.stringify(read.files) === JSON.stringify(files), `a letter changed at ${at}`).toBe(true);
  }
});

test('what a stranger writes into a link is bounded', () => {
  const zlib = (json: unknown) => '#assault a.toml\n=z.' + deflateSync(JSON.stringify(json)).toString('base64url');
  expect(fromHash(zlib([['a.toml', 'turns = 1']])).files).toEqual([{ name: 'a.toml', text: 'turns = 1' }]);
  const others = [
    [['a.toml', ' '.repeat(1 << 24)]], // a small link, and a large text
    Array.from({ length: 17 }, (_, i) => [`${i}.toml`, '']),
    [['a.toml', 1]],
    [['a.toml']],
    { name: 'a.toml' },
    'a.toml',
    null,
  ];
  for (const json of others) expect(fromHash(zlib(json)), JSON.stringify(json)?.slice(0, 60)).toMatchObject({ files: [], isDamaged: true });
  expect(fromHash('#assault a.toml\n=z.' + 'A'.repeat(1 << 16))).toMatchObject({ files: [], isDamaged: true });
  // What cannot be carried is not.
  const random = Array.from({ length: 40_000 }, (_, i) => ((i * i * 7919) % 104729).toString(36)).join('');
  expect(canCarry([{ name: 'a.toml', text: random }])).toBe(false);
  expect(toHash({ line: 'assault a.toml', files: [{ name: 'a.toml', text: random }] })).toBe('#assault%20a.toml');
});

test('the files that a line is about', () => {
  const commands = ['assault', 'plan', 'balance', 'compare', 'board', 'he'];
  const named = (line: string) => filesNamed(split(line), describe, commands);
  expect(named('assault')).toEqual(['assault.toml']);
  expect(named('plan --fixed hall.toml')).toEqual(['hall.toml']);
  expect(named('balance town --vary turns')).toEqual(['town']);
  expect(named('compare "assault a.toml" "plan --fixed b.toml" "8 vs 4-4-7"')).toEqual(['a.toml', 'b.toml']);
  expect(named('he 150 --map=chateau.toml --hex J8')).toEqual(['chateau.toml']);
  expect(named('he 150 --board 20 --hex J8')).toEqual([]);
  expect(named('12 vs 4-4-7')).toEqual([]);
  const others = [
    { from: 'a.toml', to: 'a-2.toml' },
    { from: 'assault.toml', to: 'assault-2.toml' },
  ];
  const renamed = (line: string) => renamedIn(line, others);
  expect(renamed('plan --fixed a.toml')).toBe('plan --fixed a-2.toml');
  expect(renamed('compare "assault a.toml" "assault b.toml"')).toBe('compare "assault a-2.toml" "assault b.toml"');
  expect(renamed('he 150 --map=a.toml')).toBe('he 150 --map=a-2.toml');
  // A link without a name is about a file of that name all the same.
  expect(renamed('assault')).toBe('assault assault-2.toml');
  expect(renamed('balance --vary turns --from 1 --to 3')).toBe('balance assault-2.toml --vary turns --from 1 --to 3');
});

test('a field is barred by what excludes it, or by what it lacks', () => {
  const attack = question('attack');
  const of = (key: string, inputs: Record<string, string[]>) =>
    barred(
      attack,
      attack.fields.find((field) => field.key === key)!,
      inputs,
    );
  expect(of('caliber', { fp: ['8'] })).toMatchObject({ insteadOf: 'fp' });
  // A map says the range, and what stands there.
  const he = question('he');
  const barrel = he.fields.find(({ key }) => key === 'barrel')!;
  expect(barred(he, barrel, { hex: ['J8'] }).field).toContain('only with range');
  expect(barred(he, barrel, { hex: ['J8'], from: ['F3'] }).field).toBeUndefined();
  expect(of('caliber', {}).field).toBeUndefined();
  expect(of('fire', {}).field).toContain('only with caliber');
  expect(of('x_number', {}).field).toContain('not with weapon');
  expect(of('x_number', { weapon: ['ft'] }).field).toBeUndefined();
  expect(of('weapon', { by: ['4-6-7'] }).choices.has('ft')).toBe(true);
  expect(of('tem', {}).field === undefined || of('terrain', {}).choices.get('pillbox') === undefined).toBe(true); // one of the two can be first
  const factory = (levels: string[]) =>
    barred(
      he,
      he.fields.find((field) => field.key === 'factory')!,
      { levels },
    );
  expect(factory(['2']).field).toContain('not with levels');
  expect(factory(['0']).field).toBeUndefined();
  expect(
    barred(
      he,
      he.fields.find((field) => field.key === 'levels')!,
      { factory: ['true'] },
    ).field,
  ).toBeUndefined(); // but 0 can be
});

test('completion knows what shells are told', async () => {
  const complete = async (words: string[]) => native('complete', '--', ...words);
  const completed = (line: string, at = line.length, files: string[] = []) => completions(line, at, complete, files);
  const offered = async (line: string, at = line.length, files: string[] = []) =>
    (await completed(line, at, files)).map(({ text }) => text);
  expect(await offered('')).toEqual([]);
  expect(await offered('at')).toEqual(['attack', 'atlas']);
  expect(await offered('attack 8 --ter')).toEqual(['--terrain']);
  expect(await offered('attack 8 --terrain sto')).toEqual(['stone', 'stone-rubble']);
  expect(await offered('he 150 st')).toEqual(['stone']);
  expect(await offered('attack 8 --target 4-4')).toContain('4-4-7');
  expect(await offered('attack 8 --target 4-4-7,p')).toEqual(['4-4-7,pinned']);
  expect(await offered('attack 8 --target 4-4-7 --ta')).toEqual([]); // it is there
  // Plain words: what may stand behind each of them.
  expect(await offered('12 vs 4-4-7 in olive')).toEqual(['olive-grove']);
  expect(await offered('12 vs ')).toContain('4-4-7');
  expect(await offered('12 vs ')).not.toContain('wood');
  expect(await offered('12 vs 4-4-7 in ')).toContain('wood');
  expect(await offered('12 vs 4-4-7 in ')).not.toContain('4-4-7');
  expect(await offered('12 by mg')).toContain('mg:5-12');
  expect(await offered('12 vs 4-4-7 i')).toEqual(['in']); // v is a word already
  // In the middle of a line the whole word is replaced.
  const [stone] = await completed('12 vs 4-4-7 in sto +1', 18);
  expect(stone).toMatchObject({ text: 'stone', from: 15, to: 18, goesOn: false });
  expect(await completed('12 vs 4-4-7 in stone +1', 17)).toMatchObject([{ text: 'stone', from: 15, to: 20 }, { text: 'stone-rubble' }]);
  // Files that were opened, and what goes on.
  expect(await offered('chain --map ', undefined, ['a.toml', 'bd20'])).toEqual(['a.toml', 'bd20']);
  expect(await completed('attack 8 --target 4-4-7,el')).toMatchObject([{ text: '4-4-7,elr=3', goesOn: false }]);
  expect(await offered('compare att')).toEqual(['"attack ']);
});

test('how a line is answered: as it says, unless a button says otherwise', () => {
  const by = (line: string, ...how: string[]) => join(answeredBy(split(line), how, describe));
  const instead = (line: string, ...how: string[]) => join(answeredInstead(split(line), how, describe));
  expect(by('attack 8 --target 4-4-7', '--method', 'exact')).toBe('attack 8 --target 4-4-7 --method exact');
  expect(by('attack 8 --target 4-4-7 --seed 7', '--method', 'exact')).toBe('attack 8 --target 4-4-7 --seed 7');
  const simulated = ['--method', 'both', '--trials', '100000'];
  expect(instead('attack 8 --seed 7 --target 4-4-7', ...simulated)).toBe('attack 8 --seed 7 --target 4-4-7 ' + join(simulated));
  expect(instead('12 vs 4-4-7 --method exact in wood', ...simulated)).toBe('12 vs 4-4-7 in wood ' + join(simulated));
  expect(instead('attack 8 --target 4-4-7 --Precision=0.1 --show 3', ...simulated)).toBe('attack 8 --target 4-4-7 ' + join(simulated));
  expect(instead('attack 8 --target 4-4-7 --seed 7', '--trials', '1', '--seed', '9')).toBe('attack 8 --target 4-4-7 --trials 1 --seed 9');
});

test('a line is a question, or has a view', () => {
  const commands = native('complete', '--', '')
    .split('\n')
    .map((each) => each.replace(/\t.*/, ''));
  const view = (line: string) => viewOf(split(line), describe, commands);
  const views = {
    'attack 8 --target 4-4-7': undefined,
    'npx boxcars attack 8': undefined,
    '12 vs 4-4-7': undefined,
    'assault --turns 3 --location "J8 building=wood levels=0"': undefined,
    assault: 'assault',
    'assault chateau.toml --turns 8': 'assault',
    'plan rush.toml': 'assault',
    'balance rush.toml --vary turns': 'assault',
    'atlas bd20': 'board',
    save: 'save',
    'save game.vsav': 'save',
    'danger --board 20 --unit 4-6-7': 'save',
    'attack --save game.vsav --from G4 --hex H5': 'save',
    'compare "8 vs 4-4-7" "4 vs 4-4-7"': 'compare',
    help: 'text',
    'help attack': 'text',
    'attack --help': 'text',
    'attack help': 'text',
    'terrain stone': 'text',
    describe: 'text',
    'assault --example': 'text',
  };
  for (const [line, name] of Object.entries(views)) expect(view(line), line).toBe(name);
  const asked = (line: string) => questionOf(split(line), describe, commands)?.join(' ');
  expect(asked('boxcars 12 vs 4-4-7 --explain')).toBe('12 vs 4-4-7');
  expect(asked('balance rush.toml --vary turns --from 1 --to 3')).toBe('assault rush.toml');
  expect(asked('plan --turns 3 rush.toml')).toBe('plan rush.toml --turns 3');
  expect(asked('compare a b')).toBeUndefined();
  expect(asked('save game.vsav')).toBeUndefined();
  expect(asked('attack --save game.vsav --from G4')).toBe('attack --save game.vsav --from G4');
});

test('the words beside a bar never reach its figures', () => {
  for (const label of ['any broken or eliminated', 'WWWWWWWWWWWWWWWW', 'i', 'a very long name of an event which no line has room for'])
    for (const width of [200, 296, 320, 500]) {
      const svg = bars([{ label, exact: 0.00754e-2, estimate: 0.00008, low: 0.00007, high: 0.00009 }], {
        width,
        title: 't',
        simulated: true,
      });
      const isLower = svg.includes('translate(0 18)');
      const shown = /<text[^>]*>([^<]*)<\/text>/.exec(svg)![1]!;
      const figures = widthOf('0.00754%', 14, true) + 10 + widthOf('0.008%', 14);
      expect(widthOf(shown, 14) + (isLower ? 0 : figures), `${label} at ${width}`).toBeLessThanOrEqual(width);
    }
});

test('hexes are where they are', () => {
  const grid = standardGrid(33, 10);
  expect(centerOf(grid, placeOf('A1')!)).toEqual({ x: 0, y: 32.25 });
  expect(centerOf(grid, placeOf('B0')!)).toEqual({ x: 56.25, y: 0 });
  expect(placeOf('GG10')).toEqual({ column: 32, row: 9 });
  for (const place of places(grid)) {
    expect(placeOf(nameOf(place))).toEqual(place);
    const { x, y } = centerOf(grid, place);
    expect(hexAt(grid, x + 12, y - 9)).toEqual(place);
  }
});

test('hexes of a board that does not begin at A1 are where they are', () => {
  for (const first of ['Q1', 'A11', 'Q11']) {
    const grid = standardGrid(17, 20, first);
    const all = [...places(grid)];
    expect(all).toHaveLength(17 * 20 + 8);
    expect(nameOf(all[0]!)).toBe(first);
    expect(centerOf(grid, placeOf(first)!)).toEqual({ x: 0, y: 32.25 });
    expect(nameOf(hexAt(grid, -30, -30))).toBe(first);
    expect(nameOf(hexAt(grid, 16 * 56.25 + 9, 20 * 64.5 - 9))).toBe(nameOf(all.at(-1)!));
    for (const place of all) {
      const { x, y } = centerOf(grid, place);
      expect(hexAt(grid, x + 12, y - 9)).toEqual(place);
      expect(within(grid, place)).toEqual(place);
    }
  }
  const grid = standardGrid(17, 20, 'Q1');
  expect(nameOf(hexAt(grid, 56.25, 64.5))).toBe('R1');
  expect(nameOf(within(grid, { column: 99, row: 99 }))).toBe('GG20');
});

test('hexes of a table of boards are called as those have them', () => {
  const plain = standardGrid(3, 2);
  const names = [...places(plain)].map((place) => `20-${nameOf(place)}`);
  const table = namedGrid({ board: '20+21', columns: 3, rows: 2, hexes: names.map((hex) => ({ hex })) });
  for (const place of places(plain)) {
    const name = `20-${nameOf(place)}`;
    expect(placeOn(table, name)).toEqual(place);
    expect(nameOn(table, place)).toBe(name);
  }
  expect(placeOn(table, 'B1')).toBeNull();
  const turned = namedGrid({
    board: '20r',
    columns: 3,
    rows: 2,
    hexes: [...places(plain)].reverse().map((place) => ({ hex: nameOf(place) })),
  });
  expect(placeOn(turned, 'C2')).toEqual({ column: 0, row: 0 });
  const one = namedGrid({ board: '20', columns: 3, rows: 2, hexes: [{ hex: 'B1' }] });
  expect(placeOn(one, 'B1')).toEqual({ column: 1, row: 1 });
});

test('units are taken apart and put together', () => {
  for (const text of ['4-4-7', '2x4-6-7,broken', '3x4-4-7,elr=3', 'hs:2-4-7', '9-1', '6+1', '1=crew:2-2-8,gun=75AT', 'mg:5-12'])
    expect(textOf(unitOf(text)!)).toBe(text);
  expect(unitOf('nonsense')).toBeNull();
  expect(stepped('4-6-7', 2, 1)).toBe('4-6-8');
  expect(stepped('8-0', 1, -1)).toBe('8+1');
  expect(stepped('8+1', 1, 1)).toBe('8-0');
  expect(stepped('9-1', 1, 1)).toBe('9-2');
});

test('a message is what the program said last', () => {
  const note = '{"kind":"note","field":null,"problem":"left out: x","why":"","instead":""}';
  const fault = '{"kind":"refused","field":"fp","problem":"p","why":"w","instead":"i","file":"a.toml","line":11,"column":6}';
  expect(lastMessage(`${note}\n${fault}\n`)).toEqual({ ...(JSON.parse(fault) as object), kind: 'refused' });
  expect(refusalOf(fault)).toEqual({ field: 'fp', problem: 'p', why: 'w', instead: 'i', file: 'a.toml', line: 11, column: 6 });
  expect(lastMessage('out of memory')).toMatchObject({ kind: 'failed', problem: 'out of memory' });
});

test('odds keep the digits that tell', () => {
  expect([0, 1, 0.138888888889, 0.00257201646091, 2.2249966169e-6, 0.999851396871].map(percent)).toEqual([
    '0%',
    '100%',
    '13.89%',
    '0.257%',
    '0.000222%',
    '99.9851%',
  ]);
});

test('the numbers of an assault by their paths', () => {
  const toml =
    'schema = 1\nturns = 6\n[[shot]]\nfp = 12 # FP\nname = "MGs"\ndrm = -1\n[rally]\ndrm = -1\n[[location]]\nname = "J8.1"\nlevel = 1\n';
  expect(pathsOf(toml).map(({ path, value }) => `${path}=${value}`)).toEqual([
    'turns=6',
    'shot.MGs.fp=12',
    'shot.MGs.drm=-1',
    'rally.drm=-1',
    'location.J8.1.level=1',
  ]);
});

test('an answer has its pictures without a document', () => {
  const asked = [
    ['attack', '8', '--target', '2x4-4-7', '9-1'],
    ['attack', '8', '--target', '4-4-7', '--method', 'simulate', '--trials', '10k'],
    ['compare', 'attack 8 --target 4-4-7', 'attack 4 --target 4-4-7', '--method', 'exact'],
    ['balance', '../factory-hall.toml', '--vary', 'turns', '--from', '1', '--to', '3', '--method', 'exact'],
    [
      'balance',
      '../factory-hall.toml',
      '--vary',
      'turns',
      '--values',
      '2,3',
      '--vary',
      'shot.MGs.fp',
      '--values',
      '4,8',
      '--method',
      'exact',
    ],
  ];
  for (const words of asked) {
    const drawn = pictures({ answer: JSON.parse(native(...words, '--format', 'json')) as Pictured['answer'] }, { width: 320 });
    expect(drawn.length).toBeGreaterThan(0);
    for (const { svg } of drawn) expect(svg).toMatch(/^<svg viewBox=(?!.*(NaN|undefined|Infinity)).*<\/svg>$/);
  }
});

test('the native program is run for the page of its own server alone', () => {
  const asks = (host: string, origin: string | undefined, method = 'POST') => asksItself({ method, headers: { host, origin } });
  expect(asks('localhost:5173', 'http://localhost:5173')).toBe(true);
  expect(asks('127.0.0.1:5173', 'http://127.0.0.1:5173')).toBe(true);
  expect(asks('localhost:5173', 'http://localhost:5173', 'GET')).toBe(false);
  expect(asks('localhost:5173', undefined)).toBe(false);
  for (const origin of ['null', 'http://localhost:8000', 'https://localhost:5173', 'http://example.org'])
    expect(asks('localhost:5173', origin), origin).toBe(false);
  expect(asks('example.org:5173', 'http://example.org:5173')).toBe(false); // which its owner has led here
});

test('a pipe among the files that are served keeps nobody waiting', async () => {
  const folder = mkdtempSync(joined(tmpdir(), 'boxcars-'));
  writeFileSync(joined(folder, 'index.html'), 'here');
  execFileSync('mkfifo', [joined(folder, 'pipe')]);
  const server = await serve(folder, 0);
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect((await fetch(at + 'pipe')).status).toBe(404);
  expect(await (await fetch(at)).text()).toBe('here');
  server.close();
  rmSync(folder, { recursive: true });
});
