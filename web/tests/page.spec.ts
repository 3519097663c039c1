import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from '@playwright/test';
import type { Comparison } from '../src/pictures/compared';
import { maps, native, nativeAnswer } from './support/native';
import { expectOdds, lineOf, open, unfold } from './support/page';

const site = resolve(import.meta.dirname, '../../build/web/site');

test('a link is a question; Back and Forward go through them', async ({ page }) => {
  await open(page, 'attack 12 --target 4-6-7');
  await expectOdds(page, nativeAnswer('attack', '12', '--target', '4-6-7', '--method', 'exact'));
  await page.getByRole('link', { name: 'cc', exact: true }).click();
  await expect(page).toHaveURL(/#cc$/);
  await page.goBack();
  await expect(lineOf(page)).toHaveValue('attack 12 --target 4-6-7');
  await expectOdds(page, nativeAnswer('attack', '12', '--target', '4-6-7', '--method', 'exact'));
  await page.goForward();
  await expect(lineOf(page)).toHaveValue('cc');
});

test('the line is completed by the keyboard', async ({ page }) => {
  await open(page);
  await lineOf(page).pressSequentially('att');
  await expect(page.getByRole('option', { name: /^attack/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.type('8 --target 4-4-7 --terrain st');
  await expect(page.getByRole('option', { name: 'stone', exact: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(lineOf(page)).toHaveValue(/^attack 8 --target 4-4-7 --terrain stone\s*$/);
  await expectOdds(page, nativeAnswer('attack', '8', '--target', '4-4-7', '--terrain', 'stone', '--method', 'exact'));
});

test('what is typed after another is answered by the worker that is there', async ({ page }) => {
  let workers = 0;
  page.on('worker', () => ++workers);
  await open(page, 'attack 8 --target 4-4-7');
  for (let fp = 1; fp <= 8; ++fp) {
    await lineOf(page).fill(`attack ${fp} --target 4-4-7`);
    await expectOdds(page, nativeAnswer('attack', String(fp), '--target', '4-4-7', '--method', 'exact'));
  }
  expect(workers).toBe(1);
});

test('a device with little memory is given less, and says so sooner', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 2 }));
  await open(page, large);
  await expect(page.locator('.told')).toContainText('budget of 262,144');
});

test('an assault that is too large for a phone says so, and offers what is not', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 2 }));
  const levels = [0, 1].map((level) => `[[location]]\nname = "J9.${level}"\nbuilding = "wood"\nlevels = 1\nlevel = ${level}\n\n`);
  const men = ['4-4-7', '8-1', '4-6-8', '4-5-8', '7-0'].map((unit, i) => `[[defender]]\nunit = "${unit}"\nlocation = "J9.${i % 2}"\n\n`);
  const text = readFileSync(`${maps}/../../examples/two-floors.toml`, 'utf8')
    .replace('turns = 4', 'turns = 6')
    .replace('[[defender]]', [...levels, ...men].join('') + '[[defender]]')
    .replaceAll(/target = \[(.*)\]/g, 'target = [$1, "J9.0", "J9.1"]');
  await open(page, 'plan large.toml');
  await page.locator('input[type=file]').setInputFiles({ name: 'large.toml', mimeType: 'text/plain', buffer: Buffer.from(text) });
  const alert = page.getByRole('alert').filter({ hasText: 'the best play cannot be found' });
  await expect(alert).toContainText('262,144');
  await expect(alert).toContainText('a computer takes 8 times as many');
  await expect(alert).toBeInViewport();
  await expect(page.locator('.headline, .decisions, #odds')).toHaveCount(0);
  await page.getByRole('button', { name: 'plan --fixed' }).click();
  await expect(lineOf(page)).toHaveValue('plan large.toml --fixed');
  await expect(page.locator('.headline')).toContainText('the attacker wins');
  await expect(page.getByRole('alert')).toHaveCount(0);
  // Nor does the way back name an option that `assault` does not have.
  await expect(page.getByRole('link', { name: 'assault large.toml', exact: true })).toBeVisible();
});

