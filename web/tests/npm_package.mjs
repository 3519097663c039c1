// The npm package, packed and installed into an empty folder, does what its README says: node web/tests/npm_package.mjs [PROGRAM]
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const checkout = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const program = path.resolve(process.argv[2] ?? path.join(checkout, 'build/release/boxcars'));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'boxcars-npm-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const env = { PATH: process.env.PATH, HOME: process.env.HOME, LC_ALL: 'C.UTF-8' };
const called = (command, args, options = {}) => spawnSync(command, args, { cwd: folder, encoding: 'utf8', env, ...options });
const done = (...how) => {
  const { status, stdout, stderr } = called(...how);
  assert.equal(status, 0, stderr);
  return stdout;
};

const packed = done('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: path.join(checkout, 'build/web/npm') }).trim();
done('npm', ['init', '--yes']);
done('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', `./${packed}`]);
fs.copyFileSync(path.join(checkout, 'experiments/maps/chateau.toml'), path.join(folder, 'chateau.toml'));

const installed = path.join(folder, 'node_modules/boxcars');
const bin = path.join(installed, 'bin.mjs');
const boxcars = (args, options) => called('node', [bin, ...args], options);
const native = (args, options) => called(program, args, options);
const { run, ask, describe } = await import(pathToFileURL(path.join(installed, 'index.mjs')));
const { words_of } = await import(pathToFileURL(path.join(installed, 'words.mjs')));
const { engine_argument, engine_path, board_folders, in_utf8 } = await import(pathToFileURL(path.join(installed, 'host.mjs')));

test('npx boxcars prints what the native program prints', () => {
  const args = ['attack', '8', '--target', '4-4-7'];
  assert.equal(done('npx', ['--offline', 'boxcars', ...args]), native(args).stdout);
});

test('the example in JavaScript has the odds of the native program', () => {
  fs.copyFileSync(path.join(checkout, 'examples/javascript/best_gun.mjs'), path.join(folder, 'best_gun.mjs'));
  const lines = done('node', ['best_gun.mjs']).trim().split('\n');
  assert.equal(lines.length, 3);
  const asked = ['he', '150', 'stone', '1', '--level', '1', '--occupant', '1=4-6-7', '--own', '1', '--to-hit', '7', '--method', 'exact', '--format', 'json'];
  const { events } = JSON.parse(native(asked).stdout);
  const odds = (name) => 100 * events.find((event) => event.name === name).exact;
  const [out, buried] = [odds('any broken or eliminated').toFixed(1), odds('own men buried').toFixed(2)];
  assert.equal(lines[2], `150mm: out of it ${out}%, own men buried ${buried}%`);
});

test('files are read and written, standard input is, and what is wrong is said', () => {
  const map = ['he', '150', '--map', 'chateau.toml', '--hex', 'J8', '--trials', '10k', '--format', 'json'];
  assert.equal(boxcars(map).stdout, native(map).stdout);
  assert.equal(boxcars([...map, '--output', 'answer.json']).status, 0);
  assert.equal(fs.readFileSync(path.join(folder, 'answer.json'), 'utf8'), native(map).stdout);
  const absolute = ['board', path.join(folder, 'chateau.toml')];
  assert.equal(boxcars(absolute).stdout, native(absolute).stdout);
  for (const args of [
    ['attack', '8', '--target'],
    ['he', '150', '--map', 'nowhere.toml', '--hex', 'J8'],
    [...map, '--output', 'chateau.toml'],
  ]) {
    const [ours, theirs] = [boxcars(args), native(args)];
    assert.deepEqual([ours.status, ours.stdout, ours.stderr], [2, '', theirs.stderr]);
  }
  const input = '{"question": "breach", "inputs": {"building": "stone"}}\n{"question": "nothing"}\n';
  const [ours, theirs] = [boxcars(['ask', '-'], { input }), native(['ask', '-'], { input })];
  assert.deepEqual([ours.status, ours.stdout], [2, theirs.stdout]);
});

