// The native program, the engine in node and the engine in a browser give the same bytes: node web/tests/same_bytes.mjs [PROGRAM]
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { words_of } from '../npm/words.mjs';
import { serve } from '../serve.mjs';
import { make_files } from './files.mjs';
import { chromium_options } from './support/chromium.mjs';

const checkout = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const program = path.resolve(process.argv[2] ?? path.join(checkout, 'build/release/boxcars'));
const engine_folder = path.join(checkout, 'build/web/engine');
const text_of = (name) => fs.readFileSync(path.join(checkout, name), 'utf8');

// What the native program says only to those who wait.
const progress =
  /^boxcars: (solving: .*|[\d,]+ trials.*|[\d,]+ of .*( trials \(.*| settings| hex(es)?)|\d+ of \d+ boards read|\d+ settings to try)\n/gm;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'boxcars-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const files_below = (top) =>
  fs.readdirSync(top, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(top, entry.name);
    return entry.isDirectory() ? files_below(name) : [name];
  });

// A command line: what is set before it, its arguments, and the file of its standard input.
const read = (line) => {
  const words = words_of(line.replace(/ < (\S+)$/, ''));
  const env = {};
  while (/^[A-Z_]+=/.test(words[0] ?? '')) {
    const [name, value] = words.shift().split('=');
    env[name] = value;
  }
  const stdin = / < (\S+)$/.exec(line)?.[1];
  const output = words.indexOf('--output');
  return {
    line,
    args: words,
    env,
    stdin: stdin ? fs.readFileSync(path.join(folder, stdin), 'utf8') : '',
    output: output < 0 ? undefined : words[output + 1],
  };
};

const native = ({ args, env, stdin }) => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    input: stdin,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { LC_ALL: 'C.UTF-8', BOXCARS_BOARDS: 'boards', ...env },
  });
  return { status, stdout, stderr: stderr.replace(progress, '') };
};

const options_of = ({ env, stdin }) => ({
  stdin,
  columns: Number(env.COLUMNS ?? 0),
  unicode: env.LC_ALL !== 'C',
  boardFolders: ['boards'],
});

