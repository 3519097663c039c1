import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Comparison } from '../src/pictures/compared';
import { board, maps, native, nativeAnswer } from './support/native';
import { expectOdds, lineOf, open } from './support/page';

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
  expect(await lineOf(page)).toBe('chain --board bd20 --hex C7');
  const answer = nativeAnswer('chain', '--board', file!, '--hex', 'C7', '--method', 'exact');
  await expectOdds(page, answer);
  const hexes = answer.events.filter(({ name, exact }) => name.endsWith('rubbled') && exact! > 0);
  await expect(page.locator('.map path title')).toHaveCount(hexes.length);
  await page.locator('.map').focus();
  await page.keyboard.press('ArrowRight');
  expect(await lineOf(page)).toBe('chain --board bd20 --hex D6');
  await page.reload();
  await expect(page.locator('.map image')).toHaveAttribute('href', /^blob:/); // kept on the device
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
  await page.getByRole('button', { name: 'beside another' }).click();
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
  await page.getByRole('button', { name: 'vary a second number, too' }).click();
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

const views: [string, string, (page: Page) => Promise<void>][] = [
  ['home', '', async () => undefined],
  [
    'a question',
    'attack 8 --target 4-4-7 9-1 --terrain stone',
    async (page) => {
      await page.locator('.headline').waitFor();
      for (const summary of await page.locator('.more summary').all()) await summary.click();
      await page.getByRole('button', { name: 'Add to target' }).click();
      await page.getByRole('button', { name: 'play one' }).click();
      await page.locator('.throws li').first().waitFor();
    },
  ],
  ['a refusal', 'attack 8 --target 4-4', async (page) => page.locator('.fault').waitFor()],
  ['a form to be filled in', 'cc', async (page) => page.locator('.question-title .go').first().waitFor()],
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
  ['an assault', 'balance assault.toml --vary turns --from 1 --to 6', async (page) => page.locator('.balance .verdict').waitFor()],
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

for (const [name, line, prepare] of views) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${name}, ${colorScheme}`, () => {
      test.use({ colorScheme });
      test('is accessible, and fits a phone', async ({ page }) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await open(page, line);
        await prepare(page);
        expect(await findings(page)).toEqual([]);
        for (const width of [390, 320]) {
          await page.setViewportSize({ width, height: 844 });
          expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width);
        }
      });
    });
  }
}