test('the width of the terminal is heeded', () => {
  for (const more of [{ COLUMNS: '40' }, { LC_ALL: 'C' }]) {
    const args = ['he', '150', 'stone', '2', '--occupant', '1=4-4-7'],
      options = { env: { ...env, ...more } };
    assert.equal(boxcars(args, options).stdout, native(args, options).stdout);
  }
});

const in_time = (promise, what) =>
  Promise.race([promise, new Promise((_, reject) => setTimeout(() => reject(new Error(what)), 60_000).unref())]);
const ended = (child) =>
  in_time(new Promise((resolve) => child.on('close', (status, signal) => resolve({ status, signal }))), 'does not end');

test('a line of ask is answered before the next one comes', async () => {
  const child = spawn('node', [bin, 'ask'], { cwd: folder, env });
  for (const building of ['stone', 'wood']) {
    child.stdin.write(JSON.stringify({ question: 'breach', inputs: { building }, method: 'exact' }) + '\n');
    const line = await in_time(new Promise((resolve) => child.stdout.once('data', resolve)), 'no answer');
    assert.equal(JSON.parse(line).inputs.building, building);
  }
  child.stdin.end();
  assert.deepEqual(await ended(child), { status: 0, signal: null });
});

test('Ctrl-C prints what is done, and ends who waits for standard input', { skip: process.platform === 'win32' }, async () => {
  const child = spawn('node', [bin, 'attack', '8', '--target', '4-4-7', '--trials', '1e14', '--method', 'simulate'], { cwd: folder, env });
  let out = '',
    err = '';
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => {
    if (!err) child.kill('SIGINT'); // the first line of progress
    err += text;
  });
  assert.deepEqual(await ended(child), { status: 130, signal: null });
  assert.match(err, /^boxcars: [\d,]+ of [\d,]+ trials .*left\n.*interrupted; these are the [\d,]+ trials done so far\n$/s);
  assert.match(out, /1:4-4-7 eliminated/);

  const waits = spawn('node', [bin, 'ask', '-'], { cwd: folder, env });
  waits.stdin.write('{"question": "breach", "inputs": {"building": "stone"}, "method": "exact"}\n');
  await in_time(new Promise((resolve) => waits.stdout.once('data', resolve)), 'no answer');
  setTimeout(() => waits.kill('SIGINT'), 300);
  assert.deepEqual(await ended(waits), { status: null, signal: 'SIGINT' });
});

// What ends by a signal that was heard has not answered all that it was asked.
const interrupted_by = async (args, signal, when, options = {}) => {
  const child = spawn('node', [bin, ...args], { cwd: folder, env, ...options });
  child.stdout.on('data', () => {});
  await when(child);
  child.kill(signal);
  const how = await ended(child);
  assert.ok(how.status === 130 || how.signal === signal, JSON.stringify(how));
};
const answers = (child) => in_time(new Promise((resolve) => child.stdout.once('data', resolve)), 'no answer');
const line_of_ask = JSON.stringify({ question: 'breach', inputs: { building: 'stone' }, method: 'exact' }) + '\n';

test('Ctrl-C is heard among many short answers', { skip: process.platform === 'win32' }, async () => {
  fs.writeFileSync(path.join(folder, 'many.jsonl'), line_of_ask.repeat(100_000));
  for (const signal of ['SIGINT', 'SIGTERM']) {
    await interrupted_by(['ask', 'many.jsonl'], signal, answers);
    const yes = spawn('yes', [line_of_ask.trim()], { stdio: ['ignore', 'pipe', 'ignore'] });
    await interrupted_by(['ask', '-'], signal, answers, { stdio: [yes.stdout, 'pipe', 'pipe'] });
    yes.kill();
  }
});

test('Ctrl-C is heard while it solves and throws', { skip: process.platform === 'win32' }, async () => {
  const soon = () => new Promise((resolve) => setTimeout(resolve, 1500));
  const target = ['--target', '10-2', '1x4-4-7', '2x9-1,bml=6', '3x9-1'];
  await interrupted_by(['attack', '12', ...target, '--drm', '-3', '--moving', 'normal', '--method', 'exact'], 'SIGINT', soon);
  const large = ['--target', '12x4-4-7', '8+1', 'crew:2-2-7', 'hs:2-4-7,elr=0', '--then', '8', '--then', '4'];
  await interrupted_by(['attack', '12', ...large, '--method', 'simulate', '--trials', '100M'], 'SIGINT', soon);
});

