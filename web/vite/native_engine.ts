import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Connect, Plugin } from 'vite';

/**
 * Whether the page that this server has given asks: it runs a program that can write files, and any other page that is open may send it what it
 * likes. Browsers say from where; and a name that leads to this machine from elsewhere is none of its own.
 */
export function asksItself({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  const { host, origin } = headers;
  const name = host?.replace(/:\d+$/, '');
  return method === 'POST' && origin === `http://${host}` && ['localhost', '127.0.0.1', '[::1]'].includes(name ?? '');
}

// For work on the page without an engine: the dev server asks the native program. Nothing of it is in the site.
export function nativeEngine(root: string): Plugin {
  const program = resolve(root, process.env.BOXCARS ?? '../build/release/boxcars');
  const folder = mkdtempSync(join(tmpdir(), 'boxcars-'));
  mkdirSync(folder, { recursive: true });
  const answer: Connect.NextHandleFunction = async (request, response, next) => {
    if (request.url?.startsWith('/native/') && !asksItself(request)) {
      response.writeHead(403).end();
    } else if (request.url === '/native/run') {
      const { args, stdin } = JSON.parse((await body(request)).toString()) as { args: string[]; stdin?: string };
      const child = execFile(
        program,
        args,
        { cwd: folder, maxBuffer: 1 << 28, env: { ...process.env, BOXCARS_BOARDS: folder } },
        (error, stdout, stderr) => {
          const status = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
          response.end(JSON.stringify({ status, stdout, stderr }));
        },
      );
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(stdin ?? '');
    } else if (request.url?.startsWith('/native/file/')) {
      writeFileSync(join(folder, basename(decodeURIComponent(request.url))), await body(request));
      response.end();
    } else if (request.url?.startsWith('/native/forget/')) {
      rmSync(join(folder, basename(decodeURIComponent(request.url))), { force: true });
      response.end();
    } else {
      next();
    }
  };
  return {
    name: 'boxcars-native-engine',
    configureServer: (server) => void server.middlewares.use(answer),
    configurePreviewServer: (server) => void server.middlewares.use(answer),
  };
}

async function body(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
