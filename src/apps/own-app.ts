// An app that a tool of the page gives: HTML of its own, which comes from no server and is kept nowhere.

import type { JsonObject } from '../protocol/index.ts';
import { type App, isRecord, readOuterPage } from './read-app.ts';

export const MAX_OWN_HTML_BYTES = 512 * 1024;

export interface OwnCall {
  toolUseId: string;
  /** The tool's. */
  name: string;
  input: JsonObject;
  /** What the agent heard. */
  answer: string | null;
}

/**
 * Asks the page for its HTML. Throws what is wrong with it, for the page's owner.
 * @param reply the gateway's, which says where such HTML is framed.
 */
export function makeOwnApp(ui: unknown, call: OwnCall, reply: unknown): App {
  const { html: given } = Object(ui) as { html?: unknown };
  const { toolUseId, name, input, answer } = call;
  const result = readResult(answer);
  const tool = `Tool "${name}":`;
  const html =
    typeof given === 'function'
      ? given.call(ui, structuredClone({ toolUseId, input, result }))
      : given;
  if (typeof html !== 'string' || html === '')
    throw new TypeError(`${tool} ui.html must be HTML, or a function that returns it.`);
  if (new TextEncoder().encode(html).length > MAX_OWN_HTML_BYTES)
    throw new RangeError(`${tool} ui.html is longer than 512 KiB.`);
  const sandbox = readOuterPage((Object(reply) as { sandbox?: unknown }).sandbox, 'none');
  if (sandbox === null) throw new Error(`${tool} the gateway has no frame for ui.html.`);
  return {
    html,
    sandbox,
    allow: '',
    permissions: {},
    tool: { name, inputSchema: { type: 'object' } },
    input,
    result: {
      content: answer === null ? [] : [{ type: 'text', text: answer }],
      ...(isRecord(result) && { structuredContent: result }),
    },
  };
}

/** The value that the agent heard as JSON, where that is an object or a list; else the text. */
function readResult(answer: string | null): unknown {
  try {
    const value: unknown = JSON.parse(answer ?? '');
    if (typeof value === 'object' && value !== null) return value;
  } catch {}
  return answer ?? undefined;
}
