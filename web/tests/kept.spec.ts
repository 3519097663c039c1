import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { fromHash, toHash } from '../src/command/address';
import { board, maps, native, nativeAnswer } from './support/native';
import { expectOdds, lineOf, open, unfold } from './support/page';

// What the user has on the device is not lost: files, texts, hexes, the last questions.

const editor = (page: Page) => page.getByLabel("The assault's file");
const example = native('assault', '--example');
const edited = example.replace('turns = 6', 'turns = 3');
const shared = example.replace('turns = 6', 'turns = 7');

/** What the device keeps of a file. */
const keptText = (page: Page, name: string): Promise<string | null> =>
  page.evaluate(
    (file) =>
      new Promise<string | null>((resolve) => {
        const request = indexedDB.open('boxcars', 1);
        request.onsuccess = () => {
          const get = request.result.transaction('files').objectStore('files').get(file);
          get.onsuccess = () => resolve(get.result ? new TextDecoder().decode(get.result as Uint8Array) : null);
        };
      }),
    name,
  );

/** The address of a line in a tab of its own, as a link is opened. */
const follow = async (page: Page, line: string, name: string, text: string): Promise<void> => {
  await page.goto('about:blank');
  await page.goto('./' + toHash({ line, files: [{ name, text }] }));
};

test('the example is the one of these tests', () => {
  expect(edited).not.toBe(example);
  expect(shared).not.toBe(example);
});

test("a shared assault does not take the place of the user's file of that name", async ({ page }) => {
  await open(page, 'assault mine.toml');
  await expect(page.getByRole('alert')).toContainText('mine.toml is not on this device');
  await page.locator('input[type=file]').setInputFiles({ name: 'mine.toml', mimeType: 'text/plain', buffer: Buffer.from(example) });
  await editor(page).fill(edited);
  await expect.poll(() => keptText(page, 'mine.toml')).toBe(edited);

  await follow(page, 'assault mine.toml', 'mine.toml', shared);
  await expect(editor(page)).toHaveValue(shared);
  await expect(lineOf(page)).toHaveValue('assault mine-2.toml');
  await expect(page.getByRole('status').filter({ hasText: 'mine-2.toml' })).toContainText('You already have a different mine.toml');
  expect(await keptText(page, 'mine.toml')).toBe(edited);
  expect(await keptText(page, 'mine-2.toml')).toBeNull(); // only what is edited is kept
  await editor(page).fill(shared + '# mine now\n');
  await expect.poll(() => keptText(page, 'mine-2.toml')).toBe(shared + '# mine now\n');
  await page.reload();
  await expect(editor(page)).toHaveValue(shared + '# mine now\n');
  await page.getByRole('button', { name: 'mine.toml', exact: true }).click();
  await expect(editor(page)).toHaveValue(edited);
  await expect(page.getByRole('status').filter({ hasText: 'You already have' })).toHaveCount(0);
  // Nor does the same link again, nor one to the same text.
  await follow(page, 'assault mine.toml', 'mine.toml', edited);
  await expect(editor(page)).toHaveValue(edited);
  await expect(lineOf(page)).toHaveValue('assault mine.toml');
});

