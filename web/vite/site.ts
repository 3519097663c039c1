import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const itsScript = '__SCRIPT__'; // in the policy of the single file: the one script that it has

/** What the page may do: run what came with it, and nothing else; what the user opens never leaves the device. */
export function contentSecurityPolicy(single: boolean): Plugin {
  const scripts = single ? `${itsScript} blob:` : "'self'";
  const policy = [
    "default-src 'none'",
    `script-src ${scripts} 'wasm-unsafe-eval'`,
    `worker-src 'self' blob:`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return {
    name: 'boxcars-csp',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
    ],
  };
}

/** sw.js: keeps every file of the site, under the name of what is in them, so that the page works without a network. */
export function offline(): Plugin {
  let publicDir = '';
  return {
    name: 'boxcars-offline',
    apply: 'build',
    configResolved: (config) => void (publicDir = config.publicDir),
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = new Map<string, string | Uint8Array>();
        for (const [name, file] of Object.entries(bundle)) files.set(name, file.type === 'chunk' ? file.code : file.source);
        for (const name of readdirSync(publicDir)) files.set(name, readFileSync(join(publicDir, name)));
        const hash = createHash('sha256');
        const names = [...files.keys()].sort();
        for (const name of names) hash.update(name).update(files.get(name) ?? '');
        const source = readFileSync(join(import.meta.dirname, 'service_worker.js'), 'utf8');
        const told = source.replace('__VERSION__', hash.digest('hex').slice(0, 16)).replace('__FILES__', JSON.stringify(names));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: told });
      },
    },
  };
}

/** boxcars.html: script, style and engine inside, for file://. */
export function singleFile(): Plugin {
  return {
    name: 'boxcars-single-file',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('no index.html');
        let html = String(page.source);
        let script = '';
        for (const [name, file] of Object.entries(bundle)) {
          if (file.type === 'chunk' && file.isEntry) {
            script = file.code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
            html = html.replace(new RegExp(`<script[^>]*src="[^"]*${escaped(name)}"[^>]*></script>`), '');
            html = html.replace('</body>', () => `<script type="module">${script}</script></body>`);
          } else if (name.endsWith('.css') && file.type === 'asset') {
            html = html.replace(new RegExp(`<link[^>]*href="[^"]*${escaped(name)}"[^>]*>`), () => `<style>${String(file.source)}</style>`);
          }
        }
        const hash = createHash('sha256').update(script).digest('base64');
        if (!html.includes(itsScript)) throw new Error('no policy in index.html');
        html = html.replace(itsScript, `'sha256-${hash}'`);
        html = html.replace(/<link[^>]*rel="(manifest|apple-touch-icon|icon)"[^>]*>/g, '');
        for (const name of Object.keys(bundle)) delete bundle[name];
        this.emitFile({ type: 'asset', fileName: 'boxcars.html', source: html });
      },
    },
  };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
