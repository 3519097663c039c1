import { defineConfig } from '@playwright/test';

const port = Number(process.env.BOXCARS_PORT ?? 4173);

export default defineConfig({
  testDir: 'tests',
  outputDir: '../build/web/test-results',
  workers: 2,
  fullyParallel: true,
  timeout: 30_000,
  expect: { timeout: 8_000 },
  reporter: 'line',
  use: {
    baseURL: `http://localhost:${port}/`,
    launchOptions: {
      executablePath: process.env.BOXCARS_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: { command: `node tests/serve.mjs ${port}`, port, reuseExistingServer: false },
});
