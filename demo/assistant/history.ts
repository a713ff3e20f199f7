// The conversation as exchanges: what the visitor said, what was done for it and what was answered, read from the events.

import { type HistoryEvent, parseEnvelope, type ToolResultBlock } from '../../gateway/agent.ts';
import { readData } from './catalogue.ts';
import { isReading } from './toolbox.ts';

export interface Failure {
  code: string;
  message: string;
  field: string | null;
  retryable: boolean;
}

export type ToolAnswer = { ok: true; data: unknown } | { ok: false; failure: Failure };

export interface Step {
  name: string;
  input: Record<string, unknown>;
  answer: ToolAnswer;
}

/** One or more messages of the visitor and what followed, until the next. */
export interface Exchange {
  text: string;
  hasAttachment: boolean;
  steps: Step[];
  /** What the agent wrote. */
  said: string;
  isEnded: boolean;
  isBegun: boolean;
}

export function splitExchanges(history: readonly HistoryEvent[]): Exchange[] {
  const exchanges: Exchange[] = [];
  const open = new Map<string, { exchange: Exchange; step: Step }>();
  for (const event of history) {
    const current = exchanges.at(-1);
    if (event.type === 'user.message') {
      const text = event.content
        .flatMap((block) => (block.type === 'text' ? [block.text] : []))
        .join('\n');
      const hasAttachment = event.content.some((block) => block.type !== 'text');
      // Messages sent together, before anything was said to them, are one request. So are two where the second came
      // while a search for the first was on its way: the visitor has declined nothing, and wants both answered.
      if (current && !current.isEnded && (!current.isBegun || wasCutShort(current))) {
        current.steps = current.steps.filter((step) => !isCancelled(step));
        current.text += `\n${text}`;
        current.hasAttachment ||= hasAttachment;
      } else {
        exchanges.push({
          ...{ text, hasAttachment, steps: [], said: '' },
          ...{ isEnded: false, isBegun: false },
        });
      }
    }
    if (current === undefined) continue;
    if (event.type === 'agent.tool_use') {
      current.isBegun = true;
      for (const call of event.content) {
        const step: Step = { name: call.name, input: call.input, answer: LOST };
        current.steps.push(step);
        open.set(call.id, { exchange: current, step });
      }
    } else if (event.type === 'user.tool_result') {
      for (const block of event.content) {
        const call = open.get(block.tool_use_id);
        if (call === undefined) continue;
        // Nothing was executed: the tool was only loaded, and the real call is still to come.
        if (block.status === 'tool_loaded')
          call.exchange.steps = call.exchange.steps.filter((step) => step !== call.step);
        else call.step.answer = readAnswer(block);
      }
    } else if (event.type === 'agent.message') {
      current.isBegun = true;
      for (const block of event.content) if (block.type === 'text') current.said += block.text;
    } else if (event.type === 'session.status_idle') {
      if (event.content.stop_reason !== 'client_tool_use') current.isEnded = true;
    } else if (event.type === 'session.error') current.isEnded = true;
  }
  return exchanges;
}

const isCancelled = ({ answer }: Step): boolean =>
  !answer.ok && answer.failure.code === 'cancelled';

/** Its calls were cancelled by the next message, and none of them asked the visitor anything. */
function wasCutShort({ steps }: Exchange): boolean {
  const cancelled = steps.filter(isCancelled);
  return cancelled.length > 0 && cancelled.every(({ name }) => isReading(name));
}

const LOST: ToolAnswer = {
  ok: false,
  failure: { code: 'unclassified', message: '', field: null, retryable: false },
};

function readAnswer(block: ToolResultBlock): ToolAnswer {
  if (block.is_error !== true) return { ok: true, data: readData(block.content) };
  const { error } = parseEnvelope(block.content) ?? {};
  const own = typeof block.content === 'string' ? block.content : '';
  return {
    ok: false,
    failure: {
      code: block.error_code ?? error?.code ?? 'unclassified',
      message: error?.message ?? own,
      field: error?.field ?? null,
      retryable: error?.retryable ?? false,
    },
  };
}
