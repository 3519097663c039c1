import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { engineFiles } from './vite/engine.ts';
import { nativeEngine } from './vite/native_engine.ts';
import { documents } from './vite/documents.ts';
import { contentSecurityPolicy, offline, singleFile } from './vite/site.ts';

// `npm run build` makes the whole of build/web/site from an engine folder: first the site, then boxcars.html, the same page in one file.
const root = import.meta.dirname;
const engineFolder = resolve(root, process.env.BOXCARS_ENGINE ?? '../build/web/engine');
const native = process.env.BOXCARS_NATIVE !== undefined || !existsSync(`${engineFolder}/boxcars.wasm`);
const single = process.env.BOXCARS_SINGLE !== undefined;

export default defineConfig(({ command }) => {
  if (command === 'build' && native && process.env.BOXCARS_NATIVE === undefined)
    throw new Error(`no engine in ${engineFolder}: build it first, or set BOXCARS_ENGINE`);
  const engine = native ? resolve(root, 'src/engine/native.ts') : `${engineFolder}/boxcars.mjs`;
  return {
    base: './',
    root,
    define: { __SINGLE__: single, __NATIVE__: native },
    resolve: {
      alias: [
        { find: 'virtual:boxcars-engine', replacement: engine },
        { find: 'virtual:start-worker', replacement: resolve(root, `src/engine/start_worker_${single ? 'inside' : 'site'}.ts`) },
      ],
    },
    // From file://, only a Worker that is no module may be made of a text.
    worker: {
      format: single ? 'iife' : 'es',
      plugins: () => [engineFiles(native ? null : engineFolder, single)],
      rollupOptions: { output: { codeSplitting: false } },
    },
    server: { fs: { allow: [root, engineFolder] } },
    build: {
      outDir: resolve(root, '../build/web/site'),
      emptyOutDir: !single,
      target: 'es2022',
      assetsInlineLimit: single ? 100_000_000 : 0,
      cssCodeSplit: !single,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 4000,
      copyPublicDir: !single,
    },
    plugins: [
      engineFiles(native ? null : engineFolder, single),
      native && nativeEngine(root),
      contentSecurityPolicy(single),
      single ? singleFile() : [documents(resolve(root, '..')), offline()],
    ],
  };
});
