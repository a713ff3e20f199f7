// The numbers of a project, and as a table for a spreadsheet.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type {
  Numbers,
  Project,
  TeamNumbers,
  Topics,
  Unanswered,
} from '../../gateway/desk-types.ts';
import type { Api, ApiError } from '../edge/api.ts';
import { readPages } from './read-pages.ts';

export const SPANS = ['1', '7', '30', '90'] as const;
export type Span = (typeof SPANS)[number];

export interface NumbersModel {
  readonly span: ReadonlySignal<Span>;
  readonly projectId: ReadonlySignal<string>;
  readonly projects: ReadonlySignal<readonly Project[]>;
  readonly report: ReadonlySignal<Numbers | null>;
  /** This time and the one before; null: not read yet. */
  readonly team: ReadonlySignal<TeamNumbers | null>;
  /** What conversations are about; null: not read yet. */
  readonly topics: ReadonlySignal<Topics | null>;
  /** What visitors asked and got no answer to; null: not read yet. */
  readonly unanswered: ReadonlySignal<Unanswered | null>;
  readonly error: ReadonlySignal<ApiError | null>;
  show(change: { span?: Span; projectId?: string }): Promise<void>;
  /** What got no answer, without the numbers, which only an owner may read. */
  showUnanswered(change: { span?: Span }): Promise<void>;
}

export function createNumbers(api: Api): NumbersModel {
  const span: Signal<Span> = signal('7');
  const projectId = signal('default');
  const projects: Signal<readonly Project[]> = signal([]);
  const report: Signal<Numbers | null> = signal(null);
  const team: Signal<TeamNumbers | null> = signal(null);
  const topics: Signal<Topics | null> = signal(null);
  const unanswered: Signal<Unanswered | null> = signal(null);
  const error: Signal<ApiError | null> = signal(null);
  return {
    span,
    projectId,
    projects,
    report,
    team,
    topics,
    unanswered,
    error,
    async show(change) {
      span.value = change.span ?? span.peek();
      projectId.value = change.projectId ?? projectId.peek();
      const asked = `${span.peek()} ${projectId.peek()}`;
      try {
        const query = new URLSearchParams({ days: span.peek(), project_id: projectId.peek() });
        const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
        const zoned = new URLSearchParams([...query, ['time_zone', time_zone]]);
        const [found, known, missed, counted, about] = await Promise.all([
          api.call<Numbers>('GET', `/admin/numbers?${query}`),
          readPages<Project>(api, '/admin/projects'),
          api.call<Unanswered>('GET', `/admin/numbers/unanswered?${query}`),
          api.call<TeamNumbers>('GET', `/admin/numbers/team?${zoned}`),
          api.call<Topics>('GET', `/admin/numbers/topics?${query}`),
        ]);
        if (asked !== `${span.peek()} ${projectId.peek()}`) return;
        report.value = found;
        unanswered.value = missed;
        team.value = counted;
        topics.value = about;
        projects.value = known.data;
        error.value = null;
      } catch (failure) {
        error.value = failure as ApiError;
      }
    },
    async showUnanswered(change) {
      span.value = change.span ?? span.peek();
      const asked = span.peek();
      try {
        const query = new URLSearchParams({ days: asked, project_id: projectId.peek() });
        const missed = await api.call<Unanswered>('GET', `/admin/numbers/unanswered?${query}`);
        if (asked !== span.peek()) return;
        unanswered.value = missed;
        error.value = null;
      } catch (failure) {
        error.value = failure as ApiError;
      }
    },
  };
}

const COLUMNS = [
  'start_time',
  'conversations',
  'visitor_messages',
  'agent_messages',
  'failed_runs',
  'tools',
  'failed_tools',
  'thumbs_up',
  'thumbs_down',
  'requests',
  'credits_nano',
  'first_word_ms',
] as const;

const SHARE_COLUMNS = ['name', 'requests', 'credits_nano', 'thumbs_up', 'thumbs_down'] as const;

/** RFC 4180: one line for each model or site. */
export function shareCsvOf(shares: Numbers['models']): string {
  const lines = shares.map((share) =>
    SHARE_COLUMNS.map((column) => cellOf(share[column])).join(','),
  );
  return [SHARE_COLUMNS.join(','), ...lines, ''].join('\r\n');
}

/** A name that a spreadsheet would take for a formula stands behind an apostrophe, which keeps it a text. */
function cellOf(value: string | number | bigint): string {
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180: one line for each bucket. */
export function csvOf({ buckets }: Numbers): string {
  const lines = buckets.map((bucket) => COLUMNS.map((column) => bucket[column] ?? '').join(','));
  return [COLUMNS.join(','), ...lines, ''].join('\r\n');
}
