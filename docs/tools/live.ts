// What a Markdown file can't hold and names by a comment, as `<!-- live: playground -->`: a frame with the real widget, a
// recorded conversation, measured bytes, what a command prints. In plain Markdown each becomes words.

import { USAGE } from '../../gateway/usage.ts';
import { bytesTable, roomsTable } from './live/bytes.ts';
import { conversation } from './live/conversation.ts';
import { picture } from './live/picture.ts';

export type Form = 'site' | 'plain';

const LIVE: Readonly<Record<string, (form: Form, base: string, words: string) => string>> = {
  playground: (form, base) =>
    form === 'site'
      ? `<iframe class="live" src="${base}assets/playground.html" title="The playground: settings, and the chat beside them" loading="lazy"></iframe>`
      : `The [playground](${base}assets/playground.html) needs a browser.`,
  conversation,
  'gateway-help': () => `\`\`\`text\n${USAGE.trim()}\n\`\`\``,
  bytes: bytesTable,
  rooms: roomsTable,
  picture,
};

/** What pages use, so that a test can look for each. */
export const LIVE_NAMES = Object.keys(LIVE);

/** @throws Error where a comment names something that isn't there */
export function insertLive(body: string, form: Form, base: string): string {
  return body.replace(
    /<!-- live: ([a-z-]+)(?: (.*?))? -->/g,
    (_comment, name: string, words = '') => {
      const write = LIVE[name];
      if (write === undefined)
        throw new Error(`<!-- live: ${name} -->: docs/tools/live.ts has no such part.`);
      return write(form, base, words);
    },
  );
}
