import { resolve } from 'node:path';
import { defineConfig } from 'vite';

// `npm run pictures` makes io/formats/pictures.js, the script of `--format html`, which the program has in it.
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: resolve(import.meta.dirname, process.env.BOXCARS_PICTURES ?? '../io/formats'),
    emptyOutDir: false,
    target: 'es2022',
    lib: { entry: 'src/pictures/report.ts', formats: ['iife'], name: 'boxcars', fileName: () => 'pictures.js' },
  },
});
