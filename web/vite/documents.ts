import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import type { Plugin } from 'vite';
import { byDevice } from '../src/pictures/by_device.ts';
import { figuresOf } from './gallery.ts';

/** The document whose commands are shown with their pictures. */
const gallery = 'docs/gallery.md';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The name of a heading within its page: "Both sides shoot" is both-sides-shoot. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Where a document of the project stands in the site; none: it is not in it. */
function placeOf(document: string): string | undefined {
  if (document === 'README.md') return 'docs/index.html';
  if (document === 'bench/README.md') return 'docs/bench.html';
  const [, folder, name] = /^(docs|experiments)\/([^/]+)\.md$/.exec(document) ?? [];
  return name && (folder === 'docs' ? `docs/${name}.html` : `docs/experiments/${name}.html`);
}

/** Files that documents name and a reader may want: where they stand. */
const fileOf = (path: string) =>
  /^(examples|experiments)\/.+\.(toml|py|mjs|cpp)$|^docs\/pictures\/.+\.png$/.test(path) ? `docs/files/${path}` : undefined;

/** One document as HTML, and its links to `wanted` files. */
function page(root: string, document: string, style: string, wanted: (file: string) => void): string {
  const text = readFileSync(join(root, document), 'utf8');
  const here = placeOf(document)!;
  const from = (target: string) => posix.relative(posix.dirname(here), target);
  const markdown = new MarkdownIt({ html: false });
  let title = '';
  markdown.core.ruler.push('places', (state) => {
    for (const [i, token] of state.tokens.entries()) {
      const inside = state.tokens[i + 1];
      if (token.type !== 'heading_open' || !inside) continue;
      const heading = (inside.children ?? []).map((part) => part.content).join('');
      title ||= heading;
      token.attrSet('id', anchorOf(heading));
    }
  });
  // A link to what is not in the site is its text.
  let open = true;
  markdown.renderer.rules.link_open = (tokens, i, options, _, self) => {
    const href = String(tokens[i]!.attrGet('href') ?? '');
    const [path = '', anchor] = href.split('#');
    const target = path === '' ? document : posix.join(posix.dirname(document), path);
    const place = placeOf(target) ?? fileOf(target);
    open = place !== undefined;
    if (!place) return '';
    if (fileOf(target)) wanted(target);
    tokens[i]!.attrSet('href', (path === '' ? '' : from(place)) + (anchor ? `#${anchor}` : ''));
    return self.renderToken(tokens, i, options);
  };
  markdown.renderer.rules.link_close = () => (open ? '</a>' : '');
  markdown.renderer.rules.image = (tokens, i) => {
    const image = posix.join(posix.dirname(document), String(tokens[i]!.attrGet('src')));
    wanted(image);
    return `<img src="${from(fileOf(image)!)}" alt="${escaped(tokens[i]!.content)}">`;
  };
  markdown.renderer.rules.table_open = () => '<div class="wide"><table>';
  markdown.renderer.rules.table_close = () => '</table></div>';
  // What is typed stands out from what the program says.
  markdown.renderer.rules.fence = (tokens, i) => {
    const lines = escaped(tokens[i]!.content.trimEnd()).split('\n');
    const told = tokens[i]!.info === 'console' ? lines.map((line) => (line.startsWith('$ ') ? `<b>${line}</b>` : line)) : lines;
    const command = tokens[i]!.content.startsWith('$ ') ? tokens[i]!.content.split('\n')[0]!.slice(2) : '';
    const figures = document === gallery && command ? figuresOf(command, root) : '';
    return `<pre tabindex="0"><code>${told.join('\n')}</code></pre>\n${figures}`;
  };
  const body = markdown.render(text);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self'; base-uri 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}${title === 'boxcars' ? '' : ' - boxcars'}</title>
<link rel="stylesheet" href="${from(style)}">
<link rel="icon" href="${from('icon.svg')}">
</head>
<body>
<nav><a href="${from('index.html')}">Ask</a> <a href="${from('docs/index.html')}">Documents</a> <a href="${from('docs/first-questions.html')}">Start</a> <a href="${from('docs/questions.html')}">Questions</a> <a href="${from('docs/gallery.html')}">Gallery</a></nav>
<main>
${body}</main>
</body>
</html>
`;
}

/** docs/: the project's documents as pages, with what they name. */
export function documents(root: string): Plugin {
  const all = ['README.md', 'bench/README.md'];
  for (const folder of ['docs', 'experiments']) {
    for (const name of readdirSync(join(root, folder))) if (name.endsWith('.md')) all.push(`${folder}/${name}`);
  }
  return {
    name: 'boxcars-documents',
    apply: 'build',
    generateBundle() {
      const style = 'docs/style.css';
      const files = new Set<string>();
      const [colors, looks] = ['../src/pictures/colors.css', 'documents.css'].map((name) =>
        readFileSync(join(import.meta.dirname, name), 'utf8'),
      );
      this.emitFile({ type: 'asset', fileName: style, source: byDevice(colors!) + looks! });
      for (const document of all.sort()) {
        this.emitFile({ type: 'asset', fileName: placeOf(document)!, source: page(root, document, style, (file) => files.add(file)) });
      }
      for (const file of [...files].sort()) {
        const path = join(root, file);
        if (!existsSync(path) || !statSync(path).isFile()) throw new Error(`${file} is named in a document (there is none); put it there`);
        this.emitFile({ type: 'asset', fileName: fileOf(file)!, source: readFileSync(path) });
      }
    },
  };
}
