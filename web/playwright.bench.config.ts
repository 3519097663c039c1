import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

export default defineConfig({ ...tests, testDir: 'bench', workers: 1, retries: 0 });
