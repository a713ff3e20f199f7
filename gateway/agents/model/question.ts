// What a turn's request asks with, and what of it may be left off where a provider refuses it before a word is said.

import { readConversation, type Said } from '../conversation.ts';
import type { Passage, TurnContext } from '../types.ts';
import type { Answer } from './answer.ts';
import { factsOf, failureOf } from './errors.ts';
import type { ModelAgentOptions } from './options.ts';
import { NO_THOUGHTS, readThoughts, type Thoughts } from './reasoning.ts';

/** What a request asks with. */
export interface Question {
  passages: readonly Passage[];
  said: readonly Said[];
  /** Of the run's earlier turns. */
  thoughts: Thoughts;
  /** Thoughts that the model needs are missing. */
  isBare: boolean;
  /** Its provider has asked for more of them than there are. */
  fillsThoughts: boolean;
  /** Its provider has refused it once: nothing that it may do without. */
  isRefused: boolean;
}

export function questionOf(
  context: TurnContext,
  { model, files, needsAllThoughts = false }: ModelAgentOptions,
  passages: readonly Passage[],
): Question {
  const said = readConversation(context.history, files, true);
  const { thoughts, isWhole } = readThoughts(model, context, said);
  const isBare = needsAllThoughts && !isWhole;
  return {
    passages,
    said,
    thoughts: isBare ? NO_THOUGHTS : thoughts,
    isBare,
    fillsThoughts: false,
    isRefused: false,
  };
}

/** Whether there is anything that the request may do without. */
export function hasExtras(
  { thoughts, isBare }: Question,
  { hostedTools, providerOptions }: ModelAgentOptions,
): boolean {
  if (hostedTools !== undefined || thoughts.size > 0) return true;
  if (isBare || providerOptions === undefined) return false;
  const [full, bare] = [providerOptions(false), providerOptions(true)];
  return JSON.stringify(full) !== JSON.stringify(bare);
}

export const hasFiles = (said: readonly Said[]) =>
  said.some((one) => one.role !== 'instruction' && one.files.length > 0);

/** The provider found fault with the request itself, before a word was said. */
export function isRefusedAtOnce({ failure, text, calls }: Answer): boolean {
  if (failure === null || failure.isLate || text !== '' || calls.length > 0) return false;
  const { status } = factsOf(failure.error);
  if (status === null || ![400, 413, 415, 422].includes(status)) return false;
  return failureOf(failure.error, false) !== 'invalid_tool_schema';
}

export const isTooLong = ({ failure }: Answer) =>
  failure !== null && failureOf(failure.error, false) === 'context_exceeded';
