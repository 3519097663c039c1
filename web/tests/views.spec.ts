import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Sight } from '../src/board/sight';
import { centerOf, placeOf, standardGrid } from '../src/pictures/hexes';
import type { Comparison } from '../src/pictures/compared';
import { board, maps, native, nativeAnswer, save } from './support/native';
import { expectOdds, lineOf, open, unfold } from './support/page';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

test('a board is opened, a hex tapped, and falling rubble drawn over its picture', async ({ page }) => {
  const file = board('bd20');
  test.skip(!file, 'no board bd20 in $BOXCARS_BOARDS');
  await open(page, 'board');
  await page.locator('#open-board').setInputFiles(file!);
  const picture = page.locator('.map image');
  await expect(picture).toHaveAttribute('href', /^blob:/);
  const box = (await picture.boundingBox())!;
  await page.mouse.click(box.x + (56.25 * 2 * box.width) / 1800, box.y + ((32.25 + 64.5 * 6) * box.height) / 645); // C7
  await expect(page.getByRole('region', { name: 'Hex C7' })).toContainText('stone');
  await page.getByRole('button', { name: 'chain' }).click();
  await expect(lineOf(page)).toHaveValue('chain --board bd20 --hex C7');
  const answer = nativeAnswer('chain', '--board', file!, '--hex', 'C7', '--method', 'exact');
  await expectOdds(page, answer);
  const hexes = answer.events.filter(({ name, exact }) => name.endsWith('rubbled') && exact! > 0);
  await expect(page.locator('.map path title')).toHaveCount(hexes.length);
  await page.locator('.map').focus();
  await page.keyboard.press('ArrowRight');
  await expect(lineOf(page)).toHaveValue('chain --board bd20 --hex D6');
  await page.reload();
  await expect(page.locator('.map image')).toHaveAttribute('href', /^blob:/); // kept on the device
});

test('hexes of a board that begins at Q1 are tapped by their own names', async ({ page }) => {
  const file = board('bd8b');
  test.skip(!file, 'no board bd8b in $BOXCARS_BOARDS');
  await open(page, 'board');
  await page.locator('#open-board').setInputFiles(file!);
  const box = (await page.locator('.map image').boundingBox())!;
  const tap = (column: number, row: number) => page.mouse.click(box.x + (box.width * column) / 16, box.y + (box.height * row) / 20);
  for (const [column, row, hex] of [
    [0.2, 0.5, 'Q1'],
    [1, 1, 'R1'],
    [15.8, 5.5, 'GG6'],
  ] as const) {
    await tap(column, row);
    await expect(page.locator('.hex-sheet')).toHaveAttribute('aria-label', `Hex ${hex}`);
  }
  await page.getByRole('button', { name: 'attack', exact: true }).click();
  await expect(lineOf(page)).toHaveValue('attack --board bd8b --hex GG6');
});

test('two taps: who sees whom, in green or in red', async ({ page }) => {
  const file = board('bd01');
  test.skip(!file || !/^los\t/m.test(native('complete', '--', '')), 'no board bd01 in $BOXCARS_BOARDS, or no los');
  const seen = JSON.parse(native('los', 'I5', '--board', file!, '--format', 'json')) as { hexes: Sight[] };
  const clear = seen.hexes.find(({ blocked, range }) => !blocked && range > 2)!;
  const blocked = seen.hexes.find((each) => each.blocked && each.at)!;
  await open(page, 'board');
  await page.locator('#open-board').setInputFiles(file!);
  const grid = standardGrid(33, 10);
  const tap = async (hex: string) => {
    const box = (await page.locator('.map image').boundingBox())!;
    const { x, y } = centerOf(grid, placeOf(hex)!);
    await page.mouse.click(box.x + (box.width * x) / grid.width, box.y + (box.height * y) / grid.height);
  };
  await tap('I5');
  await page.getByRole('button', { name: 'fire from here' }).click();
  for (const sight of [clear, blocked]) {
    await tap(sight.to);
    await expect(page.locator('.sight')).toContainText(`I5 to ${sight.to}: range ${sight.range}`);
    await expect(page.locator('.sight.is-blocked')).toHaveCount(sight.blocked ? 1 : 0);
    await expect(page.locator('.map line')).toHaveCount(2);
    await expect(page.locator('.map svg')).toContainText(sight.blocked ? 'no LOS' : `range ${sight.range}`);
  }
  await tap(clear.to);
  await page.getByRole('button', { name: 'what it sees' }).click();
  const from = JSON.parse(native('los', clear.to, '--board', file!, '--format', 'json')) as { hexes: Sight[] };
  await expect(page.locator('.map path[fill="#000"]')).toHaveCount(from.hexes.filter((each) => each.blocked).length);
  await page.getByRole('button', { name: 'attack', exact: true }).click();
  await expect(lineOf(page)).toHaveValue(`attack --board bd01 --hex ${clear.to} --from I5`);
  await lineOf(page).fill(`attack --board bd01 --hex ${clear.to} --from I5 --by 4-6-7 --target 4-4-7`);
  await lineOf(page).press('Escape');
  await expect(page.locator('.map svg')).toContainText(/range \d+, \d+ FP, .*breaks or worse \d+%/);
});

