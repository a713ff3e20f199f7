// The parts of one answer of an owner's backend, the same for each protocol.

import type { OutsideFetch } from '../../kernel/outside-fetch.ts';
import type { FileKind } from '../../log/attached-files.ts';
import type { JsonObject, MessageBlock } from '../../wire.ts';
import type { AgentUsage, ProviderCall, TurnContext } from '../types.ts';

export type RemotePart =
  | { kind: 'text'; text: string }
  /** The text so far is one message; the next piece begins another. */
  | { kind: 'message_end' }
  | { kind: 'thought'; text: string }
  /** A file that stands below the text. */
  | { kind: 'file'; block: MessageBlock }
  /** A source that the answer drew on. */
  | { kind: 'source'; url: string; title: string | null }
  /** `input` is null where it can't be read. */
  | { kind: 'call'; id: string; name: string; input: Record<string, unknown> | null }
  /** A call that the backend runs itself once the visitor allows it. */
  | { kind: 'ask'; id: string; name: string; input: Record<string, unknown> }
  /** The backend has run this call itself. */
  | { kind: 'result'; id: string }
  | { kind: 'usage'; usage: Omit<AgentUsage, 'model'> & { model?: string } }
  /** Its own word for a failure, for the kind of it alone: it goes nowhere. `code` where the protocol names kinds. */
  | { kind: 'error'; message: string; code?: ProviderCall['outcome'] }
  | { kind: 'finish' };

/** One POST for each turn, with the whole conversation. */
export interface RemoteProtocol {
  /** As it stands in usage where the backend names no model. */
  name: 'ag-ui' | 'ai-sdk' | 'http' | 'a2a' | 'managed-agents';
  /** The kinds of replies that it reads, as a header says them. */
  accept: string;
  /**
   * The body of the request for one turn.
   * @param files of those that visitors attach, the kinds that the backend reads
   * @param template the owner's own body, where the protocol leaves it to them; null for none
   */
  ask(
    context: TurnContext,
    instructions: string,
    files: readonly FileKind[],
    template: JsonObject | null,
  ): object;
  /**
   * Events of unknown types are left out.
   * @param type the reply's Content-Type; '' for none
   * @throws what the stream throws
   */
  read(body: ReadableStream<Uint8Array>, type: string): AsyncIterable<RemotePart>;
  /** A call of a tool that the page doesn't offer: the backend's own business, or a mistake that the model hears of. */
  ownsUnknownTools: boolean;
}

export interface TalkRequest {
  url: string;
  instructions: string;
  files: readonly FileKind[];
  /** With the record's headers, for its own server alone; each reply counts as a sign of life. */
  fetch: OutsideFetch;
  /** The owner's own body, where the protocol leaves one to them; null for none. */
  template: JsonObject | null;
  /** Told of a sign of life that is no part of the answer. */
  heard(): void;
  /** Aborted at a Stop, and at the limits of time. */
  signal: AbortSignal;
}

/** A backend that keeps the conversation itself, so that each turn brings only what is new. */
export interface RemoteTalk extends Pick<RemoteProtocol, 'name' | 'ownsUnknownTools'> {
  /** Its models cost what their maker's public list says, where the owner says nothing else. */
  hasListPrices?: boolean;
  /** @throws what its requests throw */
  talk(context: TurnContext, request: TalkRequest): AsyncIterable<RemotePart>;
}