test('output that cannot be written is told', { skip: !fs.existsSync('/dev/full') }, () => {
  const args = ['attack', '8', '--target', '4-4-7'];
  const into_full = { stdio: ['ignore', fs.openSync('/dev/full', 'w'), 'pipe'] };
  const [ours, theirs] = [boxcars(args, into_full), native(args, into_full)];
  assert.deepEqual([ours.status, ours.stderr], [1, theirs.stderr]);
  const lines = { input: line_of_ask.repeat(3), stdio: ['pipe', fs.openSync('/dev/full', 'w'), 'pipe'] };
  assert.deepEqual([boxcars(['ask'], lines).status, boxcars(['ask'], lines).stderr], [1, native(['ask'], lines).stderr]);
});

test('an argument is one argument', async () => {
  const args = ['attack', '8', '--target', '4-4-7\0--output\0x'];
  await assert.rejects(run(args), TypeError);
  await assert.rejects(run('describe at\0tack'), TypeError);
  await assert.rejects(describe('at\0tack'), TypeError);
  assert.ok(!fs.existsSync(path.join(folder, 'x')));
  const { default: create } = await import(pathToFileURL(path.join(installed, 'engine/boxcars.mjs')));
  const engine = await create();
  assert.throws(() => engine.run(args), TypeError);
  assert.throws(() => engine.run(['attack'], { boardFolders: ['a\0b'] }), TypeError);
});

test('run, ask and describe', async () => {
  const native_json = native(['attack', '8', '--target', '4-4-7', '--format', 'json']).stdout;
  assert.deepEqual(await run('attack 8 --target 4-4-7 --format json'), { status: 0, stdout: native_json, stderr: '' });
  assert.equal((await run(['attack', 8, '--target', '4-4-7', '--format', 'json'])).stdout, native_json);
  assert.equal((await run("boxcars attack 8 --target '4-4-7' --format=json")).stdout, native_json);
  assert.deepEqual((await run('attack 8 --target')).status, 2);
  assert.equal(
    (await run('enter wood 1', { columns: 40 })).stdout,
    native(['enter', 'wood', '1'], { env: { ...env, COLUMNS: '40' } }).stdout,
  );
  const question = { question: 'attack', inputs: { fp: 8, target: ['4-4-7'] } };
  assert.deepEqual(await ask(question), JSON.parse(native_json));
  const answers = await ask([question, { question: 'kindle', inputs: { terrain: 'wood', drm: 99 } }]);
  assert.deepEqual(
    answers.map(({ error }) => error?.field),
    [undefined, 'drm'],
  );
  assert.deepEqual(await ask([]), []);
  assert.deepEqual(
    (await describe('cc')).questions.map(({ name }) => name),
    ['cc'],
  );
  assert.deepEqual(await describe(), JSON.parse(native(['describe']).stdout));
  await assert.rejects(describe('nothing'), /question 'nothing' is unknown|nothing/);
});

test('a long question tells how far it is, and can be stopped', async () => {
  const stop = new AbortController();
  const told = [];
  const onProgress = (how_far) => (told.push(how_far), stop.abort());
  await assert.rejects(run('attack 8 --target 4-4-7 --trials 1e14', { signal: stop.signal, onProgress }), { name: 'AbortError' });
  assert.match(told[0], /trials/);
  assert.equal((await run('enter wood 1')).status, 0);
  await assert.rejects(run('enter wood 1', { signal: AbortSignal.abort() }), { name: 'AbortError' });
});

test('words as a shell has them', () => {
  assert.deepEqual(words_of(`  a 'b c' "d \\" e" f\\ g '' h"i"'j'\n`), ['a', 'b c', 'd " e', 'f g', '', 'hij']);
  assert.throws(() => words_of("a 'b"), SyntaxError);
});

