import { expect, test, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { board, native } from './support/native';

// Pages that the program writes (--format html), opened as files.

let folder = '';
test.beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'boxcars-html-'))));
test.afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, ...words: string[]): string {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, native(...words, '--format', 'html'));
  return pathToFileURL(file).href;
}

/** The page of a study of attacks at a 4-4-7. */
function ofStudy(name: string, sweep: string, inputs = ''): string {
  const study = join(folder, `${name}.toml`);
  const store = join(folder, `${name}.sqlite`);
  const head = `schema = 1\nname = "${name}"\nquestion = "attack"\nmethod = "exact"\n`;
  writeFileSync(study, `${head}[inputs]\ntarget = ["4-4-7"]\n${inputs}\n[sweep]\n${sweep}\n`);
  native('study', 'run', study, '--store', store);
  return written(name, 'study', 'export', store);
}

async function open(page: Page, url: string): Promise<string[]> {
  const wrong: string[] = [];
  page.on('console', (message) => wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('request', (request) => request.url() !== url && wrong.push(request.url()));
  await page.goto(url);
  return wrong;
}

const titles = (page: Page) => page.locator('#pictures figcaption').allTextContents();

test('an answer has its pictures, and needs nothing else', async ({ page }) => {
  const wrong = await open(page, written('attack', 'attack', '12', '--target', '9-1', '2x4-6-7'));
  await expect(page.locator('#pictures svg').first()).toBeVisible();
  expect(await titles(page)).toEqual([
    'all together',
    'IFT',
    '1:9-1',
    ...['eliminated', 'broken', 'pinned', 'reduced', 'unharmed'].map((fate) => `2:2x4-6-7 ${fate}`),
    'units broken or eliminated',
    'units eliminated',
  ]);
  await expect(page.locator('#pictures')).toContainText('exact and simulated, with its 95% interval');
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(wrong).toEqual([]);
});

test('a question about a map shows it, with its odds', async ({ page }) => {
  const wrong = await open(page, written('chain', 'chain', '--map', 'chateau.toml', '--hex', 'J8', '--method', 'exact'));
  expect((await titles(page))[0]).toMatch(/^map chateau.toml: how likely each hex is rubbled \(■/);
  const map = page.locator('#pictures svg').first();
  await expect(map.locator('title', { hasText: 'I9 5.6%' })).toHaveCount(1);
  await expect(map.locator('title', { hasText: 'J8 stone' })).toHaveCount(1);
  expect(wrong).toEqual([]);
  const men = ['--own', 'K9', 'I9', '--afv', 'I9,ot', 'here'];
  await open(page, written('men', 'chain', '--map', 'chateau.toml', '--hex', 'J8', ...men, '--method', 'exact'));
  expect((await titles(page))[0]).toContain('own: your own men');
  const counters = await map.locator('g > title').allTextContents();
  expect(counters.sort()).toEqual(['I9: an AFV', 'I9: your own men', 'J8: an AFV', 'K9: your own men']);
  await open(page, written('he', 'he', '150', 'stone', '2', '--method', 'exact'));
  expect((await titles(page)).join()).not.toContain('map');
});

test('an attack from hex to hex has its line of fire, with the odds', async ({ page }) => {
  const hexes = ['--map', 'chateau.toml', '--from', 'G6', '--hex', 'J8'];
  await open(page, written('fire', 'attack', '--by', '2x4-6-7', '--target', '4-4-7', ...hexes, '--method', 'exact'));
  const map = page.locator('#pictures svg').first();
  await expect(map.locator('line')).toHaveCount(2); // one is its light edge
  await expect(map).toContainText('breaks 14%');
});

test('comparisons, balances, atlases, boards and plans have theirs', async ({ page }) => {
  const file = '../../examples/two-floors.toml';
  const asked: [string, string[], string[]][] = [
    ['compare', ['compare', 'attack 8 --target 4-4-7', 'attack 4 --target 4-4-7', '--method', 'exact'], ['compared']],
    ['balance', ['balance', '../factory-hall.toml', '--vary', 'turns', '--values', '2,3', '--method', 'exact'], ['attacker wins']],
    ['atlas', ['atlas', 'chateau.toml'], ['board chateau: hexes that falling rubble buries if it comes down, on average']],
    ['board', ['board', 'chateau.toml'], ['board chateau']],
    ['plan', ['plan', file, '--method', 'exact'], ['all together']],
  ];
  for (const [name, words, expected] of asked) {
    const wrong = await open(page, written(name, ...words));
    await expect(page.locator('#pictures svg').first()).toBeVisible();
    for (const [i, title] of expected.entries()) expect((await titles(page))[i], name).toContain(title);
    expect(await page.locator('#pictures').innerHTML(), name).not.toMatch(/NaN|undefined|Infinity/);
    expect(wrong, name).toEqual([]);
  }
});

test('what a hex sees is drawn on the map, and a line of sight, on a table of boards too', async ({ page }) => {
  test.skip(!board('bd20') || !board('bd21'), 'no boards bd20 and bd21 in $BOXCARS_BOARDS');
  const table = ['--board', '20r/21', '--boards', dirname(board('bd20')!)];
  const { hexes } = JSON.parse(native('los', '20-F3', ...table, '--format', 'json')) as { hexes: { to: string; blocked: boolean }[] };
  const wrong = await open(page, written('view', 'los', '20-F3', ...table));
  expect(await titles(page)).toEqual([expect.stringContaining('what 20-F3 sees')]);
  const picture = page.locator('#pictures svg');
  await expect(picture.locator('path[fill="#000"]')).toHaveCount(hexes.filter(({ blocked }) => blocked).length);
  await expect(picture.locator('text', { hasText: /^21-J3$/ })).toHaveCount(1);
  expect(wrong).toEqual([]);
  for (const [to, words] of [
    [hexes.find(({ blocked }) => blocked)!.to, 'no LOS'],
    [hexes.find(({ blocked }) => !blocked)!.to, /^range \d+/],
  ] as const) {
    expect(await open(page, written('line', 'los', '20-F3', to, ...table))).toEqual([]);
    await expect(picture.locator('line')).toHaveCount(2);
    await expect(picture.locator('text', { hasText: words })).toHaveCount(1);
  }
});

test('a study of one, two and three things has curves and grids', async ({ page }) => {
  const sweeps: [string, string, string[]][] = [
    ['one', 'fp = [4, 8, 12]', ['some effect']],
    ['two', 'fp = [4, 8, 12]\ndrm = [-1, 0, 1]', ['some effect']],
    ['three', 'fp = [4, 8]\ndrm = [0, 1]\ncowering = ["none", "normal"]', ['some effect, cowering none', 'some effect, cowering normal']],
  ];
  for (const [name, sweep, expected] of sweeps) {
    const wrong = await open(page, ofStudy(name, sweep));
    await expect(page.locator('#pictures svg').first()).toBeVisible();
    expect((await titles(page)).slice(0, expected.length)).toEqual(expected);
    if (name === 'one') await expect(page.locator('#pictures svg').first().locator('circle')).toHaveCount(3);
    if (name === 'two') await expect(page.locator('#pictures svg').first().locator('rect')).toHaveCount(9);
    expect(wrong).toEqual([]);
  }
});

test('settings of the same words are apart, numbers in their order, and words are not joined', async ({ page }) => {
  const asked: [string, string, string][] = [
    ['apart', 'how = [{ fp = 8, then = ["4"] }, { fp = 8, drm = 4 }]\nterrain = ["open", "wood"]', ''],
    ['order', 'drm = [6, -2, 0]', 'fp = 8'],
    ['words', 'terrain = ["open", "wood", "stone"]', 'fp = 8'],
  ];
  const texts = new Map<string, string[]>();
  for (const [name, sweep, inputs] of asked) {
    await open(page, ofStudy(name, sweep, inputs));
    const first = page.locator('#pictures svg').first();
    await expect(first).toBeVisible();
    texts.set(name, await first.locator('text').allTextContents());
    if (name === 'apart') {
      const corners = await first
        .locator('rect')
        .evaluateAll((all) => all.map((one) => `${one.getAttribute('x')} ${one.getAttribute('y')}`));
      expect(new Set(corners).size).toBe(4);
    }
    await expect(first.locator('polyline')).toHaveCount(name === 'order' ? 1 : 0);
  }
  expect(texts.get('apart')).toEqual(expect.arrayContaining(['fp 8, then 4', 'fp 8, drm 4']));
  expect(texts.get('order')!.filter((text) => ['-2', '0', '6'].includes(text))).toEqual(['-2', '0', '6']);
});

test('without scripts, and on paper, the tables say it all', async ({ browser }) => {
  const url = written('plain', 'attack', '8', '--target', '4-4-7', '--method', 'exact');
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  await expect(page.getByRole('cell', { name: '40.35%' })).toBeVisible();
  await expect(page.locator('td.bar').first()).toBeVisible();
  await context.close();
});

/** What a page of PDF says, and how far it goes, from poppler's pdftotext. */
function printed(pdf: Buffer): { text: string; width: number; right: number } {
  const file = join(folder, 'page.pdf');
  writeFileSync(file, pdf);
  const told = execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8' });
  const numbers = (pattern: RegExp) => [...told.matchAll(pattern)].map((found) => Number(found[1]));
  return {
    text: execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }),
    width: Math.max(...numbers(/<page width="([\d.]+)"/g)),
    right: Math.max(...numbers(/xMax="([\d.]+)"/g)),
  };
}