test('the atlas of a map file is a heat map', async ({ page }) => {
  await open(page, 'board');
  await page.locator('#open-board').setInputFiles(`${maps}/chateau.toml`);
  await page.getByRole('button', { name: /^atlas/ }).click();
  const atlas = JSON.parse(native('atlas', 'chateau.toml', '--format', 'json')) as { boards: { hexes: { hex: string }[] }[] };
  await expect(page.locator('table tbody tr')).toHaveCount(Math.min(40, atlas.boards[0]!.hexes.length));
  await expect(page.locator('table tbody tr').first()).toContainText(atlas.boards[0]!.hexes[0]!.hex);
});

test('a link to a board that is not here asks for it', async ({ page }) => {
  await open(page, 'chain --map chateau.toml --hex J8');
  await expect(page.getByRole('alert')).toContainText('chateau.toml');
  await page.locator('.missing input').setInputFiles(`${maps}/chateau.toml`);
  await expectOdds(page, nativeAnswer('chain', '--map', 'chateau.toml', '--hex', 'J8', '--method', 'exact'));
});

test('questions side by side', async ({ page }) => {
  const questions = ['attack 8 --target 4-4-7', 'attack 12 --drm 2 --target 4-4-7', '4 vs 4-4-7'];
  await open(page, 'attack 8 --target 4-4-7');
  await page.getByRole('button', { name: 'compare it' }).click();
  await page.getByLabel('Question B').fill(questions[1]!);
  await page.getByRole('button', { name: '+ another' }).click();
  await page.getByLabel('Question C').fill(questions[2]!);
  const answer = JSON.parse(native('compare', ...questions, '--method', 'exact', '--format', 'json')) as Comparison;
  await expect(page.locator('.verdict li')).toHaveText(([] as string[]).concat(answer.verdict!));
});

test('an assault is edited, its errors at their lines, and balanced', async ({ page }) => {
  await open(page, 'assault');
  const text = page.getByLabel("The assault's file");
  await expect(text).toHaveValue(native('assault', '--example'));
  await expect(page.locator('.sentence')).toContainText('the attacker wins 98%');
  await text.fill((await text.inputValue()).replace('fp = 12', 'ffp = 12'));
  await expect(page.locator('.editor-fault')).toContainText("unknown key 'ffp'; did you mean fp?");
  await expect(page.locator('.gutter .bad')).toHaveText('23');
  await text.fill((await text.inputValue()).replace('ffp = 12', 'fp = 8'));
  await expect(page.locator('.editor-fault')).toBeHidden();
  await page.getByRole('button', { name: /^turns/ }).click();
  await expect(page.locator('.balance .verdict')).toContainText('is nearest to 50%');
  await expect(page.locator('.balance svg')).toContainText('50%');
  await page.getByRole('button', { name: 'vary a second number too' }).click();
  await page.getByRole('button', { name: /^shot.MGs.drm/ }).click();
  await expect(page.locator('.balance .verdict')).toContainText(/turns = \d+, shot.MGs.drm = -?\d+ is nearest/);
  const link = page.url();
  await page.context().clearCookies();
  const other = await page.context().browser()!.newPage();
  await other.goto(link);
  await expect(other.getByLabel("The assault's file")).toHaveValue(/fp = 8/);
  await expect(other.locator('.balance .verdict')).toContainText('is nearest to 50%');
  await other.close();
});

