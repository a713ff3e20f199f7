// One answer of a model, put together from the parts of its stream. Asks nobody and charges nobody.

import type { Citation, MessageBlock } from '../../wire.ts';
import { isRecord } from '../../wire.ts';
import type { Call } from '../check-call.ts';
import type { AgentUsage, Passage } from '../types.ts';
import { citationsOf } from './citations.ts';
import { NO_THOUGHTS, type Thoughts, type TurnPart } from './reasoning.ts';

export interface Answer {
  text: string;
  reasoning: string;
  thinkingMs: number;
  /** The order of what came, with what the provider wants back of it; and what went back to it with the request. */
  parts: readonly TurnPart[];
  given: Thoughts;
  /** Pages of the web that it cites. */
  sources: readonly Citation[];
  calls: Call[];
  /** The text of the tool calls as they arrive, which the model is charged for. */
  callText: string;
  /** A refusal that came apart from the text, as OpenAI's protocol has it. */
  refusal: string;
  usage: AgentUsage | null;
  /** Why the answer ended, in the words of the package and of the provider. */
  reason: { unified: string; raw: string | undefined };
  /** `isLate`: a limit of time had passed. */
  failure: { error: unknown; isLate: boolean } | null;
}

export function emptyAnswer(): Answer {
  return {
    text: '',
    reasoning: '',
    thinkingMs: 0,
    parts: [],
    given: NO_THOUGHTS,
    sources: [],
    calls: [],
    callText: '',
    refusal: '',
    usage: null,
    reason: { unified: '', raw: undefined },
    failure: null,
  };
}

/** Everything that the model has written so far, for the count of tokens. */
export const written = ({ text, reasoning, callText }: Answer) => text + reasoning + callText;

/**
 * A call's arguments. Text that is no JSON, and JSON that is no object, are no arguments: a tool that runs with `{}` in
 * their place does something that nobody asked for.
 */
export function readInput(input: unknown): Call['input'] {
  if (input === '') return {};
  return isRecord(input) ? { ...input } : null;
}

/** The refusal in a chunk of either of OpenAI's protocols; '' where there is none. */
export function refusalIn(chunk: unknown): string {
  if (isRecord(chunk) && chunk.type === 'response.refusal.delta') return text(chunk.delta);
  const choice = isRecord(chunk) && Array.isArray(chunk.choices) ? chunk.choices[0] : null;
  const delta = isRecord(choice) ? choice.delta : null;
  return isRecord(delta) ? text(delta.refusal) : '';
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

export const DECLINED =
  'I can’t answer that. Please ask in another way, or about something else. (The model’s provider declined.)';
const WITHHELD = '(The model’s provider withheld the rest of this answer.)';

/** Whether the provider, or the model, has declined to answer. */
export const isDeclined = ({ reason }: Answer) => reason.unified === 'content-filter';

/** The sentence by which the visitor hears of a refusal; none where the answer's own text is the refusal. */
export function refusalNote({ text, reason }: Answer): string {
  if (reason.raw === 'stop' || (reason.raw === undefined && text !== '')) return '';
  return text === '' ? DECLINED : `\n\n${WITHHELD}`;
}

/** The text with the sources that it drew on. */
export function messageBlock(
  text: string,
  passages: readonly Passage[],
  sources: readonly Citation[],
): MessageBlock {
  const known: Citation[] = citationsOf(text, passages);
  const isNew = ({ document_uri: uri }: Citation) => known.every((one) => one.document_uri !== uri);
  const citations = [...known, ...sources.filter(isNew)];
  return { type: 'text', text, ...(citations.length === 0 ? {} : { citations }) };
}
