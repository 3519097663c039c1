import { expect, test, type Page } from '@playwright/test';
import { nativeAnswer } from '../tests/support/native';
import { expectOdds, lineOf, open } from '../tests/support/page';

// How soon the page answers, with its goals: measured alone on a machine that does nothing else, by npm run bench.

test('from the last key to the answer of a small question: within 100 ms', async ({ page }) => {
  await open(page, 'attack 8 --target 4-4-7');
  const times: number[] = [];
  for (let fp = 1; fp <= 8; ++fp) {
    await lineOf(page).fill(`attack ${fp} --target 4-4-7`);
    await expectOdds(page, nativeAnswer('attack', String(fp), '--target', '4-4-7', '--method', 'exact'));
    times.push(Number(await page.locator('#odds').getAttribute('data-took')));
  }
  console.log(`${times.join(', ')} ms`);
  expect(Math.min(...times)).toBeLessThan(100); // the others wait for whoever else has the machine
});

test('a first answer comes within 5 s of the first visit, and not long after a page without a question', async ({ browser }) => {
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
  console.log(`until it is ready: ${told(ready)} ms; to the first headline: ${told(first)} ms`);
  expect(Math.min(...first)).toBeLessThan(5000);
  expect(Math.min(...first)).toBeLessThan(2 * Math.min(...ready) + 500);
});
