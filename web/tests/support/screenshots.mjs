// `npm run screenshots` makes docs/pictures: the page as it answers, and a page of HTML. It needs build/web/site and the native program.
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

await page.goto(`http://localhost:${port}/#${encodeURI('12 -1 vs 4-6-7 in wood')}`);
await page.getByText('breaks or worse').first().waitFor();
await page.waitForTimeout(500);
await page.screenshot({ path: `${root}/docs/pictures/page.png` });

const file = `${root}/build/report.html`;
const words = ['chain', '--map', 'experiments/maps/chateau.toml', '--hex', 'J8', '--format', 'html'];
writeFileSync(file, execFileSync(`${root}/build/release/boxcars`, words, { cwd: root, stdio: 'pipe' }));
await page.goto(pathToFileURL(file).href);
await page.locator('#pictures svg').first().waitFor();
await page.screenshot({ path: `${root}/docs/pictures/report.png` });
rmSync(file);

await browser.close();
server.kill();
