// Writes down all that the gateway has of a session, as JSON that is made while it is read: a long conversation is never in
// memory at once. Attached files stand apart; the events name them.

import { z } from 'zod';
import { exportedBackends } from '../agents/records/backend-sessions.ts';
import { exportedApps } from '../apps/app-rows.ts';
import { exportedTexts } from '../colleague/rows.ts';
import { readFeedback } from '../feedback/feedback.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import { writeExactly } from '../kernel/exact-json.ts';
import type { SessionLog } from '../log/session-log.ts';
import { type SessionRow, sessionResource } from '../log/session-row.ts';
import { type StoredEvent, toWire } from '../log/stored-event.ts';
import { languageOf } from '../log/visitor-language.ts';
import { readRating } from '../ratings/ratings.ts';
import { exportedReasoning } from '../runs/kept-reasoning.ts';
import { isRecord } from '../wire.ts';
import { listNotes } from '../work/notes.ts';
import { tagsOf } from '../work/tags.ts';

const PAGE = { limit: 100, maxBytes: 1024 * 1024 };

interface Parts {
  log: SessionLog;
  db: Db;
}

export interface ExportedFile {
  /** The event's id, and the place of the block in its content. */
  file_id: string;
  media_type: string;
  title: string | null;
}

/** `{"session", "events", "files", "notes", "tags", "language", "colleague", "contact", "device", "rating", "apps", "backends", "reasoning"}`, in pieces. */
export async function* exportSession({ log, db }: Parts, row: SessionRow): AsyncGenerator<string> {
  yield `{"session":${JSON.stringify(sessionResource(row))},"events":[`;
  const files: ExportedFile[] = [];
  let from: number | null = null;
  let separator = '';
  for (;;) {
    const page: Awaited<ReturnType<typeof log.readPage>> = await log.readPage(
      row.session_id,
      'asc',
      from,
      PAGE,
    );
    const [first, last] = [page.events[0]?.seq ?? 0, page.events.at(-1)?.seq ?? 0];
    const given = await readFeedback(db, row.session_id, first, last);
    for (const event of page.events) {
      const feedback = given.get(event.event_id);
      const wire = {
        ...withoutFiles(event, files),
        ...(feedback === undefined ? {} : { feedback }),
      };
      yield separator + writeExactly(wire);
      separator = ',';
      from = event.seq;
    }
    if (!page.hasMore) break;
  }
  // What colleagues have written down of the visitor is theirs to know of, too.
  const rest = {
    files,
    notes: await listNotes(db, row.session_id),
    tags: await tagsOf(db, row.session_id),
    language: await languageOf(db, row.session_id),
    colleague: await exportedTexts(db, row.session_id),
    contact: await contactOf(db, row.session_id),
    device: await deviceOf(db, row.session_id),
    rating: await readRating(db, row.session_id),
    apps: await exportedApps(db, row.session_id),
    backends: await exportedBackends(db, row.session_id),
    reasoning: await exportedReasoning(db, row.session_id),
  };
  yield `],${JSON.stringify(rest).slice(1)}`;
}

/** The address at which the visitor wanted an answer; null: they gave none. */
async function contactOf(db: Db, sessionId: string): Promise<{ email: string } | null> {
  const row = z.object({ email: z.string() });
  const sql = 'SELECT email FROM session_contacts WHERE session_id = $1';
  const [contact] = await readRows(db, row, sql, [sessionId]);
  return contact ?? null;
}

const deviceRow = z.object({
  browser: z.string().nullable(),
  language: z.string().nullable(),
  country: z.string().nullable(),
});

/** Null: none is kept. */
async function deviceOf(db: Db, sessionId: string): Promise<z.output<typeof deviceRow> | null> {
  const sql = 'SELECT browser, language, country FROM session_devices WHERE session_id = $1';
  const [device] = await readRows(db, deviceRow, sql, [sessionId]);
  return device ?? null;
}

function withoutFiles(event: StoredEvent, files: ExportedFile[]): Record<string, unknown> {
  const wire = toWire(event, true);
  if (!Array.isArray(wire.content)) return wire;
  const content = wire.content.map((block: unknown, index) => {
    const source = sourceOf(block);
    if (source === null || !isRecord(block)) return block;
    const file_id = `${event.event_id}.${index}`;
    const title = typeof block.title === 'string' ? block.title : null;
    files.push({ file_id, media_type: source.media_type, title });
    return { ...block, source: { type: 'file', media_type: source.media_type, file_id } };
  });
  return { ...wire, content };
}

interface InlineSource {
  type: 'base64' | 'text';
  media_type: string;
  data: string;
}

/** Null where a block carries no file in itself. */
function sourceOf(block: unknown): InlineSource | null {
  const source = isRecord(block) ? block.source : undefined;
  if (!isRecord(source) || (source.type !== 'base64' && source.type !== 'text')) return null;
  const { type, media_type, data } = source;
  return typeof media_type === 'string' && typeof data === 'string'
    ? { type, media_type, data }
    : null;
}

const contentRow = z.object({
  content: z.string(),
});

/** The bytes of one file; null where there is none. */
export async function readFile(
  { db }: Parts,
  sessionId: string,
  fileId: string,
): Promise<{ bytes: Uint8Array; mediaType: string } | null> {
  const [, eventId = '', place = ''] = /^([\w:-]{1,200})\.(\d{1,6})$/.exec(fileId) ?? [];
  const [row] = await readRows(
    db,
    contentRow,
    'SELECT content FROM events WHERE session_id = $1 AND event_id = $2',
    [sessionId, eventId],
  );
  const content: unknown = row === undefined ? [] : JSON.parse(row.content);
  const source = Array.isArray(content) ? sourceOf(content[Number(place)]) : null;
  if (source === null) return null;
  const bytes = Buffer.from(source.data, source.type === 'base64' ? 'base64' : 'utf8');
  return { bytes, mediaType: source.media_type };
}
