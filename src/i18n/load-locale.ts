// Fetches one language's table, a chunk of its own.

import type { TranslatedLocale } from './locales.ts';
import type { Messages } from './messages.ts';

/** Rejects when the chunk can't be had. */
export async function loadLocale(tag: TranslatedLocale): Promise<Messages> {
  const chunk: { default: Messages } = await import(`./locales/${tag}.ts`);
  return chunk.default;
}
