// What every request to a provider has, a turn's and a summary's: its limits of time, the watch over it, and the count of
// what it used.

import { createSystemClock } from '../../kernel/clock.ts';
import type { AgentUsage, OpenCall, ProviderCall } from '../types.ts';
import { DEFAULT_SILENCE_MS, DEFAULT_TIMEOUT_MS } from './defaults.ts';
import type { ModelAgentOptions } from './options.ts';
import type { Model } from './provider.ts';
import { estimate, type InputUsage, inputOf } from './usage.ts';
import { watchModel } from './watch.ts';

export interface RequestContext {
  signal: AbortSignal;
  meter?: ((usage: AgentUsage) => void) | undefined;
  openCall?: (() => OpenCall) | undefined;
}

export interface Request {
  /** The model to ask. */
  model: Model;
  /** Aborted when the run is, and at the limits of time. */
  signal: AbortSignal;
  /** Whether a limit of time has passed. */
  isLate(): boolean;
  /** Takes a chunk as the provider sent it: from the first on, what was read is charged. */
  take(chunk: unknown): void;
  /** Charges what was read and what has been written so far. @returns it */
  count(written: string, reasoning: string): AgentUsage;
  /** Nobody wants the rest of the answer. */
  leave(): void;
  /** The request is over: its limits count no more. */
  close(): void;
}

/** @param inputTokens an estimate, until the provider tells it. */
export function openRequest(
  options: ModelAgentOptions,
  { signal, meter, openCall }: RequestContext,
  operation: ProviderCall['operation'],
  inputTokens: number,
): Request {
  const { clock = createSystemClock() } = options;
  const late = new AbortController();
  const left = new AbortController();
  const giveUp = () => late.abort(new Error('The provider took too long.'));
  const whole = clock.setTimeout(giveUp, options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  let input: InputUsage = { input_tokens: inputTokens };
  let latest: [written: string, reasoning: string] = ['', ''];
  const isLate = () => late.signal.aborted;
  const request: Request = {
    model: watchModel(options.model, {
      clock,
      silenceMs: options.silenceMs ?? DEFAULT_SILENCE_MS,
      name: options.name,
      operation,
      openCall,
      onSilence: giveUp,
      isStopped: () => signal.aborted || left.signal.aborted,
      isLate,
    }),
    signal: AbortSignal.any([signal, late.signal, left.signal]),
    isLate,
    take(chunk) {
      if (isError(chunk)) return;
      input = inputOf(chunk) ?? input;
      request.count(...latest);
    },
    count(written, reasoning) {
      latest = [written, reasoning];
      const usage = estimate(options.name, input, written, reasoning);
      meter?.(usage);
      return usage;
    },
    leave: () => left.abort(new Error('Nobody wants the rest.')),
    close: () => clock.clearTimeout(whole),
  };
  return request;
}

/** A chunk that says only that there will be no answer. */
function isError(chunk: unknown): boolean {
  return typeof chunk === 'object' && chunk !== null && 'error' in chunk;
}
