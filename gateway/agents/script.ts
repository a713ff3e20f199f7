// The language of scripts, checked when a session is created, so that a run never meets a wrong one.

import {
  type Citation,
  isRecord,
  type MessageBlock,
  parseMessageBlock,
  RUN_ERROR_CODES,
  type RunErrorCode,
} from '../wire.ts';

/** Why a turn may stop by itself; the other reasons belong to the visitor and to client tools. */
const SCRIPTED_STOPS = ['end_turn', 'max_tokens', 'model_context_window_exceeded'] as const;
const MAX_MS = 3_600_000;

export interface SayStep {
  say: string | MessageBlock[];
  citations?: Citation[];
  /** How long the previews take to come; all at once without it. */
  ms?: number;
}

export interface ThinkStep {
  think: string;
  /** How long it takes, and the thinking_ms it reports. */
  ms?: number;
}

export type Step =
  | ThinkStep
  | SayStep
  /** `ms`: from the call to the pause. */
  | { call: { name: string; input: Record<string, unknown> }[]; ms?: number }
  | { load: { name: string; input: Record<string, unknown> }[] }
  | { wait_ms: number }
  | { compact: string }
  | { stop: (typeof SCRIPTED_STOPS)[number] }
  | { fail: RunErrorCode };

/** A script has a fault; the message says which, and where, after the word `script`. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

/** @throws ScriptError, naming the place. */
export function readScript(value: unknown): Step[][] {
  if (!Array.isArray(value)) throw new ScriptError('script must be an array of turns.');
  return value.map((turn, t) => {
    if (!Array.isArray(turn)) throw new ScriptError(`script[${t}] must be an array of steps.`);
    return turn.map((step, s) => readStep(step, `script[${t}][${s}]`));
  });
}

function readStep(step: unknown, where: string): Step {
  if (!isRecord(step)) throw new ScriptError(`${where} must be an object.`);
  if (typeof step.think === 'string') return { think: step.think, ...readMs(step.ms, where) };
  if (step.say !== undefined) return readSay(step, where);
  if (step.call !== undefined) {
    return { call: readCalls(step.call, `${where}.call`), ...readMs(step.ms, where) };
  }
  if (step.load !== undefined) return { load: readCalls(step.load, `${where}.load`) };
  if (step.wait_ms !== undefined) return { wait_ms: duration(step.wait_ms, `${where}.wait_ms`) };
  if (typeof step.compact === 'string') return { compact: step.compact };
  if (step.stop !== undefined) {
    const stop = SCRIPTED_STOPS.find((reason) => reason === step.stop);
    if (stop !== undefined) return { stop };
    throw new ScriptError(`${where}.stop must be one of: ${SCRIPTED_STOPS.join(', ')}.`);
  }
  if (step.fail !== undefined) {
    const fail = RUN_ERROR_CODES.find((code) => code === step.fail);
    if (fail !== undefined) return { fail };
    throw new ScriptError(`${where}.fail must be one of: ${RUN_ERROR_CODES.join(', ')}.`);
  }
  throw new ScriptError(
    `${where} must have one of: think, say, call, load, wait_ms, compact, stop, fail.`,
  );
}

function readSay(step: Record<string, unknown>, where: string): SayStep {
  const extra = { ...readCitations(step.citations, where), ...readMs(step.ms, where) };
  if (typeof step.say === 'string') return { say: step.say, ...extra };
  if (!Array.isArray(step.say)) {
    throw new ScriptError(`${where}.say must be a string or an array of blocks.`);
  }
  const say = step.say.map((value, index) => {
    const block = parseMessageBlock(value);
    if (block === null || block.type === 'thought') {
      throw new ScriptError(`${where}.say[${index}] is not a block of a message.`);
    }
    // A block this version doesn't know is said as it stands: clients must cope with those.
    return block.type === 'unknown' ? (block.raw as unknown as MessageBlock) : block;
  });
  return { say, ...extra };
}

function readCalls(value: unknown, where: string) {
  if (!Array.isArray(value) || value.length === 0) {
    throw new ScriptError(`${where} must be an array of at least one {name, input}.`);
  }
  return value.map((item: unknown, index) => {
    const at = `${where}[${index}]`;
    if (!isRecord(item) || typeof item.name !== 'string' || item.name === '') {
      throw new ScriptError(`${at}.name must be a non-empty string.`);
    }
    const input = item.input ?? {};
    if (!isRecord(input)) throw new ScriptError(`${at}.input must be an object.`);
    return { name: item.name, input };
  });
}

function readCitations(value: unknown, where: string): { citations?: Citation[] } {
  if (value === undefined) return {};
  const block = parseMessageBlock({ type: 'text', text: '', citations: value });
  const citations = block?.type === 'text' ? (block.citations ?? []) : [];
  if (!Array.isArray(value) || citations.length !== value.length) {
    throw new ScriptError(`${where}.citations must be an array of {document_uri, document_title}.`);
  }
  return { citations };
}

function readMs(value: unknown, where: string): { ms?: number } {
  return value === undefined ? {} : { ms: duration(value, `${where}.ms`) };
}

function duration(value: unknown, where: string): number {
  if (typeof value === 'number' && value >= 0 && value <= MAX_MS) return value;
  throw new ScriptError(`${where} must be milliseconds, from 0 to ${MAX_MS}.`);
}
