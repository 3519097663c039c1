// `npm run screenshots` makes docs/pictures: the page's first screen, an answer, and answers as pages of HTML. It needs build/web/site, the native program
// and, for those of a save, board 20 in $BOXCARS_BOARDS.
import { chromium } from '@playwright/test';
import { execFileSync, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium_options } from './chromium.mjs';

const root = resolve(import.meta.dirname, '../../..');
const port = process.env.BOXCARS_PORT ?? '4173';
const server = spawn('node', ['serve.mjs', '../build/web/site', port], { stdio: ['ignore', 'pipe', 'inherit'] });
await new Promise((resolve) => server.stdout.once('data', resolve));
const browser = await chromium.launch(chromium_options);
const page = await browser.newPage({ viewport: { width: 900, height: 760 } });

await page.goto(`http://localhost:${port}/`);
await page.locator('.topics').waitFor();
await page.waitForTimeout(500);
await page.screenshot({ path: `${root}/docs/pictures/first.png` });
await page.goto(`http://localhost:${port}/#${encodeURI('12 -1 at a 467 in a wooden building')}`);
await page.getByText('breaks or worse').first().waitFor();
await page.waitForTimeout(500);
await page.screenshot({ path: `${root}/docs/pictures/page.png` });

const file = `${root}/build/report.html`;
const save = ['--save', 'tests/data/game.vsav'];
for (const [name, height, words] of [
  ['report', 760, ['chain', '--map', 'experiments/maps/chateau.toml', '--hex', 'J8']],
  ['shot', 700, ['attack', ...save, '--from', 'H5', '--hex', 'G4']],
  ['balance', 505, ['balance', 'examples/two-sides.toml', '--vary', 'turns', '--from', '2', '--to', '8', '--method', 'exact']],
  ['danger', 565, ['danger', ...save, '--side', 'Russian', '--unit', '4-4-7', '--moving', 'normal']],
]) {
  writeFileSync(file, execFileSync(`${root}/build/release/boxcars`, [...words, '--format', 'html'], { cwd: root, stdio: 'pipe' }));
  await page.setViewportSize({ width: 900, height });
  await page.goto(pathToFileURL(file).href);
  await page.locator('svg').first().waitFor();
  await page.screenshot({ path: `${root}/docs/pictures/${name}.png` });
}
rmSync(file);

await browser.close();
server.kill();
