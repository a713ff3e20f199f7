// A conversation as material for an agent that is asked about it: one line of JSON for each message, in which no tag, no other line
// and no other speaker can be written. Pure.

import { quoted } from '../agents/model/quote.ts';
import type { StoredEvent } from '../log/stored-event.ts';
import { wordsOf } from '../log/words.ts';
import { type MessageBlock, personOf } from '../wire.ts';

export interface Line {
  from: 'visitor' | 'agent' | 'team' | 'trouble';
  text: string;
  /** Of a person of the team. */
  name?: string;
}

const MAX_LINE = 3000;
const MAX_ALL = 60_000;

/** @param events the newest last. @returns the newest that have room, and the visitor's first message. */
export function linesOf(events: readonly StoredEvent[]): Line[] {
  const all = events.flatMap(lineOf);
  const kept: Line[] = [];
  let room = MAX_ALL;
  for (const line of all.toReversed()) {
    room -= line.text.length;
    if (room < 0) break;
    kept.unshift(line);
  }
  const first = all.find(({ from }) => from === 'visitor');
  return first === undefined || kept.includes(first) ? kept : [first, ...kept];
}

function lineOf(event: StoredEvent): Line[] {
  if (event.type === 'session.error') return [{ from: 'trouble', text: event.error_code ?? '' }];
  if (event.type !== 'user.message' && event.type !== 'agent.message') return [];
  const content = JSON.parse(event.content) as MessageBlock[];
  const text = (wordsOf(event.type, content) ?? '').trim().slice(0, MAX_LINE);
  if (text === '') return [];
  if (event.type === 'user.message') return [{ from: 'visitor', text }];
  const [block] = content;
  const person = block === undefined ? null : personOf(block);
  if (person === null) return [{ from: 'agent', text }];
  return person.act === 'said' ? [{ from: 'team', name: person.name, text }] : [];
}

/** The number of the newest event in which somebody says something; null where none does. That a person has come or gone isn't said. */
export function lastSaidIn(events: readonly StoredEvent[]): number | null {
  const said = events.filter((event) => lineOf(event).some(({ from }) => from !== 'trouble'));
  return said.length === 0 ? null : Math.max(...said.map(({ seq }) => seq));
}

/** Between tags that nobody's words can end. */
export function asMaterial(lines: readonly Line[]): string {
  const rows = lines.map(({ from, name, text }) =>
    name === undefined
      ? `{"from":"${from}","text":${quoted(text)}}`
      : `{"from":"${from}","name":${quoted(name)},"text":${quoted(text)}}`,
  );
  return `<conversation>\n${rows.join('\n')}\n</conversation>`;
}

/** The visitor's words, the newest first. */
export const visitorWords = (lines: readonly Line[]): string[] =>
  lines.flatMap(({ from, text }) => (from === 'visitor' ? [text] : [])).toReversed();
