// The agent's help for the team: what it has told about the open conversation, what owners let it do, and what that has cost.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ColleagueHelp, ColleagueSettings, ColleagueSpent } from '../../gateway/desk-types.ts';
import type { Api } from '../edge/api.ts';

export interface ColleagueModel {
  /** Of the conversation that was opened last; null: not read yet. */
  readonly help: ReadonlySignal<ColleagueHelp | null>;
  /** Of the project that was loaded last; null: not read yet. */
  readonly settings: ReadonlySignal<ColleagueSettings | null>;
  /** By kind; null: not read yet. */
  readonly spent: ReadonlySignal<ColleagueSpent['data'] | null>;
  /** Reads it, again too. Never throws: what can't be read stays as it was. */
  open(sessionId: string): Promise<void>;
  /** Nothing of it is stored. @throws ApiError */
  draft(sessionId: string): Promise<{ text: string; is_by_model: boolean }>;
  /** @throws ApiError */
  summarise(sessionId: string): Promise<void>;
  /** @throws ApiError */
  suggest(sessionId: string): Promise<void>;
  /** @throws ApiError */
  ask(sessionId: string, text: string): Promise<void>;
  /** @throws ApiError */
  remove(sessionId: string, textId: string): Promise<void>;
  /** Never throws. */
  loadSettings(projectId: string): Promise<void>;
  /** @throws ApiError */
  choose(projectId: string, change: Partial<ColleagueSettings>): Promise<void>;
  /** Never throws. */
  loadSpent(projectId: string, days: string): Promise<void>;
}

export function createColleague(api: Pick<Api, 'call'>): ColleagueModel {
  const help: Signal<ColleagueHelp | null> = signal(null);
  const settings: Signal<ColleagueSettings | null> = signal(null);
  const spent: Signal<ColleagueSpent['data'] | null> = signal(null);
  let openId = '';
  const path = (sessionId: string, what = '') =>
    `/admin/conversations/${sessionId}/colleague${what}`;
  const take = async (sessionId: string, what: string, body?: object) => {
    const found = await api.call<ColleagueHelp>('POST', path(sessionId, what), body);
    if (sessionId === openId) help.value = found;
  };
  const model: ColleagueModel = {
    help,
    settings,
    spent,
    async open(sessionId) {
      if (sessionId !== openId) help.value = null;
      openId = sessionId;
      const found = await api.call<ColleagueHelp>('GET', path(sessionId)).catch(() => null);
      // A gateway of an older version may have another answer.
      if (sessionId === openId && Array.isArray(found?.thread)) help.value = found;
    },
    draft: (sessionId) => api.call('POST', path(sessionId, '/draft')),
    summarise: (sessionId) => take(sessionId, '/summary'),
    suggest: (sessionId) => take(sessionId, '/suggestion'),
    ask: (sessionId, text) => take(sessionId, '/questions', { text }),
    async remove(sessionId, textId) {
      await api.call('DELETE', path(sessionId, `/${textId}`));
      await model.open(sessionId);
    },
    async loadSettings(projectId) {
      settings.value = null;
      settings.value = await api
        .call<ColleagueSettings>('GET', `/admin/projects/${projectId}/colleague`)
        .catch(() => null);
    },
    async choose(projectId, change) {
      settings.value = await api.call('PATCH', `/admin/projects/${projectId}/colleague`, change);
    },
    async loadSpent(projectId, days) {
      const query = new URLSearchParams({ project_id: projectId, days });
      const found = await api
        .call<ColleagueSpent>('GET', `/admin/numbers/colleague?${query}`)
        .catch(() => null);
      spent.value = Array.isArray(found?.data) ? found.data : null;
    },
  };
  return model;
}
