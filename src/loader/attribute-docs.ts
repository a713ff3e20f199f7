// What each attribute means, in words for warnings and for the README. A page loads this file only if one of its
// attributes is wrong.

import { ATTRIBUTE_NAMES, type AttributeName, toAttribute } from './attributes.ts';

export interface AttributeDoc {
  type: string;
  fallback: string;
  meaning: string;
  /** Ends the warning's sentence `data-x="…" is not …`. */
  kind: string;
  /** A value that works, for the warning; '' if any text does. */
  example: string;
}

export const ATTRIBUTE_DOCS: Readonly<Record<AttributeName, AttributeDoc>> = {
  site: {
    type: 'public id',
    fallback: 'none',
    meaning:
      'Your site’s public id, from the desk. The gateway itself then hands out the sessions, and your site needs no endpoint.',
    kind: 'a site’s public id',
    example: '',
  },
  userToken: {
    type: 'JWT',
    fallback: 'none',
    meaning:
      'With `site`: who is signed in, signed by your server. In `configure` and `bellhopConfig` also a function, which is called for each session’s token.',
    kind: 'a JWT',
    example: '',
  },
  gateway: {
    type: 'URL',
    fallback: 'required; with `site` the folder that the script comes from',
    meaning: 'Base address of the gateway.',
    kind: 'a web address',
    example: 'https://gateway.example',
  },
  session: {
    type: 'URL',
    fallback:
      'required, unless `site`, or `session-id` and `token`, stand there or the page configures `getSession`',
    meaning:
      'Your site’s own endpoint that hands out a session and its token. It counts before `site`, and `getSession` before it.',
    kind: 'a web address',
    example: '/wp-json/bellhop/v1/session',
  },
  sessionId: {
    type: 'string',
    fallback: 'none',
    meaning: 'A fixed session, for trials.',
    kind: 'a text',
    example: '',
  },
  token: {
    type: 'string',
    fallback: 'none',
    meaning: 'The token of a fixed session, for trials. A token in HTML warns in the console.',
    kind: 'a text',
    example: '',
  },
  name: {
    type: 'string',
    fallback: '`default`',
    meaning: 'Which widget this is, when a page has several.',
    kind: 'a name',
    example: 'help',
  },
  title: {
    type: 'text',
    fallback: 'the language’s word',
    meaning: 'Heading of the panel.',
    kind: 'a text',
    example: '',
  },
  avatar: {
    type: 'URL',
    fallback: 'Bellhop’s mark',
    meaning: 'Picture in the heading.',
    kind: 'a web address',
    example: 'https://cdn.example/face.png',
  },
  greeting: {
    type: 'text',
    fallback: 'the language’s own',
    meaning:
      'What the visitor sees first. Its first line, or first call (“Hello!”), is the heading.',
    kind: 'a text',
    example: '',
  },
  prompts: {
    type: 'list, parted by `|`',
    fallback: 'none',
    meaning: 'Questions to begin with, one button each.',
    kind: 'a list parted by |',
    example: 'Where is my order?|Opening hours',
  },
  color: {
    type: 'CSS colour',
    fallback: '`#005b5b`',
    meaning: 'The accent. Text on it always meets contrast.',
    kind: 'a colour',
    example: '#005b5b',
  },
  theme: {
    type: '`auto` `light` `dark`, or a theme as JSON',
    fallback: '`auto`',
    meaning:
      'Light or dark. `auto` looks like the page: by the `color-scheme` that it declares, else by what it has painted behind the launcher, else by the visitor’s system. A theme also has corners, density, type and single colours.',
    kind: 'one of auto, light, dark',
    example: '',
  },
  position: {
    type: '`right` `left`',
    fallback: '`right`',
    meaning: 'Corner of the launcher.',
    kind: 'one of right, left',
    example: '',
  },
  offset: {
    type: '`x y` in px',
    fallback: '`20 20`',
    meaning: 'Distance from that corner.',
    kind: 'two distances in pixels',
    example: '20 20',
  },
  launcher: {
    type: 'text or `none`',
    fallback: 'the icon alone',
    meaning: 'Text of the button, or no button.',
    kind: 'a text',
    example: '',
  },
  target: {
    type: 'CSS selector',
    fallback: 'none',
    meaning: 'An inline panel inside that element, instead of the button.',
    kind: 'a text',
    example: '',
  },
  lang: {
    type: 'BCP 47 or `auto`',
    fallback: '`auto`',
    meaning: 'Language of the widget.',
    kind: 'a language tag',
    example: 'de',
  },
  strings: {
    type: 'URL, or `#id` of a JSON script',
    fallback: 'none',
    meaning: 'The owner’s own wording, by name of the text.',
    kind: 'an address or the #id of a JSON script',
    example: '#bellhop-strings',
  },
  transport: {
    type: '`auto` `stream` `poll`',
    fallback: '`auto`',
    meaning: 'How replies arrive.',
    kind: 'one of auto, stream, poll',
    example: '',
  },
  thinking: {
    type: '`on` `off`',
    fallback: '`on`',
    meaning:
      'Whether thoughts are told and can be unfolded. In a shop, where the answer is what counts, `off` is calmer.',
    kind: 'on or off',
    example: 'off',
  },
  attachments: {
    type: '`on` `off`',
    fallback: '`off`',
    meaning: 'Whether documents can be sent.',
    kind: 'on or off',
    example: 'on',
  },
  sound: {
    type: '`on` `off`',
    fallback: '`off`',
    meaning: 'A sound when an answer is complete. The visitor can switch it in the menu.',
    kind: 'on or off',
    example: 'on',
  },
  history: {
    type: '`local` `session` `none`',
    fallback: '`local`',
    meaning:
      'How long the transcript stays in the visitor’s browser: until it is cleared, as long as the tab (also through reloads), or no longer than the page. What is unsettled stays until it is settled.',
    kind: 'one of local, session, none',
    example: '',
  },
  tools: {
    type: 'list of `page` `webmcp` `abilities`',
    fallback: '`page`',
    meaning: 'Which sources of client tools are offered.',
    kind: 'a list of page, webmcp, abilities',
    example: 'page webmcp',
  },
  publishTools: {
    type: '`webmcp` or none',
    fallback: 'none',
    meaning:
      'The page’s own tools are offered to the browser’s agents too, where it has WebMCP, from when the chat’s engine is loaded. A tool that asks, asks there by the browser’s own dialog.',
    kind: 'webmcp or none',
    example: 'webmcp',
  },
  cards: {
    type: 'list of `choices` `products` `form` `replies` `approvals`',
    fallback: 'none',
    meaning:
      'What the agent may show and ask in the thread, by tools of Bellhop’s own: `offer_choices`, `show_items`, `ask_form`, `suggest_replies`; `approvals`: a gateway may ask before it runs a tool of your server’s, by `allow_server_tool`.',
    kind: 'a list of choices, products, form, replies, approvals',
    example: 'choices products',
  },
  abilities: {
    type: 'URL, same origin',
    fallback: 'none',
    meaning: 'The site’s catalog of abilities.',
    kind: 'an address of this site',
    example: '/wp-json/bellhop/v1/abilities',
  },
  loginNonceUrl: {
    type: 'URL, same origin',
    fallback: 'none',
    meaning:
      'On WordPress: where a signed-in visitor’s nonce comes fresh from. It has nothing to do with the policy’s, which is `data-nonce`.',
    kind: 'an address of this site',
    example: '/wp-admin/admin-ajax.php?action=rest-nonce',
  },
  deleteUrl: {
    type: 'URL, same origin',
    fallback: 'none',
    meaning:
      'Your endpoint that deletes a conversation for good. The menu then offers it, and after a second press posts `{ "session_id" }` to it; any 2xx says that it is gone.',
    kind: 'an address of this site',
    example: '/chat/delete',
  },
  feedback: {
    type: '`on` `off`',
    fallback: '`off`',
    meaning:
      'Two thumbs below each answer, and one optional line after them; the event `feedback` tells your page.',
    kind: 'on or off',
    example: 'on',
  },
  feedbackUrl: {
    type: 'URL, same origin',
    fallback: 'none',
    meaning:
      'Where feedback is posted as `{ "session_id", "event_id", "value", "comment"? }`; `value` is `"up"`, `"down"`, or `null` where it was taken back.',
    kind: 'an address of this site',
    example: '/chat/feedback',
  },
  images: {
    type: 'origins, parted by `|`',
    fallback: 'none',
    meaning:
      'From where pictures in answers may load by themselves: up to 16 of each in a conversation, with 500 characters of address together.',
    kind: 'a list of origins',
    example: 'https://cdn.example',
  },
  hideOn: {
    type: 'paths with `*`, parted by spaces',
    fallback: 'none',
    meaning:
      'Pages without the widget; a single-page site’s new path counts where the browser has the Navigation API.',
    kind: 'a list of paths',
    example: '/checkout/*',
  },
  contact: {
    type: 'URL',
    fallback: 'none',
    meaning: 'Link shown when the chat can’t help.',
    kind: 'a web address',
    example: 'mailto:help@example.com',
  },
  privacy: {
    type: 'URL',
    fallback: 'none',
    meaning: 'Link to the privacy policy.',
    kind: 'a web address',
    example: '/privacy',
  },
  consent: {
    type: 'text',
    fallback: 'none',
    meaning:
      'What a visitor ticks before the first message, with the link to `privacy` below it. Nothing of the message is stored or sent before. Another text is asked about anew; the event `consent` tells your page.',
    kind: 'a text',
    example: 'I agree that my messages are processed as the privacy policy says.',
  },
  nonce: {
    type: 'string',
    fallback: 'the tag’s own',
    meaning:
      'The nonce of your Content Security Policy, where one is needed. A signed-in visitor’s on WordPress is another: `data-login-nonce-url`.',
    kind: 'a text',
    example: '',
  },
  debug: {
    type: '`on` `off`',
    fallback: '`off`',
    meaning:
      'The owner’s view (raw events, usage, request ids, timings) and the developer’s panel, both in the menu; what is wrong is told before anybody opens the chat.',
    kind: 'on or off',
    example: 'on',
  },
  nudge: {
    type: 'text',
    fallback: 'none',
    meaning:
      'A sentence in a small bubble beside the launcher, five seconds after the page has loaded, once a visit. `chat.nudge(text, options)` has more choices.',
    kind: 'a text',
    example: '',
  },
  voice: {
    type: '`on` `off`',
    fallback: '`off`',
    meaning:
      'A microphone in the composer where the browser can write what a visitor says (Chrome, Edge, Safari). Before the first use it says that most browsers send the sound to their maker’s servers; your site and the gateway get none of it.',
    kind: 'on or off',
    example: 'on',
  },
};

