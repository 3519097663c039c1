import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const name = 'virtual:boxcars-wasm';

/** The engine's wasm: a file of the site, or, in one file, a text inside. The page compiles it itself, so its loader is not to look for it. */
export function engineFiles(folder: string | null, single: boolean): Plugin {
  return {
    name: 'boxcars-engine',
    enforce: 'pre',
    resolveId: (id) => (id === name ? '\0' + name : undefined),
    load(id) {
      if (id !== '\0' + name) return undefined;
      if (!folder) return 'export default "";';
      const wasm = `${folder}/boxcars.wasm`;
      return single
        ? `export default "${readFileSync(wasm).toString('base64')}";`
        : `export { default } from ${JSON.stringify(wasm + '?url')};`;
    },
    transform(code, id) {
      if (!folder || !id.startsWith(folder)) return undefined;
      return code
        .replace('new URL("boxcars.wasm",import.meta.url).href', '"boxcars.wasm"')
        .replaceAll('await import("module")', '{}')
        .replaceAll('import.meta.url', 'self.location.href');
    },
  };
}