const letters = (text: string): Map<string, number> => {
  const counted = new Map<string, number>();
  for (const letter of text.normalize('NFKC').replace(/\s/g, '')) counted.set(letter, (counted.get(letter) ?? 0) + 1);
  return counted;
};

test('on paper nothing is cut, however wide', async ({ page }) => {
  const axes = [
    'fp = [4, 8]',
    'drm = [-1, 0]',
    'hindrance = [0, 1]',
    'cowering = ["none", "inexperienced"]',
    'terrain = ["open", "collapsed-hut"]',
  ];
  const margin = 40;
  const pages: [string, string, boolean][] = [
    ['a study', ofStudy('wide', axes.join('\n')), false],
    ['a board', written('wide-board', 'board', 'chateau.toml'), true],
  ];
  for (const [name, url, javaScriptEnabled] of pages) {
    const context = await page.context().browser()!.newContext({ javaScriptEnabled });
    const paper = await context.newPage();
    await paper.goto(url);
    if (javaScriptEnabled) await expect(paper.locator('#pictures svg').first()).toBeVisible();
    const edge = `${margin}px`;
    const { text, width, right } = printed(await paper.pdf({ format: 'A4', margin: { top: edge, right: edge, bottom: edge, left: edge } }));
    expect(right, name).toBeLessThanOrEqual(width - margin * 0.75 + 1); // in points
    const there = letters(text);
    const wanted = letters((await paper.locator('th, td, p, h1, h2, li').allTextContents()).join(''));
    for (const [letter, count] of wanted) expect(there.get(letter) ?? 0, `${name}: ${letter}`).toBeGreaterThanOrEqual(count);
    await context.close();
  }
});

test('the script of the pages is made of these sources', () => {
  const output = join(folder, 'script');
  execFileSync('npx', ['vite', 'build', '-c', 'vite.pictures.config.ts', '--logLevel', 'warn'], {
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, BOXCARS_PICTURES: output },
    stdio: 'pipe',
  });
  const shipped = readFileSync(new URL('../../io/formats/pictures.js', import.meta.url), 'utf8');
  expect(readFileSync(join(output, 'pictures.js'), 'utf8'), 'it is not; npm run pictures --prefix web').toBe(shipped);
});