test('simulate and a game do as they say, whatever the line says of it', async ({ page }) => {
  await open(page, 'attack 8 --target 4-4-7 --method exact --seed 3');
  await expectOdds(page, nativeAnswer('attack', '8', '--target', '4-4-7', '--method', 'exact'));
  await unfold(page, '.dice-panel');
  await page.getByRole('button', { name: '100k' }).click();
  await page.getByRole('button', { name: 'simulate', exact: true }).click();
  await expect(page.locator('.answer .small')).toContainText('100,000 trials, seed 3');
  const { events } = nativeAnswer('attack', '8', '--target', '4-4-7', '--trials', '100000', '--seed', '3');
  await expect
    .poll(() => page.locator('tr[data-estimate]').evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset.estimate))))
    .toContain(events.find(({ name }) => name === 'some effect')!.estimate);
  await page.getByRole('button', { name: 'play once' }).click();
  await expect(page.locator('.throws li').first()).toContainText('IFT DR');
  await expect(page.locator('.throws .die svg').first()).toBeVisible();
  await page.getByRole('button', { name: 'play again' }).click();
  await expect(page.locator('.throws li').first()).toContainText('IFT DR');
  await lineOf(page).fill('4 vs 4-4-7 --trials 1000');
  await expect(page.locator('.answer .small')).toContainText('1,000 trials');
  await unfold(page, '.dice-panel');
  await page.getByRole('button', { name: 'simulate', exact: true }).click();
  await expect(page.locator('.answer .small')).toContainText('100,000 trials');
});

