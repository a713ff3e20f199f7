// One answer of an owner's backend, put together from its parts. Asks nobody.

import type { FileKind } from '../../log/attached-files.ts';
import { estimateTokens, historyTokens } from '../../log/tokens.ts';
import type { Citation, MessageBlock } from '../../wire.ts';
import { knownPrice } from '../known-prices.ts';
import type { AgentOutput, AgentUsage, TurnContext } from '../types.ts';
import { MAX_SOURCES, webCitation } from '../web-citation.ts';
import type { RemotePart, RemoteTalk } from './protocol.ts';

/** Files of one message. */
const MAX_FILES = 10;
const PROTOCOLS = ['https:', 'http:'];

/** The backend that was asked. */
export interface Asked {
  protocol: Pick<RemoteTalk, 'name' | 'hasListPrices'>;
  files: readonly FileKind[];
  /** Models that have a price; usage of any other stands under the protocol's name. */
  models: ReadonlySet<string>;
}

/** One answer as it grows. */
export interface RemoteAnswer {
  text: string;
  written: string;
  thoughts: string;
  /** The text is whole; sources may still come. */
  isWhole: boolean;
  /** By address. */
  sources: Map<string, Citation>;
  /** Below the text. */
  files: MessageBlock[];
  calls: Map<string, Extract<RemotePart, { kind: 'call' | 'ask' }>>;
  usage: AgentUsage | null;
  hasFinished: boolean;
}

export const emptyRemoteAnswer = (): RemoteAnswer => ({
  text: '',
  written: '',
  thoughts: '',
  isWhole: false,
  sources: new Map(),
  files: [],
  calls: new Map(),
  usage: null,
  hasFinished: false,
});

export function* take(
  part: RemotePart,
  context: TurnContext,
  asked: Asked,
  answer: RemoteAnswer,
): Generator<AgentOutput> {
  if (answer.isWhole && part.kind !== 'source') yield* messageOf(answer);
  switch (part.kind) {
    case 'text':
      if (part.text === '') return;
      answer.text += part.text;
      answer.written += part.text;
      context.meter?.(answer.usage ?? estimated(context, asked, answer));
      yield { kind: 'delta', text: part.text };
      return;
    case 'thought':
      answer.thoughts += part.text;
      return;
    case 'file':
      if (answer.files.length >= MAX_FILES) return;
      answer.files.push(part.block);
      answer.written += '[File]';
      return;
    case 'message_end':
      answer.isWhole = true;
      return;
    case 'source':
      addSource(answer, part.url, part.title);
      return;
    case 'call':
    case 'ask':
      answer.calls.set(part.id, part);
      answer.written += JSON.stringify(part.input ?? '');
      return;
    case 'result':
      answer.calls.delete(part.id);
      return;
    case 'usage': {
      const { model = '', ...usage } = part.usage;
      answer.usage = { ...usage, model: hasPrice(model, asked) ? model : asked.protocol.name };
      context.meter?.(answer.usage);
      return;
    }
    case 'finish':
      answer.hasFinished = true;
  }
}

const hasPrice = (model: string, { models, protocol }: Asked) =>
  models.has(model) || (protocol.hasListPrices === true && knownPrice(model) !== null);

export function* messageOf(answer: RemoteAnswer): Generator<AgentOutput> {
  const { text, thoughts, files } = answer;
  answer.isWhole = false;
  if (text === '' && files.length === 0) return;
  const citations = [...answer.sources.values()];
  answer.text = '';
  answer.thoughts = '';
  answer.files = [];
  answer.sources.clear();
  if (thoughts !== '') yield { kind: 'thought', text: thoughts };
  const cited = citations.length === 0 ? {} : { citations };
  const words: MessageBlock[] = text === '' ? [] : [{ type: 'text', text, ...cited }];
  yield { kind: 'message', blocks: [...words, ...files] };
}

function addSource({ sources }: RemoteAnswer, url: string, title: string | null): void {
  const citation = sources.size < MAX_SOURCES ? webCitation(url, title, PROTOCOLS) : null;
  if (citation !== null) sources.set(url, citation);
}

export function estimated(
  context: TurnContext,
  { protocol: { name }, files }: Asked,
  answer: RemoteAnswer,
): AgentUsage {
  return {
    model: name,
    input_tokens: historyTokens(context.history, files),
    output_tokens: estimateTokens(answer.written),
    reasoning_tokens: estimateTokens(answer.thoughts),
  };
}
