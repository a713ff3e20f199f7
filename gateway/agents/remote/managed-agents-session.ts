// The session that a conversation is: how one is begun, by what it is known here, and the tools that it has of the page.

import type Anthropic from '@anthropic-ai/sdk';
import type {
  BetaManagedAgentsCustomToolParams,
  SessionCreateParams,
  SessionUpdateParams,
} from '@anthropic-ai/sdk/resources/beta';
import { z } from 'zod';
import type { TurnContext } from '../types.ts';
import { fillIn } from './http-body.ts';
import type { TalkRequest } from './protocol.ts';
import { causeIn, Refused } from './refused.ts';

const sessionState = z.object({
  session: z.string(),
  model: z.string(),
  /** The newest of its events that was read before something was last sent; null: none. */
  seen: z.string().nullable(),
  /** The newest event of ours that it was last told of; null: none. */
  told: z.string().nullable(),
  /** The same of the time before, for a gateway that dies before it sends. */
  before: z.string().nullable(),
  /** How many messages of it were still told to the visitor after that, as they had been missed. */
  late: z.int(),
  /** JSON of the page's tools that it has. */
  tools: z.string(),
  /** Its model takes no instruction within a conversation. */
  isPlain: z.boolean(),
});
export type SessionState = z.output<typeof sessionState>;

/** Kept with the conversation; where there is none, for this turn alone. */
export function openMemory(
  { memory, place }: TurnContext,
  { url, template }: Pick<TalkRequest, 'url' | 'template'>,
) {
  const backend = `managed_agents ${url} ${JSON.stringify(template?.agent ?? null)}`;
  return {
    async read(): Promise<SessionState | null> {
      if (memory === undefined || place === undefined) return null;
      return sessionState.safeParse(await memory.read(backend)).data ?? null;
    },
    write: async (state: SessionState) => memory?.write(backend, state),
  };
}

/** As the record's body says: which agent in which environment, with which vaults and files. */
export async function beginSession(
  client: Anthropic,
  { place }: TurnContext,
  { template, instructions, signal }: TalkRequest,
): Promise<SessionState> {
  const body = fillIn(template ?? {}, {
    text: '',
    session_id: place?.session_id ?? 'session',
    run_id: place?.run_id ?? 'run',
    messages: [],
    transcript: '',
    instructions,
    tools: [],
  });
  const params = body as unknown as SessionCreateParams;
  const session = await client.beta.sessions.create(params, { signal });
  return {
    session: z.string().min(1).parse(session.id),
    model: z.string().catch('').parse(session.agent?.model?.id),
    seen: null,
    told: null,
    before: null,
    late: 0,
    tools: '[]',
    isPlain: false,
  };
}

/**
 * Gives the session the page's tools besides its agent's own, where they have changed.
 * @returns JSON of them; null: they were refused
 */
export async function shareTools(
  client: Anthropic,
  state: SessionState,
  tools: TurnContext['tools'],
  { names, signal }: { names: Map<string, string>; signal: AbortSignal },
): Promise<string | null> {
  const wanted = [...names].flatMap(([name, own]): BetaManagedAgentsCustomToolParams[] => {
    const tool = tools.find((one) => one.name === own);
    if (tool === undefined) return [];
    const description = tool.description || name;
    const input_schema = { ...tool.input_schema, type: 'object' as const };
    return [{ type: 'custom', name, description, input_schema }];
  });
  const json = JSON.stringify(wanted);
  if (json === state.tools) return json;
  const ours = new Set([...namesIn(state.tools), ...names.keys()]);
  const { agent } = await client.beta.sessions.retrieve(state.session, {}, { signal });
  const own = agent.tools.filter((tool) => tool.type !== 'custom' || !ours.has(tool.name));
  const params = { agent: { tools: [...own, ...wanted] } } as SessionUpdateParams;
  try {
    await client.beta.sessions.update(state.session, params, { signal });
  } catch (error) {
    if (causeIn(error, Refused)?.status === 400) return null;
    throw error;
  }
  return json;
}

const namesIn = (tools: string): string[] =>
  z
    .array(z.object({ name: z.string() }))
    .parse(JSON.parse(tools))
    .map(({ name }) => name);
