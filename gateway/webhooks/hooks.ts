// Which webhooks there are. Read anew every ten seconds, so that a write that nobody wants to hear of costs no query.

import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import type { NewsType } from '../log/news.ts';
import { WEBHOOK_FORMATS, type WebhookFormat } from './formats.ts';

export interface Hook {
  webhook_id: string;
  project_id: string;
  url: string;
  format: WebhookFormat;
  /** Null: all. */
  events: readonly NewsType[] | null;
  /** Those that sign, the newest first; one or two. */
  secrets: readonly string[];
}

/** The webhooks of all projects. */
export interface Hooks {
  all(): Promise<readonly Hook[]>;
  /** After a change by this process. */
  forget(): void;
}

const FRESH_MS = 10_000;

const hookRow = z.object({
  webhook_id: z.string(),
  project_id: z.string(),
  url: z.string(),
  format: z.enum(WEBHOOK_FORMATS),
  /** JSON: NewsType[]; null: all. */
  events: z.string().nullable(),
  /** JSON: string[] */
  secrets: z.string(),
});

/** Made once for each gateway. */
export function createHooks(db: Queryable, clock: Clock): Hooks {
  let known: readonly Hook[] | null = null;
  let readAt = 0;
  return {
    async all() {
      if (known !== null && clock.monotonic() - readAt < FRESH_MS) return known;
      const rows = await readRows(
        db,
        hookRow,
        'SELECT webhook_id, project_id, url, format, events, secrets FROM webhooks',
      );
      readAt = clock.monotonic();
      known = rows.map((row) => ({
        ...row,
        events: row.events === null ? null : (JSON.parse(row.events) as NewsType[]),
        secrets: JSON.parse(row.secrets) as string[],
      }));
      return known;
    },
    forget() {
      known = null;
    },
  };
}
