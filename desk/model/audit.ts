// Who called what of the gateway, read in pages from the newest on.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { AuditEntry } from '../../gateway/desk-types.ts';
import type { Api, ApiError } from '../edge/api.ts';

const PAGE = 50;

export interface Audit {
  readonly rows: ReadonlySignal<readonly AuditEntry[] | null>;
  readonly hasMore: ReadonlySignal<boolean>;
  readonly onlyChanges: ReadonlySignal<boolean>;
  readonly error: ReadonlySignal<ApiError | null>;
  load(): Promise<void>;
  more(): Promise<void>;
  showChanges(only: boolean): void;
}

export function createAudit(api: Api): Audit {
  const rows: Signal<readonly AuditEntry[] | null> = signal(null);
  const hasMore = signal(false);
  const onlyChanges = signal(true);
  const error: Signal<ApiError | null> = signal(null);

  const audit: Audit = {
    rows,
    hasMore,
    onlyChanges,
    error,
    load: () => read([], ''),
    more: () => {
      const known = rows.peek() ?? [];
      return read(known, `&before=${known.at(-1)?.entry ?? ''}`);
    },
    showChanges(only) {
      onlyChanges.value = only;
      audit.load();
    },
  };
  return audit;

  async function read(known: readonly AuditEntry[], from: string): Promise<void> {
    const only = onlyChanges.peek();
    const path = `/admin/audit?limit=${PAGE}&changes=${only}${from}`;
    try {
      const { data } = await api.call<{ data: AuditEntry[] }>('GET', path);
      if (only !== onlyChanges.peek()) return;
      rows.value = [...known, ...data];
      hasMore.value = data.length === PAGE;
      error.value = null;
    } catch (failure) {
      error.value = failure as ApiError;
    }
  }
}
