// The rules by which conversations that want a person are given out.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { AssignmentRule } from '../../gateway/desk-types.ts';
import type { Api, ApiError } from '../edge/api.ts';

export type RuleFields = Omit<AssignmentRule, 'rule_id'>;

export interface Rules {
  /** In their order; null: nothing has come yet. */
  readonly rules: ReadonlySignal<readonly AssignmentRule[] | null>;
  readonly error: ReadonlySignal<ApiError | null>;
  load(): Promise<void>;
  /** @param ruleId null: a new one. @throws ApiError */
  save(ruleId: string | null, rule: RuleFields): Promise<void>;
  /** @param place how many come before it. @throws ApiError */
  move(ruleId: string, place: number): Promise<void>;
  /** @throws ApiError */
  remove(ruleId: string): Promise<void>;
}

const PATH = '/admin/desk/rules';

export function createRules(api: Api): Rules {
  const rules: Signal<readonly AssignmentRule[] | null> = signal(null);
  const error: Signal<ApiError | null> = signal(null);
  const model: Rules = {
    rules,
    error,
    async load() {
      try {
        rules.value = (await api.call<{ data: AssignmentRule[] }>('GET', PATH)).data;
        error.value = null;
      } catch (failure) {
        error.value = failure as ApiError;
      }
    },
    async save(ruleId, rule) {
      if (ruleId === null) await api.call('POST', PATH, rule);
      else await api.call('PATCH', `${PATH}/${ruleId}`, rule);
      await model.load();
    },
    async move(ruleId, place) {
      await api.call('PATCH', `${PATH}/${ruleId}`, { place });
      await model.load();
    },
    async remove(ruleId) {
      await api.call('DELETE', `${PATH}/${ruleId}`);
      await model.load();
    },
  };
  return model;
}