test('an assault has all that other questions have: why, a game, measures, what to do', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 900 });
  await open(page, 'plan two-floors.toml');
  await expect(page.getByRole('alert')).toContainText('two-floors.toml is not on this device');
  const file = `${maps}/../../examples/two-floors.toml`;
  await page.locator('input[type=file]').setInputFiles(file);
  const answer = nativeAnswer('assault', file, '--method', 'exact');
  await expect(page.locator('.sentence')).toHaveText(answer.headline);
  await expect(page.locator('.modifiers tr')).toHaveCount(answer.modifiers.length);
  await unfold(page, '.charts');
  await unfold(page, '.dice-panel');
  for (const { name } of answer.measures) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(page.locator('.why')).toContainText(answer.notes[0]!);
  await page.getByRole('button', { name: 'play once' }).click();
  await expect(page.locator('.throws')).toContainText(/DR of mortar/); // it finds the best play first
  await page.getByRole('button', { name: '100k' }).click();
  await page.getByRole('button', { name: 'simulate', exact: true }).click();
  await expect(page.locator('.answer .small')).toContainText('100,000 trials');
  await page.getByRole('button', { name: 'what to do?' }).click();
  await expect(lineOf(page)).toHaveValue('plan two-floors.toml');
  const plan = nativeAnswer('plan', file, '--method', 'exact');
  await expect(page.locator('.sentence')).toHaveText(plan.headline);
  const open_ = plan.decisions!.filter(({ choices }) => choices.length > 1);
  const first = page.locator('.decisions > ol > li').first();
  await expect(first).toContainText(`turn ${open_[0]!.turn}, ${open_[0]!.shot}`);
  await expect(first.locator('.best')).toContainText(open_[0]!.best);
  const shown = await page.locator('.decisions > ol > li').count();
  await page
    .locator('.decisions')
    .getByRole('button', { name: /more of/ })
    .click();
  expect(await page.locator('.decisions > ol > li').count()).toBeGreaterThan(shown);
});

test('an error stands alone, at the top', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 900 });
  const nothing = page.locator('.headline, .mini, #odds, .panels, .verdict, .printed');
  await open(page, '8 vs 4-4-7');
  await expect(page.locator('.headline')).toBeVisible();
  for (const line of [
    'attack 8 --target 4-4',
    'nonsense 4-4-7',
    'attack 8 --target 4-4-7 --terrain nowhere',
    'plan gone.toml',
    'terrain nowhere',
  ]) {
    await lineOf(page).fill(line);
    await lineOf(page).press('Escape');
    await expect(page.getByRole('alert').first(), line).toBeInViewport();
    await expect(nothing, line).toHaveCount(0);
    await lineOf(page).fill('attack 8 --target 4-4-7');
    await expect(page.locator('.headline'), line).toBeVisible();
    await expect(page.getByRole('alert'), line).toHaveCount(0);
  }
  await open(page, 'assault');
  await expect(page.locator('.headline')).toBeVisible();
  const text = page.getByLabel("The assault's file");
  await text.fill((await text.inputValue()).replace('fp = 12', 'ffp = 12'));
  await expect(page.locator('.editor-fault')).toBeInViewport();
  await expect(nothing).toHaveCount(0);
  const top = (what: string) => page.locator(what).evaluate((element) => element.getBoundingClientRect().top);
  expect(await top('.editor-fault')).toBeLessThan(await top('.editor'));
});

test('while a new question is solved the answer to the old one goes', async ({ page }) => {
  await open(page, 'attack 8 --target 4-4-7');
  await expect(page.locator('.headline')).toBeVisible();
  await lineOf(page).fill('attack 12 --target 3x4-4-7 3x4-5-8 9-2 8-1 4x6-6-6,elr=3 --heat-of-battle 0');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect(page.locator('.headline, #odds')).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('.headline, #odds')).toHaveCount(0);
});

