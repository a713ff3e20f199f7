// The visitor's language as one value that changes when a language arrives.

import type { ReadonlySignal } from '@preact/signals';
import type { Formatters, I18n, MessageKey, Translate } from '../../i18n/index.ts';
import { fromSource } from './from-source.ts';

export interface Words {
  t: Translate;
  format: Formatters;
  lang: string;
  dir: 'ltr' | 'rtl';
}

/** @returns the signal and the way to let go. */
export function createWords(i18n: I18n): [ReadonlySignal<Words>, () => void] {
  const read = (): Words => ({
    t: i18n.t,
    format: i18n.format,
    lang: i18n.lang,
    dir: i18n.dir,
  });
  return fromSource({ get: read, subscribe: i18n.subscribe });
}

/** The text for a key that is only known at run time. For texts without parameters. */
export function plainWord(t: Translate, key: MessageKey): string {
  return (t as (key: MessageKey) => string)(key);
}
