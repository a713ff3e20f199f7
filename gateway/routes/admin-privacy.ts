// What the gateway has of a visitor: deleted and exported, by session or by owner_id. A site's service token does both within
// its project; another project's sessions look like none.

import { type Operator, requireOperator } from '../auth/operator.ts';
import { noSuchSession } from '../auth/session-access.ts';
import { forbidden, notFound } from '../http/http-error.ts';
import type { RouteModule } from '../http/route-module.ts';
import { eraseSession, eraseSessions } from '../privacy/erase.ts';
import { exportSession, readFile } from '../privacy/export.ts';
import { serve } from '../schema/endpoint.ts';
import { eraseOne, eraseOwner, exportFile, exportOne, exportOwner } from '../schema/privacy.ts';
import { findSession, type SessionRow } from '../sessions/session-row.ts';

/** Sessions that one call deletes at most. */
const BATCH = 100;
const HEADERS = { 'Cache-Control': 'no-store' };
const JSON_HEADERS = { ...HEADERS, 'Content-Type': 'application/json' };

export const adminPrivacy: RouteModule = (app, context) => {
  const { db } = context;

  serve(app, eraseOne, async (c, call) => {
    const operator = await requireOperator(context, c);
    const session = await findTheirs(operator, call.param('session_id'));
    const nothing = { sessions: 0, events: 0 };
    const erased = session === null ? nothing : await eraseSession(context, session.session_id);
    return c.json(erased, 200, HEADERS);
  });

  serve(app, eraseOwner, async (c, call) => {
    const operator = await requireOperator(context, c);
    const { owner_id, project_id } = await call.body();
    const ids = await idsOf(owner_id, placeOf(operator, project_id), BATCH + 1);
    const erased = await eraseSessions(context, ids.slice(0, BATCH));
    return c.json({ ...erased, is_done: ids.length <= BATCH }, 200, HEADERS);
  });

  serve(app, exportOne, async (c, call) => {
    const operator = await requireOperator(context, c);
    const session = await findTheirs(operator, call.param('session_id'));
    if (session === null) throw noSuchSession();
    return new Response(streamOf(exportSession(context, session)), { headers: JSON_HEADERS });
  });

  serve(app, exportFile, async (c, call) => {
    const operator = await requireOperator(context, c);
    const session = await findTheirs(operator, call.param('session_id'));
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
    const operator = await requireOperator(context, c);
    const { owner_id, project_id, after } = call.query();
    const project = placeOf(operator, project_id);
    return new Response(streamOf(ownerSessions(owner_id, project, after)), {
      headers: JSON_HEADERS,
    });
  });

  async function* ownerSessions(
    owner: string,
    project: string | null,
    after: string | undefined,
  ): AsyncGenerator<string> {
    yield `{"owner_id":${JSON.stringify(owner)},"sessions":[`;
    let last = after ?? '';
    let separator = '';
    for (;;) {
      const [id] = await idsOf(owner, project, 1, last);
      if (id === undefined) break;
      last = id;
      const session = await findSession(db, id);
      if (session === null) continue;
      yield separator;
      yield* exportSession(context, session);
      separator = ',';
    }
    yield ']}';
  }

  async function findTheirs(operator: Operator, sessionId: string): Promise<SessionRow | null> {
    const session = await findSession(db, sessionId);
    const isTheirs = operator.kind === 'admin' || operator.project_id === session?.project_id;
    return isTheirs ? session : null;
  }

  async function idsOf(owner: string, project: string | null, most: number, after = '') {
    const rows = await db.query<{ session_id: string }>(
      `SELECT session_id FROM sessions
        WHERE owner_id = $1 AND ($2::text IS NULL OR project_id = $2) AND session_id > $3
        ORDER BY session_id LIMIT $4`,
      [owner, project, after, most],
    );
    return rows.map(({ session_id }) => session_id);
  }
};

/** Null: all projects. @throws HttpError 403 */
function placeOf(operator: Operator, project: string | undefined): string | null {
  if (operator.kind === 'admin') return project ?? null;
  if (project !== undefined && project !== operator.project_id) {
    throw forbidden('A site reaches the sessions of its own project only.');
  }
  return operator.project_id;
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
