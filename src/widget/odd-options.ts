// What a page rarely has, fetched only there: options with a mistake, which the console tells, and a look that is more than words.

import type { AttributeEnvironment, ParsedAttributes } from '../loader/attributes.ts';
import type { Chat, RawOptions } from './types.ts';

export interface PageOfOptions extends AttributeEnvironment {
  /** With its element: of a chat that has a panel. */
  chat?: Pick<Chat, 'configure'>;
  host?: HTMLElement;
}

export async function seeTo(
  parsed: ParsedAttributes,
  raw: RawOptions,
  { chat, host, baseUrl }: PageOfOptions,
  tell: (sentence: string) => void,
): Promise<void> {
  const { theme, look } = raw;
  const isTheme = typeof theme === 'object' || /^\s*\{/.test(String(theme));
  if (chat && host && (look || isTheme)) {
    const { wearLook } = await import('./page-look.ts');
    wearLook(raw, { chat, host, tell });
  }
  const { describeMistakes, describeChoices } = await import('../loader/attribute-warnings.ts');
  const wrong = parsed.wrong.filter(({ name }) => name !== 'theme' || !isTheme);
  [
    ...describeMistakes({ ...parsed, wrong }),
    ...describeChoices(parsed.options, raw, baseUrl),
  ].forEach(tell);
}
