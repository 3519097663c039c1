import { defineConfig } from '@playwright/test';
import { chromium_options } from './tests/support/chromium.mjs';

const port = Number(process.env.BOXCARS_PORT ?? 4173);

export default defineConfig({
  testDir: 'tests',
  outputDir: '../build/web/test-results',
  workers: 2,
  fullyParallel: true,
  retries: 1, // of those that a busy machine has made late; they are named
  timeout: 30_000,
  expect: { timeout: 8_000 },
  reporter: 'line',
  use: {
    baseURL: `http://localhost:${port}/`,
    launchOptions: chromium_options,
  },
  webServer: { command: `node serve.mjs ../build/web/site ${port}`, port, reuseExistingServer: false },
});
