// The words of cards in the visitor's language. One that isn't English is fetched with the first card; until it is there,
// or can't be had, no card is drawn, so that none changes its language under a visitor's eyes.

import { type Signal, signal } from '@preact/signals';
import {
  CARD_WORDS,
  type CardWord,
  type CardWords,
  type OwnTables,
  pickWord,
} from '../../i18n/index.ts';
import type { ChatModel } from '../model/types.ts';

export type Word = (key: CardWord, params?: Record<string, string>) => string;

/** Null until they have been asked for; 'none': they can't be had, and English stands in. */
const tables: Signal<OwnTables<CardWords> | 'none' | null> = signal(null);
let isComing = false;

/** Null: they are on their way. */
export function useCardWords(chat: Pick<ChatModel, 'words'>): Word | null {
  const { lang, t } = chat.words.value;
  // Of texts that aren't the panel's own, `t` knows the owner's wording alone.
  const own = (key: string) => (t as (key: string) => string)(key);
  const known = tables.value;
  if (lang !== 'en' && known === null) {
    fetchTables();
    return null;
  }
  return (key, params) =>
    pickWord(key, CARD_WORDS, known === 'none' ? null : known, lang, own, params);
}

function fetchTables(): void {
  if (isComing) return;
  isComing = true;
  import('../../i18n/card-tables.ts').then(
    (found) => {
      tables.value = found.default;
    },
    () => {
      tables.value = 'none';
    },
  );
}
