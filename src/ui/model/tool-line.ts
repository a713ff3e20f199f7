// The texts of a tool's card, from what this device knows of the call, or else from the log. Pure functions.

import { cleanLine } from '../../content/text.ts';
import type { MessageKey } from '../../i18n/index.ts';
import { wordToolError } from '../../i18n/tool-wording.ts';
import type { ToolResultBlock } from '../../protocol/index.ts';
import type { TurnPart } from '../../session/types.ts';
import type { CallView } from '../../tools/types.ts';

export type ToolPart = Extract<TurnPart, { kind: 'tool' }>;

export interface ToolLine {
  title: string;
  tone: 'live' | 'good' | 'bad' | 'quiet' | 'asking';
  /** Null where the card shows the duration only. */
  text: MessageKey | null;
  /** What its server says of how far it is; stands in the text's place. */
  progress?: string;
  durationMs: number | null;
  code: string | null;
  /** The tool's answer, for the card's details; null where it failed. */
  answer: string | null;
  /** What the page, or the gateway, said of a failure: words for programmers, which only the owner's view shows. */
  fault: string | null;
  canRunHere: boolean;
  /** The card has a button that posts the result again. */
  canRetry: boolean;
}

/** @param isOver the turn has ended, so no call is still waiting. */
export function describeTool(
  part: ToolPart,
  call: CallView | undefined,
  isOver: boolean,
): ToolLine {
  const line: ToolLine = {
    title: cleanLine(call?.title ?? readableName(part.name)),
    tone: 'live',
    text: 'working',
    durationMs: null,
    code: null,
    answer: null,
    fault: null,
    canRunHere: false,
    canRetry: false,
  };
  const status = call?.status;
  const outcome = status && 'outcome' in status ? status.outcome : null;
  if (part.result) {
    const { result } = part;
    const timing = result.client_timing;
    return {
      ...line,
      ...ending(result.is_error === true, codeOf(result), answerText(result)),
      durationMs: timing
        ? timing.ended_at_ms - timing.started_at_ms
        : (outcome?.durationMs ?? null),
      ...said(result.is_error === true, answerText(result)),
    };
  }
  if (status?.state === 'unposted' && part.isPending) {
    const { isError, content = null } = status.outcome;
    return { ...line, ...said(isError, content), tone: 'bad', text: 'unposted', canRetry: true };
  }
  if (outcome) {
    const end = ending(outcome.isError, outcome.code ?? null, outcome.message ?? null);
    const isUnsaid = status?.state === 'posting' && !outcome.isError;
    return {
      ...line,
      ...end,
      text: isUnsaid ? 'finishing' : end.text,
      tone: isUnsaid ? 'live' : end.tone,
      durationMs: isUnsaid ? null : outcome.durationMs,
      ...said(outcome.isError, outcome.content ?? outcome.message ?? null),
    };
  }
  switch (status?.state) {
    case 'running':
      return status.isAsking ? { ...line, text: 'awaitsYou' } : line;
    case 'asking':
      return { ...line, tone: 'asking', text: null };
    case 'elsewhere':
      return { ...line, tone: 'quiet', text: 'elsewhere', canRunHere: part.isPending };
    case 'discarded':
      return { ...line, tone: 'quiet', text: 'notNeeded' };
    default:
      return isOver ? { ...line, tone: 'quiet', text: 'notNeeded' } : line;
  }
}

/** "add_to_cart" → "Add to cart", "shop/list-orders" → "List orders": the part before the last slash is a namespace and is left out. */
export function readableName(name: string): string {
  const words = (name.split(/\/|__|::/).findLast((part) => /\p{L}/u.test(part)) ?? name)
    .replace(/[_./-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

function ending(
  isError: boolean,
  code: string | null,
  message: string | null,
): Pick<ToolLine, 'tone' | 'text' | 'code'> {
  if (!isError) return { tone: 'good', text: null, code: null };
  const isChoice = code === 'declined' || code === 'cancelled';
  return { tone: isChoice ? 'quiet' : 'bad', text: wordToolError(code, message), code };
}

const said = (isError: boolean, text: string | null): Pick<ToolLine, 'answer' | 'fault'> =>
  isError ? { answer: null, fault: text } : { answer: text, fault: null };

/** The failure in a tool result. The parser has read its envelope, in whichever form it came. */
function codeOf({ content, error_code }: ToolResultBlock): string | null {
  return (typeof content === 'object' ? content.error.code : error_code) ?? null;
}

function answerText({ content }: ToolResultBlock): string | null {
  if (content === undefined) return null;
  return typeof content === 'string' ? content : content.error.message;
}