test('what is shown can be shared, whatever it is', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(baseURL!).origin });
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await open(page, 'board');
  await page.locator('#open-board').setInputFiles(`${maps}/chateau.toml`);
  await page.locator('.map').waitFor();
  const shared: [string, string][] = [
    ['12 vs 4-4-7 in wood', '.headline'],
    ['chain --map chateau.toml --hex J8', '.headline'],
    ['compare "8 vs 4-4-7" "4 vs 4-4-7"', '.verdict'],
    ['assault', '.headline'],
    ['plan assault.toml', '.decisions'],
    ['balance assault.toml --vary turns --from 2 --to 3', '.balance .verdict'],
    ['board chateau.toml', '.map'],
    ['atlas chateau.toml', 'table'],
    ['terrain stone', '.printed'],
  ];
  for (const [line, what] of shared) {
    await lineOf(page).fill(line);
    await lineOf(page).press('Enter'); // no completions over it
    await expect(page.locator(what).first(), line).toBeVisible();
    await expect(page.locator(`${what}.stale`)).toHaveCount(0);
    if (what === '.printed') continue; // by its address
    await page.getByRole('button', { name: 'copy link' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link, line).toBe(page.url());
    const other = await context.newPage();
    await other.goto(link);
    await expect(other.locator(what).first(), line).toBeVisible();
    await expect(lineOf(other), line).toHaveValue(line);
    await other.close();
  }
});

test.describe('by a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a suggestion is taken by a tap, and the list is moved by a drag', async ({ page }) => {
    await open(page);
    await lineOf(page).tap();
    await page.keyboard.type('attack 8 --target 4-4-7 --');
    const offers = page.getByRole('option');
    await expect(offers).toHaveCount(8);
    await expect(offers.nth(3)).toContainText('--'); // no list of what was typed before
    const box = (await offers.nth(3).boundingBox())!;
    const client = await page.context().newCDPSession(page);
    const at = (y: number) => [{ x: box.x + 30, y }];
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(box.y + 20) });
    for (let i = 1; i <= 8; ++i) await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(box.y + 20 - 10 * i) });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(() => page.locator('.offers').evaluate((list) => list.scrollTop)).toBeGreaterThan(20);
    await expect(lineOf(page)).toHaveValue('attack 8 --target 4-4-7 --');
    await expect(offers).toHaveCount(8);
    const name = (await offers.nth(4).locator('b').textContent())!;
    await offers.nth(4).tap();
    await expect(lineOf(page)).toHaveValue(`attack 8 --target 4-4-7 ${name} `);
    await expect(lineOf(page)).toBeFocused();
  });

  test('what can be asked of a hex comes into view when it is tapped', async ({ page }) => {
    await open(page, 'board');
    await page.locator('#open-board').setInputFiles(`${maps}/chateau.toml`);
    const box = (await page.locator('.map').boundingBox())!;
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await expect(page.locator('.hex-sheet').getByRole('button', { name: 'attack', exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.hex-sheet')).toBeInViewport({ ratio: 0.99 });
  });

  test('a plan comes before the file and the charts', async ({ page }) => {
    await open(page, 'plan two-floors.toml');
    await page.locator('input[type=file]').setInputFiles(`${maps}/../../examples/two-floors.toml`);
    await page.getByRole('button', { name: 'what to do?' }).tap();
    await page.locator('.decisions').waitFor();
    const top = (what: string) =>
      page
        .locator(what)
        .first()
        .evaluate((element) => element.getBoundingClientRect().top);
    expect(await top('.headline')).toBeLessThan(await top('.decisions'));
    expect(await top('.decisions')).toBeLessThan(await top('#odds'));
    expect(await top('.decisions')).toBeLessThan(await top('.editor'));
    await expect(page.locator('.decisions')).toBeInViewport();
  });

  test('what plain words mean is not cut off', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, '12 +1 vs 2x4-6-7 9-1 in stone');
    await expect(page.locator('.understood')).toBeInViewport({ ratio: 1 });
    await unfold(page, '#form');
    const command = page.getByLabel('The full command');
    await expect(command).toHaveText(/--terrain stone$/);
    const { right, isWhole } = await command.evaluate((element) => ({
      right: Math.max(...[...element.querySelectorAll('span')].map((word) => word.getBoundingClientRect().right)),
      isWhole: element.scrollWidth <= element.clientWidth,
    }));
    expect(right).toBeLessThanOrEqual(360);
    expect(isWhole).toBe(true);
  });

  test('on a phone the numbers come first; charts and the form are a tap away', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, 'attack 8 --target 4-4-7 9-1 --terrain stone');
    await expect(page.locator('.headline')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.headline li')).toHaveCount(4);
    await expect(page.locator('.charts summary')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.figure-of')).toHaveCount(0);
    await expect(page.locator('.field[data-key=fp]')).not.toBeInViewport();
    await page.getByRole('button', { name: 'change it' }).tap();
    await expect(page.locator('.field[data-key=fp]')).toBeInViewport();
    await expect(page.locator('.mini')).toBeInViewport(); // the odds are seen while it is changed
    await page.locator('.field[data-key=drm]').getByRole('button', { name: '+2', exact: true }).tap();
    await expect(page.locator('.mini')).toContainText(/\d+%/);
    await page.getByText('All the odds').tap();
    await expect(page.getByRole('heading', { name: 'IFT', exact: true })).toHaveCount(1);
  });
});

