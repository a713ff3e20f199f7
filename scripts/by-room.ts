// What each room of the house costs at each stage, for `npm run size -- --by-room`: source maps tell from which room each
// letter of a file comes, and a room pays its share of the letters of what the file takes compressed. Brotli itself keeps
// no such accounts: text that repeats what another room says costs less than its share. `change` compares with
// bench/rooms.json, which `--record` writes: do so with each release.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { buildChunks } from './build/drop-in.ts';
import { ROOT } from './build/paths.ts';

const RECORDED = join(ROOT, 'bench/rooms.json');

/** The file that each stage adds, by its name without the hash. */
const STAGES = { 'until typing': 'panel', 'first answer': 'core', 'first tool': 'tools' } as const;
type Stage = keyof typeof STAGES;

/** Bytes of each room, compressed. */
type Rooms = Record<string, number>;

/** @param compress bytes of a text as they are sent. */
export async function measureRooms(
  compress: (text: string) => number,
): Promise<[stage: Stage, rooms: Rooms][]> {
  const { chunks } = await buildChunks({ hasMaps: true });
  return Object.entries(STAGES).map(([stage, name]) => {
    const chunk = chunks.find(({ fileName }) => fileName.startsWith(`${name}-`));
    if (chunk?.map == null) throw new Error(`The build has no ${name}-*.js with a map.`);
    const letters = lettersByRoom(chunk.code, JSON.parse(chunk.map.toString()));
    const perLetter = compress(chunk.code) / chunk.code.length;
    const bytes = Object.entries(letters).map(([room, n]) => [room, Math.round(n * perLetter)]);
    return [stage, Object.fromEntries(bytes)];
  }) as [Stage, Rooms][];
}

/** @param compress bytes of a text as they are sent. */
export async function printRooms(
  compress: (text: string) => number,
  isRecorded: boolean,
): Promise<void> {
  const stages = await measureRooms(compress);
  const now: Rooms = {};
  for (const [, rooms] of stages) {
    for (const [room, bytes] of Object.entries(rooms)) now[room] = (now[room] ?? 0) + bytes;
  }
  const before: Rooms = existsSync(RECORDED) ? JSON.parse(readFileSync(RECORDED, 'utf8')) : {};
  const names = [...new Set([...Object.keys(now), ...Object.keys(before)])];
  const ordered = names.sort((a, b) => (now[b] ?? 0) - (now[a] ?? 0));
  console.table(
    Object.fromEntries(
      ordered.map((room) => {
        const change = (now[room] ?? 0) - (before[room] ?? 0);
        const each = stages.map(([stage, rooms]) => [stage, rooms[room] ?? 0]);
        const told = change > 0 ? `+${change}` : change;
        return [room, { ...Object.fromEntries(each), together: now[room] ?? 0, change: told }];
      }),
    ),
  );
  if (isRecorded) writeFileSync(RECORDED, `${JSON.stringify(now, null, 2)}\n`);
}

/** How many letters of a file come from each room. Styles and what the bundler added are in no map. */
export function lettersByRoom(
  code: string,
  map: ConstructorParameters<typeof SourceMap>[0],
): Record<string, number> {
  const source = new SourceMap(map);
  const letters: Record<string, number> = {};
  for (const [line, text] of code.split('\n').entries()) {
    for (let column = 0; column < text.length; column++) {
      const entry = source.findEntry(line, column);
      const room = 'originalSource' in entry ? roomOf(entry.originalSource) : BUNDLER;
      letters[room] = (letters[room] ?? 0) + 1;
    }
  }
  return letters;
}

/** Vite gives no map for a style sheet in a script. */
const BUNDLER = '(styles, bundler)';

/** “src/ui/parts/log.tsx” → “ui”, “node_modules/@preact/signals/…” → “@preact/signals” */
function roomOf(source: string): string {
  const [, library] = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? [];
  if (library !== undefined) return library;
  const [, room] = /(?:^|\/)src\/([^/]+)/.exec(source) ?? [];
  return room?.replace(/\.tsx?$/, '') ?? BUNDLER;
}
