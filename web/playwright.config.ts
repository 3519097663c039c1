import { defineConfig } from '@playwright/test';
import { chromium_options } from './tests/support/chromium.mjs';

const port = Number(process.env.BOXCARS_PORT ?? 4173);

export default defineConfig({
  testDir: 'tests',
  outputDir: '../build/web/test-results',
  workers: 3, // who wait for each other's pages more than they work
  fullyParallel: true,
  retries: 1, // it is told which tests needed it
  timeout: 600_000, // for what hangs: no test looks at a clock
  expect: { timeout: 60_000 },
  reporter: 'line',
  use: {
    baseURL: `http://localhost:${port}/`,
    launchOptions: chromium_options,
  },
  webServer: { command: `node serve.mjs ../build/web/site ${port}`, port, reuseExistingServer: false },
});