test('a link has its file, whichever way its question was reached', async ({ page, browser }) => {
  await open(page, 'assault');
  await editor(page).fill(edited);
  const odds = async (of: Page) => {
    await expect(of.locator('.headline:not(.stale)')).toBeVisible();
    return of.locator('.sentence').textContent();
  };
  await expect(page.locator('.decisions')).toHaveCount(0);
  const own = await odds(page);
  const ways: [string, () => Promise<unknown>][] = [
    ['plan assault.toml', () => page.getByRole('button', { name: 'what to do?' }).click()],
    ['assault assault.toml', () => page.getByRole('link', { name: 'assault assault.toml' }).click()],
    ['plan assault.toml --fixed', () => lineOf(page).fill('plan assault.toml --fixed')],
    ['compare "assault assault.toml" "plan assault.toml"', () => lineOf(page).fill('compare "assault assault.toml" "plan assault.toml"')],
    ['assault', () => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Assaults' }).click()],
  ];
  for (const [line, take] of ways) {
    await take();
    await expect(lineOf(page)).toHaveValue(line);
    await expect.poll(() => fromHash(new URL(page.url()).hash).files, line).toEqual([{ name: 'assault.toml', text: edited }]);
    if (line.startsWith('compare')) continue;
    expect(await odds(page)).toBe(own);
    const other = await (await browser.newContext()).newPage();
    await other.goto(page.url());
    expect(await odds(other), line).toBe(own);
    await other.context().close();
  }
});

test("a link without its file is answered by no other device's file of that name", async ({ page }) => {
  await open(page, 'assault');
  await editor(page).fill(edited);
  await expect(page.locator('.headline:not(.stale)')).toBeVisible();
  await expect.poll(() => keptText(page, 'assault.toml')).toBe(edited);
  const own = await page.locator('.sentence').textContent();
  const away = async (hash: string) => {
    await page.goto('about:blank');
    await page.goto('./' + hash);
    await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  };
  const link = toHash({ line: 'plan assault.toml', files: [{ name: 'assault.toml', text: shared }] });
  for (const [hash, words] of [
    ['#plan assault.toml', 'does not carry it'],
    [link.slice(0, -40), 'cut off or damaged'],
    [link.replace('plan%20assault.toml', 'plan').slice(0, -40), 'cut off or damaged'],
  ] as const) {
    await away(hash);
    await expect(page.getByRole('alert').first()).toContainText(words);
    await page.waitForTimeout(1000);
    await expect(page.locator('.headline, #odds, .decisions, textarea')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('alert').first()).toContainText(words);
    await page.getByRole('button', { name: 'use the one on this device' }).click();
    await expect(page.locator('.sentence')).toHaveText(own!);
  }
  await away('#plan assault.toml');
  await page.locator('input[type=file]').setInputFiles({ name: 'assault.toml', mimeType: 'text/plain', buffer: Buffer.from(shared) });
  await expect(editor(page)).toHaveValue(shared);
  await expect(lineOf(page)).toHaveValue('plan assault-2.toml');
  expect(await keptText(page, 'assault.toml')).toBe(edited);
  // A link to the view alone has a file, too, and it is not the one that is here.
  await away(toHash({ line: 'assault', files: [{ name: 'assault.toml', text: shared + '#' }] }));
  await expect(editor(page)).toHaveValue(shared + '#');
  await expect(lineOf(page)).toHaveValue('assault assault-3.toml');
  // Nor does the example stand for a file that has a name.
  await page.evaluate(() => indexedDB.deleteDatabase('boxcars'));
  const other = await (await page.context().browser()!.newContext()).newPage();
  await other.goto(page.url().replace(/#.*/, '') + '#plan%20assault.toml');
  await expect(other.getByRole('alert')).toContainText('assault.toml is not on this device');
  await expect(other.locator('.headline, textarea')).toHaveCount(0);
  await other.context().close();
});

test('a file may be called anything', async ({ page }) => {
  for (const name of ['tmp', 'home', 'dev', 'proc', '..', 'a/../../b']) {
    await follow(page, '8 vs 4-4-7', name, 'hello');
    await expect(page.locator('.headline:not(.stale)'), name).toBeVisible();
  }
  await open(page, 'board');
  for (const name of ['tmp', 'dev', 'chateau.toml']) {
    await page.locator('#open-board').setInputFiles({ name, mimeType: 'text/plain', buffer: readFileSync(`${maps}/chateau.toml`) });
    await page.getByRole('button', { name, exact: true }).waitFor();
    await page.locator('.map, .refused').first().waitFor();
  }
  for (let visit = 0; visit < 3; ++visit) {
    await page.goto('about:blank');
    await open(page, 'attack 8 --target 4-4-7');
    await expectOdds(page, nativeAnswer('attack', '8', '--target', '4-4-7', '--method', 'exact'));
  }
  await lineOf(page).fill('chain --map chateau.toml --hex J8');
  await expectOdds(page, nativeAnswer('chain', '--map', 'chateau.toml', '--hex', 'J8', '--method', 'exact'));
});

test('a link is opened on a device that has nothing, and its text lasts a reload', async ({ page }) => {
  await follow(page, 'plan mine.toml', 'mine.toml', shared);
  await expect(editor(page)).toHaveValue(shared);
  await expect(lineOf(page)).toHaveValue('plan mine.toml');
  await page.reload();
  await expect(editor(page)).toHaveValue(shared);
});

test('the example takes the place of nothing that was edited, nor does a file that is opened', async ({ page }) => {
  await open(page, 'assault');
  await expect(editor(page)).toHaveValue(example);
  await editor(page).fill(edited);
  await expect.poll(() => keptText(page, 'assault.toml')).toBe(edited);
  await page.getByRole('button', { name: 'the example' }).click();
  await expect(editor(page)).toHaveValue(example);
  await expect(lineOf(page)).toHaveValue('assault assault-2.toml');
  expect(await keptText(page, 'assault.toml')).toBe(edited);
  await page.goBack();
  await expect(editor(page)).toHaveValue(edited);
  await page.locator('input[type=file]').setInputFiles({ name: 'assault.toml', mimeType: 'text/plain', buffer: Buffer.from(shared) });
  await expect(editor(page)).toHaveValue(shared);
  expect(await keptText(page, 'assault.toml')).toBe(edited);
  await open(page, 'assault');
  await expect(editor(page)).toHaveValue(edited);
});

test('Back does not bring back a text that was changed since', async ({ page }) => {
  await open(page, 'assault');
  await expect(editor(page)).toHaveValue(example);
  await page.getByRole('button', { name: 'what to do?' }).click();
  await editor(page).fill(edited);
  await page.goBack();
  await expect(lineOf(page)).toHaveValue('assault');
  await expect(editor(page)).toHaveValue(edited);
  await expect.poll(() => fromHash(new URL(page.url()).hash).files).toEqual([{ name: 'assault.toml', text: edited }]);
});

test('a board is found by its number', async ({ page }) => {
  const file = board('bd20');
  test.skip(!file, 'no board bd20 in $BOXCARS_BOARDS');
  await open(page, 'chain --board 20 --hex C7');
  await page.locator('.missing input').waitFor({ state: 'attached' });
  await open(page, 'board');
  await page.locator('#open-board').setInputFiles(file!);
  await page.locator('.map image').waitFor();
  await lineOf(page).fill('chain --board 20 --hex C7');
  await expectOdds(page, nativeAnswer('chain', '--board', file!, '--hex', 'C7', '--method', 'exact'));
  await expect(page.locator('.map image')).toHaveAttribute('href', /^blob:/);
  await lineOf(page).fill('board 20');
  await expect(page.locator('.map image')).toHaveAttribute('href', /^blob:/);
  await lineOf(page).fill('board 21');
  await expect(page.locator('.missing')).toContainText('21');
});

test('a file that is forgotten is not there any more', async ({ page }) => {
  await open(page, 'board');
  await page.locator('#open-board').setInputFiles(`${maps}/chateau.toml`);
  await page.locator('.map').waitFor();
  await page.getByRole('button', { name: 'forget chateau.toml' }).click();
  await lineOf(page).fill('chain --map chateau.toml --hex J8');
  await expect(page.locator('.missing')).toContainText('chateau.toml');
});

test('Back knows which hex was tapped, and so does a reload', async ({ page }) => {
  await open(page, 'board');
  await page.locator('#open-board').setInputFiles(`${maps}/chateau.toml`);
  await page.locator('.map').focus();
  await page.keyboard.press('ArrowRight');
  const sheet = page.locator('.hex-sheet');
  const name = await sheet.getAttribute('aria-label');
  await page.getByRole('button', { name: 'attack', exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await page.goBack();
  await expect(sheet).toHaveAttribute('aria-label', name!);
  await page.getByRole('button', { name: /^atlas/ }).click();
  await expect(sheet).toHaveAttribute('aria-label', name!);
  await page.reload();
  await expect(sheet).toHaveAttribute('aria-label', name!);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Boards' }).click();
  await expect(sheet).toHaveCount(0);
});

test('a hex that is tapped opens a form to be filled in, not a fault', async ({ page }) => {
  await open(page, 'board');
  await page.locator('#open-board').setInputFiles(`${maps}/chateau.toml`);
  await page.locator('.map').focus();
  await page.keyboard.press('ArrowRight');
  for (const name of ['he', 'attack']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'no' })).toContainText('give it like');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.locator('.fault, [aria-invalid]')).toHaveCount(0);
    await expect(page.locator('.field[data-key=hex] input')).toHaveValue(/^[A-Z]+\d+$/);
    await expect(page.locator('.map')).toBeVisible();
    await page.goBack();
  }
  await page.getByRole('button', { name: 'he', exact: true }).click();
  await page.locator('.field[data-key=caliber] input').fill('150');
  await page.locator('.map').focus();
  await page.keyboard.press('ArrowRight');
  await expect(lineOf(page)).toHaveValue(/^he 150 --map chateau.toml --hex C/);
});

const recent = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('boxcars.recent') ?? '[]') as string[]);

