// What a visitor downloads, measured on the widget that the site shows, and what each part of it is for.

import { table } from '../reference/table.ts';

export interface MeasuredBytes {
  stages: readonly { name: string; bytes: number }[];
  /** Bytes of each room and library in each stage. */
  rooms: readonly (readonly [stage: string, rooms: Readonly<Record<string, number>>])[];
}

/** When each stage comes, and what it brings. */
export const STAGE_WORDS: Readonly<Record<string, string>> = {
  launcher: 'with every page: the button, the queue of calls, nothing else',
  'until typing': 'when the pointer or the focus comes near: the panel, so that one can write',
  'first answer': 'with the first message: sync, outbox, storage, tabs, Markdown and its sanitiser',
  'first tool': 'with the first tool call: validation, approval, the journal, the card',
};

/** What each room of the sources and each library does for a visitor. */
export const ROOM_WORDS: Readonly<Record<string, string>> = {
  ui: 'what is seen: the panel, messages, the composer, cards, the menu',
  session: 'what keeps messages from being lost: outbox, log, tabs, recovery, Stop',
  tools: 'tools of the page: validation, questions, the journal, results',
  marked: 'library: reads the Markdown of answers',
  widget: 'puts the rooms together: options, tokens, events, opening and closing',
  '(styles, bundler)': 'style sheets, and what the bundler adds',
  content:
    'answers in the page: sanitised, built up while they are written, links, pictures, tables, code',
  client: 'requests and the stream, with their errors and repeats',
  '@cfworker/json-schema': 'library: checks a tool’s input against its schema',
  preact: 'library: draws the panel',
  i18n: 'English, and how other languages are chosen',
  dompurify: 'library: takes out of an answer what could run',
  protocol: 'checks each event and each stored row field by field',
  platform: 'the browser’s storage, locks, clocks and channels',
  '@preact/signals-core': 'library: what changes on the screen when something changes',
  '@preact/signals': 'library: the same, for Preact',
  theme: 'your colour in light and dark, with enough contrast',
  loader: 'reads the attributes',
  'idb-keyval': 'library: the browser’s database',
  dom: 'shared names of the page’s objects',
};

let known: MeasuredBytes | null = null;

/** The measurement to show; it takes a build, so who makes the site hands it in first. */
export function setBytes(measured: MeasuredBytes): void {
  known = measured;
}

function measured(): MeasuredBytes {
  if (known === null) throw new Error('Nothing was measured: call setBytes() first.');
  return known;
}

export function bytesTable(): string {
  const { stages } = measured();
  return table(
    ['stage', 'what comes, and when', 'adds', 'in all'],
    stages.map(({ name, bytes }, at) => [
      name,
      STAGE_WORDS[name] ?? '',
      inBytes(bytes - (stages[at - 1]?.bytes ?? 0)),
      inBytes(bytes),
    ]),
  );
}

export function roomsTable(): string {
  const { rooms } = measured();
  const sums: Record<string, number> = {};
  for (const [, each] of rooms) {
    for (const [room, bytes] of Object.entries(each)) sums[room] = (sums[room] ?? 0) + bytes;
  }
  return table(
    ['part', 'what it does', ...rooms.map(([stage]) => stage)],
    Object.entries(sums)
      .sort(([, a], [, b]) => b - a)
      .map(([room]) => [
        room,
        ROOM_WORDS[room] ?? '',
        ...rooms.map(([, each]) => (each[room] ? inBytes(each[room]) : '')),
      ]),
  );
}

/** A number and its unit stay on one line. */
const inBytes = (n: number): string => `${n.toLocaleString('en')}\u00a0B`;
