// Colleagues write notes on a conversation, and keep replies for use again.

import { type DeskNeeds, requireDesk } from '../../desk/require-desk.ts';
import { EVERYTHING } from '../../kernel/auth/reach.ts';
import type { Routes } from '../../kernel/http/route-module.ts';
import type { Ids } from '../../kernel/ids.ts';
import { serve } from '../../kernel/schema/endpoint.ts';
import { noSuchSession } from '../../log/session-access.ts';
import type { SessionLog } from '../../log/session-log.ts';
import { findSession } from '../../log/session-row.ts';
import { addNote as add, listNotes as list, deleteNote as remove } from '../notes.ts';
import {
  addNote,
  addReply,
  deleteNote,
  deleteReply,
  listNotes,
  listReplies,
  patchReply,
} from '../notes-schema.ts';
import {
  changeReply,
  addReply as keepReply,
  deleteReply as removeReply,
  listReplies as repliesOf,
} from '../replies.ts';

const HEADERS = { 'Cache-Control': 'no-store' };

interface Needs extends DeskNeeds {
  log: SessionLog;
  ids: Ids;
}

export const adminNotes: Routes<Needs> = (app, context) => {
  const { db, clock, ids, log } = context;

  serve(app, listNotes, async (c, call) => {
    c.set('isRefresh', true);
    await requireDesk(context, c);
    const session = await findSession(db, EVERYTHING, call.param('session_id'));
    if (session === null) throw noSuchSession();
    return c.json({ data: await list(db, session.session_id) }, 200, HEADERS);
  });

  serve(app, addNote, async (c, call) => {
    const { person_id, name } = await requireDesk(context, c);
    const { text, mentions } = await call.body();
    const session_id = call.param('session_id');
    const note = { note_id: ids.next('note'), person_id, name, text, mentions };
    const now = await log.write(session_id, async (write) => {
      const after_seq = write.session.last_seq;
      await add(write.tx, { ...note, session_id, after_seq }, write.now);
      write.noteWork();
      return write.now;
    });
    return c.json({ ...note, created_at: new Date(now).toISOString() }, 201, HEADERS);
  });

  serve(app, deleteNote, async (c, call) => {
    const { person_id, role } = await requireDesk(context, c);
    const sessionId = call.param('session_id');
    await log.write(sessionId, async (write) => {
      await remove(write.tx, sessionId, call.param('note_id'), role === 'owner' ? null : person_id);
      write.noteWork();
    });
    return c.body(null, 204);
  });

  serve(app, listReplies, async (c, call) => {
    c.set('isRefresh', true);
    const { person_id } = await requireDesk(context, c);
    call.query();
    return c.json({ data: await repliesOf(db, person_id) }, 200, HEADERS);
  });

  serve(app, addReply, async (c, call) => {
    const { person_id } = await requireDesk(context, c);
    const reply = { reply_id: ids.next('reply'), ...(await call.body()) };
    await keepReply(db, reply, person_id, clock.now());
    return c.json(reply, 201, HEADERS);
  });

  serve(app, patchReply, async (c, call) => {
    const { person_id } = await requireDesk(context, c);
    const change = await call.body();
    return c.json(await changeReply(db, call.param('reply_id'), person_id, change), 200, HEADERS);
  });

  serve(app, deleteReply, async (c, call) => {
    const { person_id } = await requireDesk(context, c);
    await removeReply(db, call.param('reply_id'), person_id);
    return c.body(null, 204);
  });
};
