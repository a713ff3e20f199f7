// What is known of the visitor of the conversation that is open.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { VisitorKnown } from '../../gateway/desk-types.ts';
import type { Api } from '../edge/api.ts';

export interface AboutVisitor {
  /** Null: not read yet, or it couldn't be. */
  readonly known: ReadonlySignal<VisitorKnown | null>;
  load(sessionId: string): Promise<void>;
}

export function createAboutVisitor(api: Api): AboutVisitor {
  const known: Signal<VisitorKnown | null> = signal(null);
  let wanted = '';
  return {
    known,
    async load(sessionId) {
      if (sessionId !== wanted) known.value = null;
      wanted = sessionId;
      const path = `/admin/conversations/${encodeURIComponent(sessionId)}/visitor`;
      const come = await api.call<VisitorKnown>('GET', path).catch(() => null);
      if (sessionId === wanted && come !== null) known.value = come;
    },
  };
}
