// What the team is given where no model can be asked: pieces of documents and of the conversation, as they are written. Nothing is
// made up, and no words of the gateway's own stand in them. Pure.

import type { Passage } from '../agents/types.ts';
import type { Line } from './material.ts';
import { visitorWords } from './material.ts';
import type { Proposal } from './tasks.ts';

const PASSAGES = 3;
const MAX_WORDS = 280;
const LAST = 3;

/** The best passage, without the heading that repeats the question; '' where nothing was found. */
export function draftOf(passages: readonly Passage[]): string {
  const [best] = passages;
  if (best === undefined) return '';
  const rest = best.text.startsWith(best.title) ? best.text.slice(best.title.length) : best.text;
  return rest.trim() === '' ? best.text : rest.replace(/^[.\s]+/, '').trim();
}

/** What the visitor began with, and the last that was said, as a list; the visitor's words stand in quotation marks. */
export function summaryOf(lines: readonly Line[]): string {
  const said = lines.filter(({ from }) => from !== 'trouble');
  const first = said.find(({ from }) => from === 'visitor');
  const last = said.slice(-LAST);
  const kept = first === undefined || last.includes(first) ? last : [first, ...last];
  return kept
    .map(({ from, text }) => (from === 'visitor' ? `- “${cut(text)}”` : `- ${cut(text)}`))
    .join('\n');
}

/** What the documents say of a question; '' where nothing was found. */
export const answerOf = (passages: readonly Passage[]): string =>
  passages
    .slice(0, PASSAGES)
    .map(({ title, text }) => `**${cut(title)}**\n${text}`)
    .join('\n\n');

/** Tags whose names the visitor has written. It is done where the visitor's last words thank, and nobody has to answer. */
export function proposalOf(lines: readonly Line[], tags: readonly string[]): Proposal {
  const words = visitorWords(lines);
  const said = ` ${words
    .join(' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const found = tags.filter((tag) => {
    const plain = tag
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    return plain !== '' && said.includes(` ${plain} `);
  });
  const [last = ''] = words;
  const isThanks = THANKS.test(last) && !last.includes('?');
  return { tags: found.slice(0, PASSAGES), is_done: isThanks, why: isThanks ? cut(last) : '' };
}

const THANKS =
  /(?<!\p{L})(?:thanks|thank you|danke|dankeschön|vielen dank|gracias|merci|obrigad[oa])(?!\p{L})/iu;

function cut(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= MAX_WORDS ? flat : `${flat.slice(0, MAX_WORDS - 1)}…`;
}
