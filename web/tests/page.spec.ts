import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { native, nativeAnswer } from './support/native';
import { expectOdds, lineOf, open } from './support/page';

const site = resolve(import.meta.dirname, '../../build/web/site');

test('a link is a question; Back and Forward go through them', async ({ page }) => {
  await open(page, 'attack 12 --target 4-6-7');
  await expectOdds(page, nativeAnswer('attack', '12', '--target', '4-6-7', '--method', 'exact'));
  await page.getByRole('link', { name: 'cc', exact: true }).click();
  await expect(page).toHaveURL(/#cc$/);
  await page.goBack();
  expect(await lineOf(page)).toBe('attack 12 --target 4-6-7');
  await expectOdds(page, nativeAnswer('attack', '12', '--target', '4-6-7', '--method', 'exact'));
  await page.goForward();
  expect(await lineOf(page)).toBe('cc');
});

test('the line is completed by the keyboard', async ({ page }) => {
  await open(page);
  await page.locator('#line').pressSequentially('att');
  await expect(page.getByRole('option', { name: /^attack/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.type('8 --target 4-4-7 --terrain st');
  await expect(page.getByRole('option', { name: 'stone', exact: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect((await lineOf(page)).trim()).toBe('attack 8 --target 4-4-7 --terrain stone');
  await expectOdds(page, nativeAnswer('attack', '8', '--target', '4-4-7', '--terrain', 'stone', '--method', 'exact'));
});

test('a small question is answered within 100 ms of the last key', async ({ page }) => {
  let workers = 0;
  page.on('worker', () => ++workers);
  await open(page, 'attack 8 --target 4-4-7');
  const times: number[] = [];
  for (let fp = 1; fp <= 8; ++fp) {
    const before = await page
      .locator('#odds')
      .getAttribute('data-took')
      .catch(() => null);
    await page.locator('#line').fill(`attack ${fp} --target 4-4-7`);
    await expectOdds(page, nativeAnswer('attack', String(fp), '--target', '4-4-7', '--method', 'exact'));
    times.push(Number((await page.locator('#odds').getAttribute('data-took')) ?? before));
  }
  times.sort((a, b) => a - b);
  console.log(`from the last key to the answer: ${times.join(', ')} ms`);
  expect(times[2]).toBeLessThan(100);
  expect(workers).toBe(1); // it stays warm
});

test('a first answer comes soon after the first visit, and not long after a page without a question', async ({ browser }) => {
  test.setTimeout(90_000);
  // First visits in turns, at the same load of the machine: the quickest of each.
  const visit = async (hash: string, isThere: (page: Page) => Promise<unknown>): Promise<number> => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto('./' + hash);
    await isThere(page);
    const time = await page.evaluate(() => performance.now());
    await context.close();
    return time;
  };
  const [ready, first]: [number[], number[]] = [[], []];
  for (let i = 0; i < 4; ++i) {
    ready.push(await visit('', (page) => page.waitForFunction(() => document.documentElement.dataset.ready === 'true')));
    first.push(await visit('#attack%2012%20--target%204-6-7', (page) => page.locator('.headline').waitFor()));
  }
  const told = (times: number[]) => times.map(Math.round).join(', ');
  console.log(`from the start until it is ready: ${told(ready)} ms; to the first headline: ${told(first)} ms`);
  expect(Math.min(...first)).toBeLessThan(5000);
  expect(Math.min(...first)).toBeLessThan(2 * Math.min(...ready) + 500);
});

test('a device with little memory is given less, and says so sooner', async ({ page }) => {
  test.setTimeout(90_000);
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 2 }));
  await open(page, large);
  await expect(page.locator('.told')).toContainText('budget of 262,144', { timeout: 60_000 });
});

test('simulate and one more game do as they say, whatever the line says of it', async ({ page }) => {
  await open(page, 'attack 8 --target 4-4-7 --method exact --seed 3');
  await expectOdds(page, nativeAnswer('attack', '8', '--target', '4-4-7', '--method', 'exact'));
  await page.getByRole('button', { name: '100k' }).click();
  await page.getByRole('button', { name: 'simulate', exact: true }).click();
  await expect(page.locator('.answer .small')).toContainText('100,000 trials, seed 3');
  await page.getByRole('button', { name: 'play one' }).click();
  await expect(page.locator('.throws li').first()).toContainText('IFT DR');
  await page.locator('#line').fill('4 vs 4-4-7 --trials 1000');
  await expect(page.locator('.answer .small')).toContainText('1,000 trials');
  await page.getByRole('button', { name: 'simulate', exact: true }).click();
  await expect(page.locator('.answer .small')).toContainText('100,000 trials');
});

test('plain words are completed by what may stand there', async ({ page }) => {
  await open(page);
  const offers = page.getByRole('option');
  await page.locator('#line').pressSequentially('12 vs 4-4');
  await expect(offers.first()).toContainText('4-4-7');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('in st');
  await expect(offers).toHaveText([/^stone/, /^stone-rubble/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect((await lineOf(page)).trim()).toBe('12 vs 4-4-7 in stone');
  await page.keyboard.press('Escape');
  await expect(offers).toHaveCount(0);
});

test('lines that are no question show their text', async ({ page }) => {
  await open(page, 'terrain');
  const printed = page.locator('.printed');
  await expect(printed).toContainText(native('terrain').trim().split(/\s+/).slice(0, 1)[0]!);
  for (const [line, text] of [
    ['help', 'Subcommands'],
    ['help attack', '--heat-of-battle'],
    ['attack --help', '--heat-of-battle'],
    ['describe cc', '"questions"'],
    ['boxcars assault --example', '[[shot]]'],
  ] as const) {
    await page.locator('#line').fill(line);
    await expect(printed, line).toContainText(text);
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  await page.locator('#line').fill('terrain nothing-of-that-name');
  await expect(page.getByRole('alert')).toBeVisible();
});

test('simulated odds stand beside on demand; one more game is told', async ({ page }) => {
  await open(page, 'attack 8 --target 4-4-7');
  await page.getByRole('button', { name: '100k' }).click();
  await page.getByRole('button', { name: 'simulate', exact: true }).click();
  const answer = nativeAnswer('attack', '8', '--target', '4-4-7', '--trials', '100000');
  await expect
    .poll(() => page.locator('tr[data-estimate]').evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset.estimate))))
    .toContain(answer.events.find(({ name }) => name === 'some effect')!.estimate);
  await page.getByRole('button', { name: 'play one' }).click();
  await expect(page.locator('.throws li').first()).toContainText('IFT DR');
  await expect(page.locator('.throws .die svg').first()).toBeVisible();
  await page.getByRole('button', { name: 'one more game' }).click();
  await expect(page.locator('.throws li').first()).toContainText('IFT DR');
});

const large = 'attack 12 --target 3x4-4-7 3x4-5-8 9-2 8-1 4x6-6-6,elr=3 --heat-of-battle 0';

test('Stop ends a long question, and the next one is answered at once', async ({ page }) => {
  await open(page, large);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await page.getByRole('button', { name: 'simulate instead' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('#line').fill('attack 8 --target 4-4-7');
  await expectOdds(page, nativeAnswer('attack', '8', '--target', '4-4-7', '--method', 'exact'));
});

test('a question beyond the budget is told, simulated, and its memory given back', async ({ page }) => {
  test.setTimeout(90_000);
  let workers = 0;
  page.on('worker', () => ++workers);
  await open(page, large);
  await expect(page.locator('.told')).toContainText('no exact odds', { timeout: 60_000 });
  await expect(page.locator('tr[data-estimate]').first()).toBeAttached({ timeout: 60_000 });
  await expect(page.locator('.headline')).toBeVisible({ timeout: 60_000 });
  expect(workers).toBeGreaterThan(1);
});

test('offline after the first visit', async ({ page, context }) => {
  await open(page);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  await context.setOffline(true);
  await page.goto('./#attack%2012%20--target%204-6-7');
  await page.reload();
  await expectOdds(page, nativeAnswer('attack', '12', '--target', '4-6-7', '--method', 'exact'));
  await context.setOffline(false);
});

test('boxcars.html works from a file', async ({ page }) => {
  await page.goto(`file://${site}/boxcars.html#attack%2012%20--target%204-6-7`);
  await expectOdds(page, nativeAnswer('attack', '12', '--target', '4-6-7', '--method', 'exact'));
});

test('nothing but the site is loaded, by a strict policy', async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on(
    'request',
    (request) => void (request.url().startsWith(baseURL!) || /^(blob|data):/.test(request.url()) || foreign.push(request.url())),
  );
  await open(page, 'attack 12 --target 4-6-7');
  await page.locator('.headline').waitFor();
  expect(foreign).toEqual([]);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self';");
});

test('the last questions are kept, and can be cleared', async ({ page }) => {
  await open(page, 'attack 8 --target 4-4-7');
  await page.waitForFunction(() => localStorage.getItem('boxcars.recent')?.includes('attack 8'));
  await open(page);
  await page.reload();
  await expect(page.getByRole('link', { name: 'attack 8 --target 4-4-7' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'clear', exact: true }).click();
  expect(await page.evaluate(() => localStorage.getItem('boxcars.recent'))).toBe('[]');
});

test('a first visit is at most 1.5 MB', () => {
  const files = readdirSync(site, { recursive: true })
    .map(String)
    .filter((name) => name !== 'boxcars.html' && statSync(join(site, name)).isFile());
  const sizes = files.map(
    (name) => brotliCompressSync(readFileSync(join(site, name)), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length,
  );
  const sum = sizes.reduce((a, b) => a + b, 0);
  console.log(`first visit: ${sum} bytes of brotli`);
  expect(sum).toBeLessThan(1_500_000);
});
