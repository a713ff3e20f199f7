// Deletes and exports the data of a visitor, by session or by owner_id. A site's service token does both with its
// own sessions; all others look like none.

import type { Reach } from '../kernel/auth/reach.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import type { OperatorNeeds } from '../kernel/http/operator.ts';
import { requireOperator } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { forbidden, notFound } from '../kernel/http-error.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { noSuchSession } from '../log/session-access.ts';
import type { SessionLog } from '../log/session-log.ts';
import { findIdsOfOwner, findSession } from '../log/session-row.ts';
import type { Runs } from '../runs/runs.ts';
import { eraseSession, eraseSessions } from './erase.ts';
import { exportSession, readFile } from './export.ts';
import { eraseOne, eraseOwner, exportFile, exportOne, exportOwner } from './privacy-schema.ts';
import type { Scrubber } from './scrubber.ts';

/** Sessions that one call deletes at most. */
const BATCH = 100;
const HEADERS = { 'Cache-Control': 'no-store' };
const JSON_HEADERS = { ...HEADERS, 'Content-Type': 'application/json' };

interface Needs extends OperatorNeeds {
  db: Db;
  clock: Clock;
  log: SessionLog;
  runs: Runs;
  scrubber: Pick<Scrubber, 'note'>;
}

export const adminPrivacy: Routes<Needs> = (app, context) => {
  const { db } = context;

  serve(app, eraseOne, async (c, call) => {
    const reach = await requireOperator(context, c);
    const session = await findSession(db, reach, call.param('session_id'));
    const nothing = { sessions: 0, events: 0 };
    const erased = session === null ? nothing : await eraseSession(context, session.session_id);
    return c.json(erased, 200, HEADERS);
  });

  serve(app, eraseOwner, async (c, call) => {
    const reach = await requireOperator(context, c);
    const { owner_id, project_id } = await call.body();
    const ids = await findIdsOfOwner(db, within(reach, project_id), {
      owner: owner_id,
      after: '',
      limit: BATCH + 1,
    });
    const erased = await eraseSessions(context, ids.slice(0, BATCH));
    return c.json({ ...erased, is_done: ids.length <= BATCH }, 200, HEADERS);
  });

  serve(app, exportOne, async (c, call) => {
    const reach = await requireOperator(context, c);
    const session = await findSession(db, reach, call.param('session_id'));
    if (session === null) throw noSuchSession();
    return new Response(streamOf(exportSession(context, session)), { headers: JSON_HEADERS });
  });

  serve(app, exportFile, async (c, call) => {
    const reach = await requireOperator(context, c);
    const session = await findSession(db, reach, call.param('session_id'));
    if (session === null) throw noSuchSession();
    const file = await readFile(context, session.session_id, call.param('file_id'));
    if (file === null) throw notFound('There is no such file.');
    // Never as a page of this origin: a visitor chose the type and the bytes.
    return c.body(Buffer.from(file.bytes), 200, {
      ...HEADERS,
      'Content-Type': 'application/octet-stream',
      'X-Media-Type': file.mediaType.replace(/[^\x20-\x7e]/g, ''),
      'X-Content-Type-Options': 'nosniff',
      'Content-Disposition': 'attachment',
    });
  });

  serve(app, exportOwner, async (c, call) => {
    const reach = await requireOperator(context, c);
    const { owner_id, project_id, after } = call.query();
    const sessions = ownerSessions(owner_id, within(reach, project_id), after);
    return new Response(streamOf(sessions), { headers: JSON_HEADERS });
  });

  async function* ownerSessions(
    owner: string,
    reach: Reach,
    after: string | undefined,
  ): AsyncGenerator<string> {
    yield `{"owner_id":${JSON.stringify(owner)},"sessions":[`;
    let last = after ?? '';
    let separator = '';
    for (;;) {
      const [id] = await findIdsOfOwner(db, reach, { owner, after: last, limit: 1 });
      if (id === undefined) break;
      last = id;
      const session = await findSession(db, reach, id);
      if (session === null) continue;
      yield separator;
      yield* exportSession(context, session);
      separator = ',';
    }
    yield ']}';
  }
};

/** As far as the caller reaches, and of it one project alone where they name it. @throws HttpError 403 */
function within(reach: Reach, project: string | undefined): Reach {
  if (project === undefined) return reach;
  if (reach.kind === 'everything') return { kind: 'project', project_id: project };
  if (reach.kind === 'sites' || project !== reach.project_id) {
    throw forbidden('A site reaches its own sessions only, which are in its own project.');
  }
  return reach;
}

function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
