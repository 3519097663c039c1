// A folder of static files for this machine alone: node web/serve.mjs FOLDER PORT
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

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
const [folder, port] = process.argv.slice(2);
const top = path.resolve(folder);

const server = http.createServer((request, response) => {
  let file;
  try {
    file = path.join(top, decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    if (fs.statSync(file).isDirectory()) file = path.join(file, 'index.html');
    if (!file.startsWith(top + path.sep)) throw new Error('outside');
    const bytes = fs.readFileSync(file);
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  } catch {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
  }
});
server.on('error', (error) => {
  console.error(`port ${port} cannot be had (${error.code}); give another: web/serve 8001`);
  process.exit(1);
});
server.listen(Number(port), '127.0.0.1', () => console.error(`http://localhost:${port}/ (Ctrl-C ends it)`));