test('paths of Windows are those of the engine', () => {
  assert.equal(engine_path('c:\\boards\\bd20'), '/C:/boards/bd20');
  assert.equal(engine_argument('maps\\a.toml', true), 'maps/a.toml');
  assert.equal(engine_argument('--map=D:\\a b.toml', true), '--map=/D:/a b.toml');
  assert.equal(engine_argument('a\\b', false), 'a\\b');
  assert.equal(engine_argument('J8=stone:3', true), 'J8=stone:3');
  assert.deepEqual(board_folders({ BOXCARS_BOARDS: 'E:\\b', USERPROFILE: 'C:\\Users\\x' }, true).slice(0, 2), [
    '/E:/b',
    '/C:/Users/x/boards',
  ]);
  assert.deepEqual(
    [
      in_utf8({}, 'linux'),
      in_utf8({}, 'win32'),
      in_utf8({ LANG: 'de_DE.utf8' }, 'linux'),
      in_utf8({ LC_ALL: 'C', LANG: 'C.UTF-8' }, 'darwin'),
    ],
    [false, true, true, false],
  );
});

test('the examples of its README', () => {
  const page = fs.readFileSync(path.join(installed, 'README.md'), 'utf8');
  const block = (language) => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page)[1];
  for (const line of block('sh').trim().split('\n')) done('sh', ['-c', line.replace(/^npx /, 'npx --offline ')]);
  fs.writeFileSync(path.join(folder, 'example.mjs'), block('js'));
  assert.match(done('node', ['example.mjs']), /^IFT \S+ 0\.\d+\n$/);
});

test('its types have every input that describe has, and every key of an answer', () => {
  const types = fs.readFileSync(path.join(folder, 'node_modules/boxcars/index.d.ts'), 'utf8');
  const members = (name) => {
    const [, inside] = new RegExp(`export interface ${name} {\\n([^]*?)\\n}\\n`).exec(types) ?? assert.fail(name);
    return [...inside.matchAll(/^  (\w+)\??:/gm)].map(([, key]) => key).sort();
  };
  const keys = (fields) => fields.map(({ key }) => key).sort();
  const { questions, common } = JSON.parse(native(['describe']).stdout);
  for (const { name, fields } of questions) assert.deepEqual(members(name[0].toUpperCase() + name.slice(1) + 'Inputs'), keys(fields));
  assert.deepEqual(members('Common'), keys(common));
  assert.deepEqual(members('Inputs'), questions.map(({ name }) => name).sort());
  const { definitions } = JSON.parse(fs.readFileSync(path.join(checkout, 'docs/schema/answer.json'), 'utf8'));
  const { error, ...answer } = Object.fromEntries(members('Answer').map((key) => [key, true]));
  assert.ok(error);
  assert.deepEqual(Object.keys(answer), Object.keys(definitions.answer.properties).sort());
  assert.deepEqual(members('Event'), Object.keys(definitions.event.properties).sort());
  assert.deepEqual(members('Measure'), Object.keys(definitions.measure.properties).sort());
  assert.deepEqual(members('Decision'), Object.keys(definitions.answer.properties.decisions.items.properties).sort());
});

test('its types', { skip: !fs.existsSync(path.join(checkout, 'web/node_modules/typescript')) }, () => {
  const file = path.join(folder, 'types.mts');
  fs.writeFileSync(
    file,
    `import { run, ask, describe, type Question } from 'boxcars';
const { status }: { status: number } = await run('enter wood 1', { signal: AbortSignal.timeout(1000) });
const question: Question = { question: 'attack', inputs: { fp: 8, target: ['4-4-7'], cowering: 'none' }, trials: '10k' };
const answer = await ask(question);
if (!answer.error) console.log(answer.events[0].exact, status);
// @ts-expect-error: no such question
await ask({ question: 'attac' });
// @ts-expect-error: no such input
await ask({ question: 'attack', inputs: { fpp: 8 } });
console.log((await describe('attack')).questions[0].fields.map((field) => field.kind));
`,
  );
  const tsc = path.join(checkout, 'web/node_modules/typescript/bin/tsc');
  const { status, stdout } = called('node', [
    tsc,
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--lib',
    'es2022,dom',
    '--types',
    '',
    file,
  ]);
  assert.equal(status, 0, stdout);
});