const documented = () => {
  const pages = [
    'README.md',
    ...fs
      .readdirSync(path.join(checkout, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const commands = pages.flatMap((page) => [...text_of(page).matchAll(/^\$ (?:\.\/run\.sh|boxcars) (.*)$/gm)].map((found) => found[1]));
  return commands.map((command) => command.replace(/ [|>] .*/, '')).filter((command) => !/^(study|balance)|\/tmp\//.test(command)); // no studies here; those of balance take a minute
};
const refused = () => [...text_of('tests/snapshots/errors.txt').matchAll(/^\$ boxcars (.*)$/gm)].map((found) => found[1]);
const described = () =>
  JSON.parse(spawnSync(program, ['describe'], { encoding: 'utf8' }).stdout).questions.flatMap((question) =>
    question.examples.map((example) => example.replace(/^boxcars /, '')),
  );

const all_lines = () => {
  const own = text_of('web/tests/lines.txt')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  return [...new Set([...own, ...documented(), ...refused(), ...described()])].map(read);
};

// Run in node and in the page: what each line gives, with the file that it makes, which is gone for the next one.
const answers_of = (engine, lines, output_of) => {
  const results = [];
  for (const { args, options, output } of lines) {
    const began = performance.now();
    const { status, stdout, stderr } = engine.run(args, options);
    results.push({ status, stdout, stderr, written: output_of(output), took: performance.now() - began });
  }
  return results;
};

const taken = (output) => {
  const file = output && path.join(folder, output);
  if (!file || !fs.existsSync(file) || !fs.statSync(file).isFile()) return undefined;
  const text = fs.readFileSync(file, 'utf8');
  if (!output.startsWith('experiments')) fs.rmSync(file);
  return text;
};

const in_node = async (lines) => {
  const { default: createEngine } = await import(path.join(engine_folder, 'boxcars.mjs'));
  const { at_home } = await import('../npm/host.mjs');
  return answers_of(at_home(await createEngine(), folder), lines, taken);
};

// In the page: an engine, in a folder with these files, kept for `run_in_page`. Nothing is fetched later: the server is in this process, which
// then waits for the native program.
const load_in_page = async (files) => {
  const { default: createEngine } = await import('/boxcars.mjs');
  const engine = await createEngine();
  const { FS } = engine;
  FS.mkdir('/asked');
  FS.chdir('/asked');
  for (const [name, bytes, folder] of files) {
    let made = '';
    for (const part of folder.split('/').filter(Boolean))
      if (!FS.analyzePath((made += `/asked/${part}`.slice(made ? 6 : 0))).exists) FS.mkdir(made);
    if (name)
      FS.writeFile(
        name,
        Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)),
      );
  }
  window.engine = engine;
};

const run_in_page = ([lines, source]) => {
  const { engine } = window;
  const { FS } = engine;
  const taken = (output) => {
    if (!output || !FS.analyzePath(output).exists || !FS.isFile(FS.stat(output).mode)) return undefined;
    const text = FS.readFile(output, { encoding: 'utf8' });
    if (!output.startsWith('experiments')) FS.unlink(output);
    return text;
  };
  return eval(`(${source})`)(engine, lines, taken);
};

// Begins: the answers come while this process does something else.
const begin_in_browser = async (lines) => {
  const { chromium } = await import('playwright-core');
  const server = await serve(engine_folder, 0);
  const browser = await chromium.launch(chromium_options);
  const end = async () => {
    await browser.close();
    server.close();
  };
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/boxcars.mjs`);
    const files = files_below(folder).map((name) => [
      path.relative(folder, name),
      fs.readFileSync(name).toString('base64'),
      path.dirname(path.relative(folder, name)).replace(/^\.$/, ''),
    ]);
    await page.evaluate(load_in_page, [...files, ['', '', 'folder']]);
    const answers = page.evaluate(run_in_page, [lines, answers_of.toString()]).finally(end);
    return () => answers;
  } catch (error) {
    await end();
    throw error;
  }
};

const shown = (text) => (text === undefined ? 'nothing' : JSON.stringify(text.length > 400 ? `${text.slice(0, 400)}...` : text));
const first_difference = (a = '', b = '') => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) ++at;
  return [a, b].map((text) => shown(text.slice(Math.max(0, at - 60), at + 120)));
};

const fresh = () => {
  for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name), { recursive: true });
  make_files(folder, path.join(checkout, 'experiments'));
};

fresh();
const lines = all_lines();
const asked = lines.map((line) => ({ args: line.args, options: options_of(line), output: line.output }));
const told = (what, began) => console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
const of_browser = await begin_in_browser(asked);
let began = performance.now();
const wanted = lines.map((line) => ({ ...native(line), written: taken(line.output) }));
told(`${lines.length} command lines, native`, began);

let failures = 0;
for (const [where, ask] of [
  ['in node', in_node],
  ['in a browser, begun beside the native program: the rest', of_browser],
]) {
  fresh();
  began = performance.now();
  const found = await ask(asked);
  told(where, began);
  if (process.env.SLOWEST)
    for (const i of found
      .map((_, i) => i)
      .sort((a, b) => found[b].took - found[a].took)
      .slice(0, Number(process.env.SLOWEST)))
      console.log(`  ${Math.round(found[i].took)} ms: ${lines[i].line}`);
  for (const [i, line] of lines.entries()) {
    for (const part of ['status', 'stdout', 'stderr', 'written']) {
      const [a, b] = [wanted[i][part], found[i][part] ?? undefined];
      if (a === b) continue;
      ++failures;
      const [native_part, web_part] = typeof a === 'string' && typeof b === 'string' ? first_difference(a, b) : [a, b].map(String);
      console.log(`${where}, ${part} of: ${line.line}\n  native ${native_part}\n  web    ${web_part}`);
    }
  }
}
if (lines.length < 200) throw new Error(`only ${lines.length} command lines`);
console.log(failures === 0 ? `the same bytes, native, in node and in a browser: ${lines.length} command lines` : `${failures} differences`);
process.exitCode = failures === 0 ? 0 : 1;