test('of the lines that were typed those are kept that were answered and stood', async ({ page }) => {
  await open(page);
  const line = lineOf(page);
  for (const text of ['attack 1', 'attack 12 --target 4-4-7', 'attack 12 --target 4-4-7 --terrain wood']) {
    await line.fill(text);
    await page.waitForTimeout(1800); // longer than a step of Back, shorter than what is kept
  }
  await expect.poll(() => recent(page)).toEqual(['attack 12 --target 4-4-7 --terrain wood']);
  await line.fill('8 vs 4-4-7');
  await expect.poll(() => recent(page)).toHaveLength(2);
  await line.fill('8 vs 4-4-7 in wood'); // goes on with it
  await expect.poll(() => recent(page)).toEqual(['8 vs 4-4-7 in wood', 'attack 12 --target 4-4-7 --terrain wood']);
  await line.fill('attack 8 --target 4-4');
  await page.getByRole('alert').waitFor();
  await page.waitForTimeout(3500);
  expect(await recent(page)).toHaveLength(2);
  // What is answered and then left by a step is kept at once.
  await line.fill('4 vs 4-4-7');
  await expectOdds(page, nativeAnswer('4', 'vs', '4-4-7', '--method', 'exact'));
  await unfold(page, '#form');
  await page.getByRole('navigation', { name: 'Questions' }).getByRole('link', { name: 'cc', exact: true }).click();
  expect((await recent(page))[0]).toBe('4 vs 4-4-7');
});

test('assaults, balances, comparisons and boards are among the last questions', async ({ page }) => {
  await open(page, 'assault');
  await expect.poll(() => recent(page)).toContain('assault');
  const lines = ['balance assault.toml --vary turns --from 2 --to 3', 'compare "8 vs 4-4-7" "4 vs 4-4-7"', 'plan assault.toml'];
  for (const line of lines) {
    await lineOf(page).fill(line);
    await expect.poll(() => recent(page)).toContain(line);
  }
  await open(page, 'board');
  await page.locator('#open-board').setInputFiles(`${maps}/chateau.toml`);
  await expect.poll(() => recent(page)).toContain('board chateau.toml');
});