/** How the reference is parted. */
const GROUPS: Readonly<Record<string, readonly AttributeName[]>> = {
  Needed: ['site', 'gateway', 'session', 'userToken'],
  Look: [
    'title',
    'avatar',
    'greeting',
    'prompts',
    'color',
    'theme',
    'position',
    'offset',
    'launcher',
    'target',
    'lang',
    'strings',
    'nudge',
    'contact',
  ],
  Behaviour: [
    'name',
    'transport',
    'thinking',
    'attachments',
    'sound',
    'voice',
    'feedback',
    'feedbackUrl',
    'hideOn',
  ],
  Tools: ['tools', 'publishTools', 'cards', 'abilities', 'loginNonceUrl'],
  'Privacy and safety': ['history', 'privacy', 'consent', 'deleteUrl', 'images', 'nonce'],
  'For a trial': ['sessionId', 'token', 'debug'],
};

/** The reference's tables, as Markdown. */
export function attributeTable(): string {
  const named = Object.values(GROUPS).flat();
  const left = ATTRIBUTE_NAMES.filter((name) => !named.includes(name));
  const all = left.length > 0 ? { ...GROUPS, Others: left } : GROUPS;
  return Object.entries(all)
    .map(([group, names]) => {
      const rows = names.map((name) => {
        const { type, fallback, meaning } = ATTRIBUTE_DOCS[name];
        return `| \`${toAttribute(name)}\` | ${[type, fallback, meaning].join(' | ').replaceAll('`|`', '`\\|`')} |`;
      });
      const head = ['| attribute | type | default | meaning |', '| --- | --- | --- | --- |'];
      return [`## ${group}`, '', ...head, ...rows].join('\n');
    })
    .join('\n\n');
}