const views: [string, string, (page: Page) => Promise<void>][] = [
  ['home', '', async () => undefined],
  [
    'a question',
    'attack 8 --target 4-4-7 9-1 --terrain stone',
    async (page) => {
      await page.locator('.headline').waitFor();
      await unfold(page, '.charts');
      await unfold(page, '.dice-panel');
      for (const summary of await page.locator('.more summary').all()) await summary.click();
      await page.getByRole('button', { name: 'Add to target' }).click();
      await page.getByRole('button', { name: 'play once' }).click();
      await page.locator('.throws li').first().waitFor();
    },
  ],
  ['a refusal', 'attack 8 --target 4-4', async (page) => page.locator('.fault').waitFor()],
  ['a text', 'terrain', async (page) => page.locator('.printed').waitFor()],
  ['a plan', 'plan', async (page) => page.locator('.decisions').waitFor()],
  ['a form to be filled in', 'cc', async (page) => page.locator('.examples .go').first().waitFor()],
  ['a comparison', 'compare "attack 8 --target 4-4-7" "attack 12 --target 4-4-7"', async (page) => page.locator('.verdict').waitFor()],
  [
    'a map',
    'board',
    async (page) => {
      await page.locator('#open-board').setInputFiles(`${maps}/chateau.toml`);
      await page.locator('.map').focus();
      await page.keyboard.press('ArrowRight');
      await page.locator('.hex-sheet').waitFor();
    },
  ],
  [
    'a game',
    'save',
    async (page) => {
      await page.locator('#open-game').setInputFiles(save);
      await page.locator('.map').focus();
      for (let i = 0; i < 4; ++i) await page.keyboard.press('ArrowRight'); // E..., where somebody stands
      await page.locator('.game .hex-sheet h2').waitFor();
    },
  ],
  ['a file that is missing', 'assault gone.toml', async (page) => page.locator('.missing').waitFor()],
  ['an assault', 'balance --vary turns --from 1 --to 6', async (page) => page.locator('.balance .verdict').waitFor()],
];

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
}

/** What axe finds wrong with the page as it is. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: Axe }).axe.run();
    const told = (node: { html: string; failureSummary: string }) => node.html.slice(0, 160) + ' ' + node.failureSummary;
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(told).join(' | ')}`);
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`where the device is ${colorScheme}`, () => {
    test.use({ colorScheme });
    test('dark can be chosen, and light, and stays so', async ({ page }) => {
      const other = colorScheme === 'dark' ? 'light' : 'dark';
      const toggle = page.getByRole('button', { name: 'Dark', exact: true });
      await open(page, 'attack 8 --target 4-4-7 9-1 --terrain stone');
      await page.locator('.headline').waitFor();
      for (const theme of [colorScheme, other, colorScheme, other]) {
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
        await expect(toggle).toHaveAttribute('aria-pressed', String(theme === 'dark'));
        expect(await findings(page)).toEqual([]);
        await toggle.click();
      }
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      await toggle.click();
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('data-theme', other);
    });
  });
}

for (const [name, line, prepare] of views)
  test(`${name} is accessible, light and dark, and fits a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, line);
    await prepare(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      expect(await findings(page), colorScheme).toEqual([]);
    }
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width);
    }
  });
