// Scenes that several groups of checks begin with, and what they ask of events.

import { ensure, get, isInteger } from './expect.ts';
import {
  ofType,
  only,
  result,
  type Script,
  type TestSession,
  toolUseIds,
  type WireEvent,
  type World,
} from './world.ts';

export const types = (events: readonly WireEvent[]) => events.map(({ type }) => type);

const USAGE = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'credits_nano',
];
export const TURN_USAGE = ['turn', ...USAGE, 'reasoning_tokens', 'total_tokens'];

export function ensureUsage(event: WireEvent | undefined): void {
  for (const field of USAGE) {
    const value = get(event?.usage, field);
    ensure(
      isInteger(value) && value >= 0,
      `usage.${field} of ${event?.type} is ${JSON.stringify(value)}`,
    );
  }
}

const tool = (name: string) => ({
  name,
  description: `Does ${name}.`,
  input_schema: { type: 'object' },
});

/** A session whose first message leads to `count` calls in one pause. */
export async function paused(world: World, count = 1, then: Script[number] = [{ say: 'after' }]) {
  const names = Array.from({ length: count }, (_, n) => `tool_${n}`);
  const session = await world.session({
    client_tools: names.map(tool),
    script: [
      [{ call: names.map((name, n) => ({ name, input: { n } })) }, ...then],
      [{ say: 'next' }],
    ],
  });
  await session.say('go');
  const events = await session.ended();
  return { session, events, ids: toolUseIds(events) };
}

export const failure = (id: string, error_code?: string, more: object = {}) =>
  result(id, {
    is_error: true,
    content: 'it broke',
    ...(error_code === undefined ? {} : { error_code }),
    ...more,
  });

/** The results that the log shows for a call. */
export async function answers(session: TestSession, id: string) {
  return ofType(await session.all(), 'user.tool_result').filter(
    (event) => get(only(event), 'tool_use_id') === id,
  );
}

/**
 * Gives the session's agent a small context window, where the operator of this gateway can.
 * @returns false where the gateway knows nothing of it.
 */
export async function shrinkWindow(
  world: World,
  session: TestSession,
  tokens: number,
): Promise<boolean> {
  const changed = await world.admin('PATCH', `/sessions/${session.id}`, { context_window: tokens });
  return get(changed, 'context_window') === tokens;
}
