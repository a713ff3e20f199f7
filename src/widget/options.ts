// Checks the owner's options and turns them into the form that the rooms want. Warns once for each mistake.

import { type CheckedOptions, parseAttributes } from '../loader/attributes.ts';
import type { ViewOptions } from '../ui/types.ts';
import type { PageOfOptions } from './odd-options.ts';
import type { RawOptions } from './types.ts';

export interface OptionsReader {
  /** `site` is null where the page has a way of its own to get sessions. */
  read(raw: RawOptions): CheckedOptions;
}

/** @param warn called once with each sentence, however often options change. */
export function createOptionsReader(
  page: PageOfOptions,
  warn: (sentence: string) => void,
): OptionsReader {
  const told = new Set<string>();
  const tell = (sentence: string): void => {
    if (told.has(sentence)) return;
    told.add(sentence);
    warn(sentence);
  };
  return {
    read(raw) {
      raw.loginNonceUrl ??= raw.nonceUrl;
      const parsed = parseAttributes(raw, page);
      const { options, wrong, unknown } = parsed;
      const isMixed = options.site && (raw.getSession || options.session);
      if (isMixed) options.site = null;
      const isInsecure = /^http:/.test(`${options.gateway}`) && /^https:/.test(page.baseUrl);
      if (
        wrong.length + unknown.length > 0 ||
        isMixed ||
        isInsecure ||
        options.token ||
        (options.userToken && !options.site) ||
        raw.look ||
        // A theme as JSON is a wrong word.
        typeof raw.theme === 'object'
      ) {
        import('./odd-options.ts').then(
          (it) => it.seeTo(parsed, raw, page, tell),
          // What is to be said can't be fetched: say nothing, the defaults apply anyway.
          () => {},
        );
      }
      return options;
    },
  };
}

/** @param title used if the owner gave none. */
export function toViewOptions(
  options: CheckedOptions,
  isInline: boolean,
  title: string,
): ViewOptions {
  return {
    ...options,
    title: options.title || title,
    isInline,
    showThinking: options.thinking,
    allowAttachments: options.attachments,
    imageOrigins: options.images,
    hasSound: options.sound,
    hasFeedback: options.feedback,
    hasVoice: options.voice,
    canDelete: options.deleteUrl !== null || options.site !== null,
    isDebug: options.debug,
  };
}
