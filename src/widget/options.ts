// Checks the owner's options and turns them into the form that the rooms want. Warns once for each mistake.

import {
  type AttributeEnvironment,
  type CheckedOptions,
  parseAttributes,
} from '../loader/attributes.ts';
import type { ViewOptions } from '../ui/types.ts';
import type { RawOptions } from './types.ts';

export interface OptionsReader {
  /** `site` is null where the page has a way of its own to get sessions. */
  read(raw: RawOptions): CheckedOptions;
}

/** @param warn called once with each sentence, however often options change. */
export function createOptionsReader(
  environment: AttributeEnvironment,
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
      const { options, wrong, unknown } = parseAttributes(raw, environment);
      if (wrong.length > 0 || unknown.length > 0) {
        import('../loader/attribute-warnings.ts').then(
          ({ describeMistakes }) => describeMistakes({ wrong, unknown }).forEach(tell),
          // The sentences can't be fetched: say nothing, the defaults apply anyway.
          () => {},
        );
      }
      if (options.token !== null) {
        tell('data-token stands in the page, where anybody can read it. Use data-session instead.');
      }
      if (options.site !== null && (raw.getSession || options.session !== null)) {
        const other = raw.getSession ? 'getSession' : 'data-session';
        tell(`${other} stands beside data-site. Using ${other}; take one of them away.`);
        options.site = null;
      }
      if (options.userToken !== null && options.site === null) {
        tell('data-user-token says nothing without data-site.');
      }
      if (options.gateway?.startsWith('http:') && environment.baseUrl.startsWith('https:')) {
        tell('data-gateway is an http address on an https page. The browser will refuse it.');
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
    title: options.title || title,
    avatar: options.avatar,
    greeting: options.greeting,
    prompts: options.prompts,
    color: options.color,
    theme: options.theme,
    position: options.position,
    offset: options.offset,
    isInline,
    lang: options.lang,
    showThinking: options.thinking,
    allowAttachments: options.attachments,
    imageOrigins: options.images,
    hasSound: options.sound,
    cards: options.cards,
    hasFeedback: options.feedback,
    hasVoice: options.voice,
    contact: options.contact,
    privacy: options.privacy,
    canDelete: options.deleteUrl !== null || options.site !== null,
    isDebug: options.debug,
  };
}