test('plain words are completed by what may stand there', async ({ page }) => {
  await open(page);
  const offers = page.getByRole('option');
  await lineOf(page).pressSequentially('12 vs 4-4');
  await expect(offers.first()).toContainText('4-4-7');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('in st');
  await expect(offers).toHaveText([/^stone/, /^stone-rubble/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(lineOf(page)).toHaveValue(/^12 vs 4-4-7 in stone\s*$/);
  await page.keyboard.press('Escape');
  await expect(offers).toHaveCount(0);
});

test('a list of completions that comes late spoils no choice', async ({ page }) => {
  await open(page);
  const [line, offers] = [lineOf(page), page.getByRole('option')];
  // The keys come one behind the other, before the list of what they make is there.
  const press = (typed: string, ...keys: string[]) =>
    line.evaluate(
      async (input: HTMLInputElement, [typed, keys]) => {
        const drawn = async () => {
          for (let turn = 0; turn < 20; ++turn) await null;
        };
        input.value += typed;
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        for (const key of keys) {
          await drawn();
          input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        }
      },
      [typed, keys] as const,
    );

  await line.pressSequentially('12 vs 4-');
  await expect(offers.filter({ hasText: '4-6-7' })).toHaveCount(1);
  await press('4', 'ArrowDown');
  await expect(offers.filter({ hasText: '4-6-7' })).toHaveCount(0);
  await expect(offers.first()).toHaveAttribute('aria-selected', 'true');

  await line.fill('12 vs 4-');
  await expect(offers.filter({ hasText: '4-6-7' })).toHaveCount(1);
  await press('4', 'ArrowDown', 'Tab');
  await expect(lineOf(page)).toHaveValue(/^12 vs 4-4-7\s*$/);
});

test('what was understood of a sentence stands above its odds', async ({ page }) => {
  const line = '12 -1 vs 467 in wood';
  await open(page, line);
  const answer = nativeAnswer(...line.split(' '), '--method', 'exact');
  await expectOdds(page, answer);
  await expect(page.locator('.understood')).toHaveText(answer.understood!);
  await lineOf(page).fill('attack 12 --target 4-6-7');
  await expectOdds(page, nativeAnswer('attack', '12', '--target', '4-6-7', '--method', 'exact'));
  await expect(page.locator('.understood')).toHaveCount(0);
});

test('a sentence that asks two questions shows them side by side', async ({ page }) => {
  const line = '24 +3 once or 12 +3 twice on a 447';
  await open(page, line);
  const answer = JSON.parse(native(...line.split(' '), '--method', 'exact', '--format', 'json')) as Comparison;
  await expect(page.locator('.verdict li')).toHaveText(([] as string[]).concat(answer.verdict!));
  await expect(page.locator('.understood')).toHaveText(answer.understood!);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('.headline')).toHaveCount(0);
  await lineOf(page).fill('8 vs 4-4-7');
  await expectOdds(page, nativeAnswer('8', 'vs', '4-4-7', '--method', 'exact'));
  await expect(page.locator('.verdict')).toHaveCount(0);
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
    await lineOf(page).fill(line);
    await expect(printed, line).toContainText(text);
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  await lineOf(page).fill('terrain nothing-of-that-name');
  await expect(page.getByRole('alert')).toBeVisible();
});

const large = 'attack 12 --target 3x4-4-7 3x4-5-8 9-2 8-1 4x6-6-6,elr=3 --heat-of-battle 0';

test('Stop ends a long question, and the next one is answered at once', async ({ page }) => {
  await open(page, large);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await page.getByRole('button', { name: 'simulate instead' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await lineOf(page).fill('attack 8 --target 4-4-7');
  await expectOdds(page, nativeAnswer('attack', '8', '--target', '4-4-7', '--method', 'exact'));
});

test('what an engine says of a question after Stop is not shown', async ({ page }) => {
  await page.addInitScript(() => {
    const said: [Worker, MessageEvent][] = [];
    const Started = window.Worker;
    window.Worker = class extends Started {
      constructor(...how: ConstructorParameters<typeof Worker>) {
        super(...how);
        this.addEventListener('message', (event) => event.data.kind === 'progress' && said.push([this, event]));
      }
    };
    addEventListener('click', (event) => {
      const [worker, last] = said.at(-1) ?? [];
      if (worker && last && (event.target as Element).textContent === 'Stop')
        setTimeout(() => worker.dispatchEvent(new MessageEvent('message', { data: last.data })));
    });
  });
  await open(page, large);
  await expect(page.locator('.status-words')).not.toHaveText('Solving…'); // it has told how far it is
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.waitForTimeout(500);
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
});

test('a question beyond the budget is told, simulated, and its memory given back', async ({ page }) => {
  let workers = 0;
  page.on('worker', () => ++workers);
  await open(page, large);
  await expect(page.locator('.told')).toContainText('no exact odds');
  await expect(page.locator('.headline')).toBeVisible();
  await expect(page.locator('.answer .small')).toContainText('1,000,000 trials');
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

test('boxcars.html runs its own script and no other', async ({ page }) => {
  const html = readFileSync(join(site, 'boxcars.html'), 'utf8');
  const scripts = [...html.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, text]) => text!);
  expect(scripts).toHaveLength(1);
  const hash = createHash('sha256').update(scripts[0]!).digest('base64');
  await page.goto(`file://${site}/boxcars.html`);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  const [ofScripts] = /script-src [^;]*/.exec(policy!)!;
  expect(ofScripts).toBe(`script-src 'sha256-${hash}' blob: 'wasm-unsafe-eval'`);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  const isRun = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "run"';
    document.head.append(script);
    return document.title === 'run';
  });
  expect(isRun).toBe(false);
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

test('a first visit is at most 2 MB', () => {
  const files = readdirSync(site, { recursive: true })
    .map(String)
    .filter((name) => name !== 'boxcars.html' && statSync(join(site, name)).isFile());
  const sizes = files.map(
    (name) => brotliCompressSync(readFileSync(join(site, name)), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length,
  );
  const sum = sizes.reduce((a, b) => a + b, 0);
  console.log(`first visit: ${sum} bytes of brotli`);
  expect(sum).toBeLessThan(2_000_000);
});
