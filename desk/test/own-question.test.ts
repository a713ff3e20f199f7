// @vitest-environment jsdom

// What the gateway itself has asked a visitor, as the team reads it.

import { signal } from '@preact/signals';
import { cleanup, render } from '@testing-library/preact';
import { h } from 'preact';
import { afterEach, describe, expect, it } from 'vitest';
import type { ToolCall } from '../model/rows.ts';
import de from '../texts/locales/de.ts';
import es from '../texts/locales/es.ts';
import fr from '../texts/locales/fr.ts';
import pt from '../texts/locales/pt.ts';
import { ENGLISH } from '../texts/messages.ts';
import { createTexts, type Language } from '../texts/texts.ts';
import { CallLine } from '../views/call-line.tsx';
import type { View } from '../views/view.ts';

afterEach(cleanup);

const TEXTS = { en: ENGLISH, de, es, fr, pt };

interface Asked {
  asks?: 'rating' | 'email';
  language?: Language;
  /** Left out: the question stands open; null: it was skipped. */
  said?: { value: 'good' | 'bad' | null; comment: string | null } | null;
}

function lineOf({ asks, language = 'en', said }: Asked): string[] {
  const texts = createTexts(language, TEXTS[language]);
  const runs = signal({ run_1: { trace_id: '', request_id: '', ...(asks && { asks }) } });
  const view = {
    t: texts.t,
    texts: signal(texts),
    desk: {
      conversation: { runs, entry: signal({ rating: said ?? null }) },
      agents: { sites: signal([]) },
    },
  } as unknown as View;
  const block = { type: 'tool_result', tool_use_id: 'call_1' } as const;
  const result =
    said === undefined
      ? null
      : said === null
        ? { ...block, is_error: true }
        : { ...block, content: '{}' };
  const call = {
    id: 'call_1',
    name: 'ask_form',
    input: {},
    result,
    durationMs: 70_000,
    runId: 'run_1',
    at: undefined,
  } as unknown as ToolCall;
  const { container } = render(h(CallLine, { view, call }));
  return [...container.children].map(({ textContent }) => String(textContent));
}

describe('the question how it went', () => {
  it.each<[Language, string[]]>([
    ['en', ['Asked how it went', 'Good: Szybko.']],
    ['de', ['Gefragt, wie es war', 'Gut: Szybko.']],
    ['es', ['Se preguntó cómo fue', 'Bien: Szybko.']],
    ['fr', ['A demandé comment cela s’est passé', 'Bien : Szybko.']],
    ['pt', ['Perguntou como foi', 'Bom: Szybko.']],
  ])('reads with its answer in the words of the team’s language: %s', (language, line) => {
    const said = { value: 'good', comment: 'Szybko.' } as const;
    expect(lineOf({ asks: 'rating', language, said })).toEqual(line);
  });

  it.each<[string, Asked['said'], string]>([
    ['answered without a comment', { value: 'bad', comment: null }, 'Not good'],
    ['open', undefined, 'no answer yet'],
    ['skipped', null, 'not answered'],
  ])('says so where it is %s', (_, said, words) => {
    expect(lineOf({ asks: 'rating', ...(said !== undefined && { said }) })).toEqual([
      'Asked how it went',
      words,
    ]);
  });
});

it('the question for an address is told, and whether it was answered', () => {
  const said = { value: null, comment: null };
  expect(lineOf({ asks: 'email', said })).toEqual(['Asked for an e-mail address', 'done']);
});

it('a form of an agent stays a form', () => {
  expect(lineOf({})[0]).toBe('Asked by a form');
});
