// What a page shows its visitor now, for the agent to read: one tool that only reads, for all that the page tells of. Nothing is sent
// before the agent asks, and the visitor sees what was read in the step's details.

import { writeJson } from '../dom/json.ts';
import type { RegisterTool } from './define-tool.ts';

/** Of one value, as JSON, in UTF-16 units. A longer one is left out, and the agent hears so. */
const MAX_CHARS = 20_000;
const NAME = /^[\w .-]{1,60}$/;

interface Told {
  name: string;
  read: () => unknown;
}

interface Page {
  told: Told[];
  /** Takes the tool back. */
  end: AbortController | null;
}

const pages = new WeakMap<object, Page>();

/**
 * Tells the agent what the page shows: a cart, a product, a filter. Of two with one name the later counts, until it is taken back.
 * @param name what it is, in words for the agent: "cart"
 * @param read gives the value of now, as JSON; called when the agent asks
 * @returns takes it back
 * @example const stop = providePageState(chat, 'cart', () => cart.items);
 * @throws TypeError if the name is no short word
 */
export function providePageState(
  chat: { registerTool: RegisterTool },
  name: string,
  read: () => unknown,
): () => void {
  if (!NAME.test(name)) {
    throw new TypeError(
      `The name of a page's state, "${name}", must be 1 to 60 letters, such as "cart".`,
    );
  }
  const page = pages.get(chat) ?? { told: [], end: null };
  pages.set(chat, page);
  const told = { name, read };
  page.told.push(told);
  offer(chat, page);
  return () => {
    const at = page.told.indexOf(told);
    if (at < 0) return;
    page.told.splice(at, 1);
    offer(chat, page);
  };
}

/** The tool anew, since its description names what can be read. */
function offer(chat: { registerTool: RegisterTool }, page: Page): void {
  const before = page.end;
  page.end = null;
  const names = [...new Set(page.told.map(({ name }) => name))];
  if (names.length > 0) {
    page.end = new AbortController();
    chat.registerTool(
      {
        name: 'read_page_state',
        title: 'Look at the page',
        description: `What the page shows the visitor now: ${names.join(', ')}. Read it before you speak of them.`,
        annotations: { readOnlyHint: true },
        execute: () =>
          Object.fromEntries(page.told.map(({ name, read }) => [name, currentValue(read)])),
      },
      { signal: page.end.signal },
    );
  }
  before?.abort();
}

function currentValue(read: () => unknown): unknown {
  try {
    const text = writeJson(read()) ?? 'null';
    if (text.length <= MAX_CHARS) return JSON.parse(text);
    return { error: `Too long: ${text.length} characters, of which ${MAX_CHARS} may be.` };
  } catch (error) {
    return { error: `It can't be read: ${error instanceof Error ? error.message : error}` };
  }
}
