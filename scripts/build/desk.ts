// The desk: dist/desk, a page with its script and its style, whose names have hashes. The widget's content room is trimmed
// here as it is in the drop-in.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';
import { MOTION, PALETTES, SHADOWS, SHAPE, SPACE_PX, TYPE } from '../../src/theme/tokens.ts';
import { inlineRuntime, RUNTIME } from './inline-runtime.ts';
import { jsx } from './jsx.ts';
import { minify } from './minify.ts';
import { writeNotices } from './notices.ts';
import { DIST, ROOT } from './paths.ts';
import { chunksOf, oneChunkFor, sharedConfig } from './shared-config.ts';
import { markedLexer } from './trim-marked.ts';
import { strictPurify } from './trim-purify.ts';

const SOURCE = join(ROOT, 'desk');
const ENTRY = join(SOURCE, 'main.tsx');
/**
 * A file for each of the parts that are fetched later (`desk/views/later-parts.ts`). What several reach belongs to the first of
 * them: what a conversation shares with other pages is fetched with it.
 */
const PARTS: Parameters<typeof oneChunkFor>[0] = [
  // The second would be a file of its own, since the widget fetches it later.
  [ENTRY, join(ROOT, 'src/i18n/relative.ts')],
  [join(SOURCE, 'views/conversation.tsx')],
  [join(ROOT, 'src/content/index.ts')],
  [
    join(SOURCE, 'views/find-field.tsx'),
    join(SOURCE, 'views/switch.tsx'),
    join(SOURCE, 'views/preview.tsx'),
  ],
  [join(SOURCE, 'model/qr.ts')],
  [join(SOURCE, 'views/team/team.tsx')],
  [join(SOURCE, 'views/agents/agents.tsx')],
  [join(SOURCE, 'views/sites/sites.tsx')],
];

/** @param into dist/desk, or the gateway's package. */
export async function buildDesk(into: string = join(DIST, 'desk')): Promise<void> {
  const chunks = chunksOf(
    await build({
      ...sharedConfig({
        rolldownOptions: {
          input: { desk: ENTRY },
          output: {
            format: 'es',
            codeSplitting: oneChunkFor(PARTS),
            entryFileNames: 'assets/[name]-[hash].js',
            chunkFileNames: 'assets/[name]-[hash].js',
          },
        },
      }),
      plugins: [
        jsx(),
        markedLexer(),
        strictPurify(),
        inlineRuntime(),
        {
          name: 'bellhop-minify-desk',
          renderChunk: async (code) => ({ code: await minify(code, true), map: null }),
        },
      ],
    }),
  );
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error('The build has no script for the desk.');
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(into, name)), { recursive: true });
    writeFileSync(join(into, name), text);
    if (name.startsWith('assets/')) writeFileSync(join(into, `${name}.br`), compress(text));
  };
  for (const { name, fileName, code } of chunks) {
    if (name !== RUNTIME) write(fileName, code);
  }
  const style = `${tokens()}${stylesOf(join(SOURCE, 'styles'))}`;
  const styleName = `assets/desk-${createHash('sha256').update(style).digest('hex').slice(0, 8)}.css`;
  write(styleName, style);
  await writePreview(write);
  write('icon.svg', readFileSync(join(SOURCE, 'icon.svg'), 'utf8'));
  write('worker.js', readFileSync(join(SOURCE, 'push', 'worker.js'), 'utf8'));
  write('app.webmanifest', readFileSync(join(SOURCE, 'push', 'app.webmanifest'), 'utf8'));
  write(
    'index.html',
    readFileSync(join(SOURCE, 'index.html'), 'utf8')
      .replace('STYLE', styleName)
      .replace('SCRIPT', entry.fileName),
  );
  writeNotices(into, chunks);
}

/** The frame that shows the real widget: a page of its own, whose script is a classic one, since it has no origin to load modules from. */
async function writePreview(write: (name: string, text: string) => void): Promise<void> {
  const folder = join(SOURCE, 'preview');
  const [script] = chunksOf(
    await build(
      sharedConfig({
        lib: { entry: join(folder, 'main.ts'), formats: ['iife'], name: 'bellhopPreview' },
      }),
    ),
  );
  if (script === undefined) throw new Error('The build has no script for the preview.');
  const names = { SCRIPT: nameOf(script.code, 'js'), STYLE: '' };
  write(names.SCRIPT, script.code);
  const style = plain(readFileSync(join(folder, 'preview.css'), 'utf8'));
  names.STYLE = nameOf(style, 'css');
  write(names.STYLE, style);
  write(
    'preview.html',
    readFileSync(join(SOURCE, 'preview.html'), 'utf8').replace(
      /PREVIEW_(SCRIPT|STYLE)/g,
      (_, which: keyof typeof names) => names[which],
    ),
  );
}

function nameOf(text: string, extension: string): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return `assets/preview-${hash}.${extension}`;
}

function compress(text: string): Buffer {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
}

/** The widget's tokens, for a page that is all the desk's. */
function tokens(): string {
  const declare = (values: Readonly<Record<string, string>>) =>
    Object.entries(values)
      .map(([name, value]) => {
        const key = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
        return `--b-${key}:${value};`;
      })
      .join('');
  const scheme = (name: 'light' | 'dark') =>
    `color-scheme:${name};${declare({ ...PALETTES[name], 'shadow-panel': SHADOWS[name].panel })}`;
  const space = Object.fromEntries(SPACE_PX.map((px, index) => [`s${index + 1}`, `${px}px`]));
  return [
    `:root{${declare({ ...TYPE, ...space, ...SHAPE, ...MOTION })}${scheme('light')}}`,
    `@media (prefers-color-scheme:dark){:root{${scheme('dark')}}}`,
    '@media (prefers-contrast:more){:root{--b-muted:var(--b-ink);--b-outline:var(--b-ink);--b-line:var(--b-ink)}}',
  ].join('\n');
}

/** In the order of their names; without comments and indentation. */
function stylesOf(folder: string): string {
  const all = readdirSync(folder).sort();
  return plain(all.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n'));
}

function plain(style: string): string {
  return style
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/\n+([}])/g, '$1')
    .replace(/([{,;])\n/g, '$1');
}
