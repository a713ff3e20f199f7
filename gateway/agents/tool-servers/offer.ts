// What a tool server says of itself and its tools, read for an owner who is about to allow them. Whatever it gives is cut to size; why
// it gives nothing is a sentence for the owner.

import { RefusedAddress, ReplyTooLong } from '../../kernel/outside-fetch.ts';
import { matchesAny } from '../limit-tools.ts';
import { type ConnectionParts, connectTools, type ToolConnection } from './connection.ts';
import type { ToolOffer } from './offer-schema.ts';

const LIMIT_MS = 10_000;
const MAX_NAME = 256;
const MAX_TEXT = 2000;

export interface AskedServer {
  url: string;
  headers?: Readonly<Record<string, string>> | undefined;
  /** The owner's patterns of allowed tools. */
  tools: readonly string[];
}

export type OfferRead = { kind: 'offer'; offer: ToolOffer } | { kind: 'none'; why: string };

/** Within ten seconds, by the server's own headers. Never throws. */
export async function readOffer(
  { url, headers, tools }: AskedServer,
  { fetch, clock }: ConnectionParts,
): Promise<OfferRead> {
  const silence = new AbortController();
  const timer = clock.setTimeout(() => silence.abort(), LIMIT_MS);
  // The protocol's client has errors of its own for whatever happens: what really did is seen here.
  let status = 0;
  let failed: unknown;
  const watched: ConnectionParts['fetch'] = async (address, init) => {
    try {
      const reply = await fetch(address, init);
      status = reply.status;
      return reply;
    } catch (error) {
      failed ??= error;
      throw error;
    }
  };
  let connection: ToolConnection | undefined;
  try {
    connection = await connectTools({ url, headers }, { fetch: watched, clock }, silence.signal);
    const listed = await connection.list();
    const { name, version } = connection.server;
    return {
      kind: 'offer',
      offer: {
        name: name.slice(0, MAX_NAME),
        version: version.slice(0, MAX_NAME),
        tools: listed.map(({ name, title, description, annotations, ui }) => ({
          name: name.slice(0, MAX_NAME),
          title: title?.slice(0, MAX_NAME) ?? null,
          description: description.slice(0, MAX_TEXT),
          is_allowed: matchesAny(tools, name),
          has_app: (ui?.resource ?? null) !== null,
          is_for_model: ui?.isForModel ?? true,
          is_read_only: annotations?.readOnlyHint === true,
        })),
      },
    };
  } catch (error) {
    if (silence.signal.aborted) {
      return { kind: 'none', why: `The server didn’t answer within ${LIMIT_MS / 1000} s.` };
    }
    return { kind: 'none', why: reasonOf(failed ?? error, status) };
  } finally {
    clock.clearTimeout(timer);
    connection?.close().catch(() => {});
  }
}

function reasonOf(error: unknown, status: number): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof RefusedAddress) return one.message;
    if (one instanceof ReplyTooLong) return 'The reply is far too long for a list of tools.';
    if ('code' in one && typeof one.code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(one.code)) {
      return `The server can’t be reached (${one.code}).`;
    }
  }
  if (status === 401 || status === 403) {
    return `The server wants to know who asks (${status}): look at the headers.`;
  }
  if (status === 404) return 'There is no tool server at that address (404).';
  if (status >= 300) return `The server answered with ${status}.`;
  return 'What stands at that address is no tool server.';
}
