// What the team teaches its agents: an answer is saved, and looked at until the agent's trial of it is over.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Learned, TriedAnswer } from '../../gateway/desk-types.ts';
import type { MessageBlock } from '../../src/protocol/index.ts';
import type { Api } from '../edge/api.ts';
import type { DeskEvent } from './conversation.ts';
import { REQUEST_HUMAN, type Row } from './rows.ts';

export interface Lesson {
  question: string;
  answer: string;
  /** The visitor's own words. */
  asked?: string;
  /** The agent's message that was wrong. */
  event_id?: string;
}

export interface LearningModel {
  /** Of the project that was loaded last, the newest first; null: not read yet. */
  readonly taught: ReadonlySignal<readonly Learned[] | null>;
  /** Never throws: what can't be read stays as it was. */
  load(projectId: string): Promise<void>;
  /** @throws ApiError */
  teach(sessionId: string, lesson: Lesson): Promise<TriedAnswer>;
  /** The same answer, with what its trial says by now. Never throws. */
  look(tried: TriedAnswer): Promise<TriedAnswer>;
  /** @throws ApiError */
  remove(learnedId: string): Promise<void>;
}

/** As many as a person reads; the rest is in the gateway. */
const MOST = 50;

export function createLearning(api: Pick<Api, 'call'>): LearningModel {
  const taught: Signal<readonly Learned[] | null> = signal(null);
  return {
    taught,
    async load(projectId) {
      const query = new URLSearchParams({ project_id: projectId, limit: String(MOST) });
      const found = await api
        .call<{ data: Learned[] }>('GET', `/admin/learned?${query}`)
        .catch(() => null);
      if (Array.isArray(found?.data)) taught.value = found.data;
    },
    teach: (sessionId, lesson) =>
      api.call('POST', `/admin/conversations/${sessionId}/learned`, lesson),
    look: (tried) =>
      tried.session_id === null
        ? Promise.resolve(tried)
        : api
            .call<TriedAnswer>(
              'GET',
              `/admin/conversations/${tried.session_id}/learned/${tried.learned_id}`,
            )
            .catch(() => tried),
    async remove(learnedId) {
      await api.call('DELETE', `/admin/learned/${learnedId}`);
      taught.value = (taught.peek() ?? []).filter(({ learned_id: id }) => id !== learnedId);
    },
  };
}

/** The texts of a message as one. */
export const textOf = (blocks: readonly MessageBlock[]): string =>
  blocks
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n')
    .trim();

/** The keys of what a visitor asked before a run failed, or before the agent asked for a person. */
export function unansweredIn(rows: readonly Row[]): ReadonlySet<string> {
  const found = new Set<string>();
  let asked: string | null = null;
  for (const row of rows) {
    if (row.kind === 'visitor') asked = row.key;
    const isGivenUp = row.kind === 'tool' && row.call.name === REQUEST_HUMAN;
    if (asked !== null && (row.kind === 'error' || isGivenUp)) found.add(asked);
  }
  return found;
}

/** What the visitor had said last before an event; '' where nothing is known. */
export function questionBefore(events: readonly DeskEvent[], eventId: string): string {
  const at = events.findIndex(({ id }) => id === eventId);
  const asked = events.slice(0, Math.max(0, at)).findLast(({ type }) => type === 'user.message');
  if (asked?.type !== 'user.message') return '';
  return textOf(asked.content);
}
