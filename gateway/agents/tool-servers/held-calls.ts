// Calls whose servers wait for a visitor's answer, between two turns of a run. They are held by this process alone, and for a while.

import type { Clock } from '../../kernel/clock.ts';
import type { ToolServer } from '../settings-schema.ts';
import type { CallUnderWay } from './call-under-way.ts';
import type { ListedTool } from './connection.ts';
import type { TakenConnection } from './connections.ts';
import type { QuestionCard, ServerAnswer, Values } from './question-cards.ts';

/** How long a server waits for a visitor. */
const HELD_MS = 600_000;
const MAX_HELD = 1_000;

export interface HeldCall {
  /** The call's id, and that of the card that stands before the visitor. */
  callId: string;
  cardId: string;
  server: ToolServer;
  tool: ListedTool;
  underWay: CallUnderWay;
  connection: TakenConnection;
  /** The card, and those that follow it. */
  card: QuestionCard;
  rest: readonly QuestionCard[];
  /** What the cards before it have brought. */
  values: Values;
  answer(answer: ServerAnswer): void;
}

export interface HeldCalls {
  hold(sessionId: string, call: HeldCall): void;
  /** Those of a session, which are no longer held then. */
  take(sessionId: string): HeldCall[];
}

export function createHeldCalls(clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>): HeldCalls {
  const held = new Set<{ sessionId: string; call: HeldCall; timer: number }>();
  const drop = (one: { call: HeldCall; timer: number; sessionId: string }) => {
    clock.clearTimeout(one.timer);
    held.delete(one);
  };
  return {
    hold(sessionId, call) {
      const one = { sessionId, call, timer: 0 };
      const giveUp = () => {
        drop(one);
        call.connection.end('The visitor’s answer didn’t come in time.');
      };
      one.timer = clock.setTimeout(giveUp, HELD_MS);
      held.add(one);
      const [oldest] = held;
      if (held.size > MAX_HELD && oldest !== undefined) {
        drop(oldest);
        oldest.call.connection.end('Too many servers wait for an answer.');
      }
    },
    take(sessionId) {
      const own = [...held].filter((one) => one.sessionId === sessionId);
      for (const one of own) drop(one);
      return own.map(({ call }) => call);
    },
  };
}
