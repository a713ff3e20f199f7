// Trials of agents: the sessions that the desk's previews talk in, and what an answer in one has taken. They are nobody's
// conversation.

import type { ConversationEvents } from '../../gateway/desk-types.ts';
import type { Api } from '../edge/api.ts';
import type { Ticket } from '../preview/messages.ts';

/** Who answers: an agent, one version of it, or whoever does on a site. */
export interface TrialOf {
  agent?: string;
  agent_version?: number;
  client_id?: string;
  project_id?: string;
}

export interface Measured {
  answers: number;
  /** From the last question to the last message of its answer. */
  answerMs: number | null;
  tokens: number;
  creditsNano: number;
}

export interface Trials {
  /** @param tools what the page offers. Null where there is none to be had. */
  begin(of: TrialOf, tools: unknown): Promise<Ticket | null>;
  /** Null where it can't be read. */
  measure(sessionId: string): Promise<Measured | null>;
}

const MOST_EVENTS = 100;

export function createTrials(api: Pick<Api, 'call'>): Trials {
  return {
    begin: (of, tools) =>
      api
        .call<Ticket>('POST', '/admin/trials', {
          ...of,
          ...(Array.isArray(tools) ? { client_tools: tools } : {}),
        })
        .catch(() => null),
    async measure(sessionId) {
      const path = `/admin/conversations/${sessionId}/events?limit=${MOST_EVENTS}`;
      const reply = await api.call<ConversationEvents>('GET', path).catch(() => null);
      return reply === null ? null : measured(reply.data);
    },
  };
}

export function measured(events: ConversationEvents['data']): Measured {
  let askedAt: number | null = null;
  const sum: Measured = { answers: 0, answerMs: null, tokens: 0, creditsNano: 0 };
  for (const event of events) {
    const {
      type,
      created_at: at,
      usage,
    } = event as {
      type: string;
      created_at?: string;
      usage?: Record<string, number>;
    };
    const time = at === undefined ? null : Date.parse(at);
    if (type === 'user.message') {
      askedAt = time;
      sum.answerMs = null;
    }
    if (type === 'agent.message') {
      sum.answers += 1;
      if (askedAt !== null && time !== null) sum.answerMs = time - askedAt;
    }
    sum.tokens += (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0);
    sum.creditsNano += usage?.credits_nano ?? 0;
  }
  return sum;
}
