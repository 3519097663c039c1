// A folder of static files for this machine alone: node web/serve.mjs FOLDER PORT
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const types = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** Serves the folder at the port, or at a free one if that is 0: the server, when it listens. */
export const serve = (folder, port) => {
  const top = path.resolve(folder);
  const server = http.createServer((request, response) => {
    let file;
    try {
      file = path.join(top, decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
      if (fs.statSync(file).isDirectory()) file = path.join(file, 'index.html');
      if (!file.startsWith(top + path.sep)) throw new Error('outside');
      if (!fs.statSync(file).isFile()) throw new Error('no file'); // to read a pipe is to wait, for all who ask
      const bytes = fs.readFileSync(file);
      response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' });
      response.end(request.method === 'HEAD' ? undefined : bytes);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
    }
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
};

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [folder, port] = process.argv.slice(2);
  try {
    await serve(folder, Number(port));
    console.log(`http://localhost:${port}/ (Ctrl-C ends it)`);
  } catch (error) {
    console.error(`port ${port} cannot be had (${error.code}); give another: web/serve 8001`);
    process.exitCode = 1;
  }
}
