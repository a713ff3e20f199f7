// What each attribute means, for people. Only documentation and tests import this; no page loads it.

import { ATTRIBUTE_NAMES, type AttributeName, toAttribute } from './attributes.ts';

export interface AttributeDoc {
  type: string;
  fallback: string;
  meaning: string;
}

export const ATTRIBUTE_DOCS: Readonly<Record<AttributeName, AttributeDoc>> = {
  gateway: { type: 'URL', fallback: 'required', meaning: 'Base address of the gateway.' },
  session: {
    type: 'URL',
    fallback:
      'required, unless `session-id` and `token` stand there or the page configures `getSession`',
    meaning: 'The site’s endpoint that hands out a session and its token.',
  },
  sessionId: { type: 'string', fallback: 'none', meaning: 'A fixed session, for trials.' },
  token: {
    type: 'string',
    fallback: 'none',
    meaning: 'The token of a fixed session, for trials. A token in HTML warns in the console.',
  },
  name: {
    type: 'string',
    fallback: '`default`',
    meaning: 'Which widget this is, when a page has several.',
  },
  title: { type: 'text', fallback: 'the language’s word', meaning: 'Heading of the panel.' },
  avatar: { type: 'URL', fallback: 'Bellhop’s mark', meaning: 'Picture in the heading.' },
  greeting: {
    type: 'text',
    fallback: 'the language’s own',
    meaning: 'What the visitor sees first.',
  },
  prompts: {
    type: 'list, parted by `|`',
    fallback: 'none',
    meaning: 'Questions to begin with, one button each.',
  },
  color: {
    type: 'CSS colour',
    fallback: '`#005b5b`',
    meaning: 'The accent. Text on it always meets contrast.',
  },
  theme: { type: '`auto` `light` `dark`', fallback: '`auto`', meaning: 'Light or dark.' },
  position: { type: '`right` `left`', fallback: '`right`', meaning: 'Corner of the launcher.' },
  offset: { type: '`x y` in px', fallback: '`20 20`', meaning: 'Distance from that corner.' },
  launcher: {
    type: 'text or `none`',
    fallback: 'the icon alone',
    meaning: 'Text of the button, or no button.',
  },
  target: {
    type: 'CSS selector',
    fallback: 'none',
    meaning: 'An inline panel inside that element, instead of the button.',
  },
  lang: { type: 'BCP 47 or `auto`', fallback: '`auto`', meaning: 'Language of the widget.' },
  strings: {
    type: 'URL, or `#id` of a JSON script',
    fallback: 'none',
    meaning: 'The owner’s own wording, by name of the text.',
  },
  transport: {
    type: '`auto` `stream` `poll`',
    fallback: '`auto`',
    meaning: 'How replies arrive.',
  },
  thinking: { type: '`on` `off`', fallback: '`on`', meaning: 'Whether thoughts can be unfolded.' },
  attachments: { type: '`on` `off`', fallback: '`off`', meaning: 'Whether documents can be sent.' },
  sound: { type: '`on` `off`', fallback: '`off`', meaning: 'A sound when an answer is complete.' },
  history: {
    type: '`local` `session` `none`',
    fallback: '`local`',
    meaning:
      'How long the transcript stays in the visitor’s browser. What is unsettled stays until it is settled.',
  },
  tools: {
    type: 'list of `page` `webmcp` `abilities`',
    fallback: '`page`',
    meaning: 'Which sources of client tools are offered.',
  },
  abilities: {
    type: 'URL, same origin',
    fallback: 'none',
    meaning: 'The site’s catalog of abilities.',
  },
  nonceUrl: {
    type: 'URL, same origin',
    fallback: 'none',
    meaning: 'Where a signed-in visitor’s WordPress nonce comes fresh from.',
  },
  images: {
    type: 'origins, parted by `|`',
    fallback: 'none',
    meaning: 'From where pictures in answers may load by themselves.',
  },
  hideOn: {
    type: 'paths with `*`, parted by spaces',
    fallback: 'none',
    meaning: 'Pages without the widget.',
  },
  contact: { type: 'URL', fallback: 'none', meaning: 'Link shown when the chat can’t help.' },
  privacy: { type: 'URL', fallback: 'none', meaning: 'Link to the privacy policy.' },
  nonce: { type: 'string', fallback: 'the tag’s own', meaning: 'CSP nonce, where one is needed.' },
  debug: {
    type: '`on` `off`',
    fallback: '`off`',
    meaning: 'The owner’s view: raw events, usage, request ids, timings.',
  },
};

/** The table as Markdown, for the README. */
export function attributeTable(): string {
  const rows = ATTRIBUTE_NAMES.map((name) => {
    const { type, fallback, meaning } = ATTRIBUTE_DOCS[name];
    return `| \`${toAttribute(name)}\` | ${[type, fallback, meaning].join(' | ').replaceAll('`|`', '`\\|`')} |`;
  });
  return ['| attribute | type | default | meaning |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}
