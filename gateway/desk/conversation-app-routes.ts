// The app that a call has shown, for the desk: as the visitor saw it. It is only read, so there is no call by which it could ask its
// server for anything.

import { ownOrigin, replyOf } from '../apps/app-reply.ts';
import { findShownApp } from '../apps/app-rows.ts';
import { readConversationApp } from '../apps/apps-schema.ts';
import { reachOfPerson } from '../kernel/auth/desk-caller.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { notFound } from '../kernel/http-error.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { noSuchSession } from '../log/session-access.ts';
import { findSession } from '../log/session-row.ts';
import { type DeskNeeds, requireDesk } from './require-desk.ts';

interface Needs extends DeskNeeds {
  options: DeskNeeds['options'] & { sandboxOrigin: string | null };
}

export const deskApps: Routes<Needs> = (app, context) => {
  const { db, options } = context;

  serve(app, readConversationApp, async (c, call) => {
    const reach = reachOfPerson(await requireDesk(context, c));
    const session = await findSession(db, reach, call.param('session_id'));
    if (session === null) throw noSuchSession();
    const shown = await findShownApp(db, session.session_id, call.param('tool_use_id'));
    if (shown === null) throw notFound('This call shows no app.');
    // The desk's policy lets in frames of its own origin, and of the sandbox's.
    const body = replyOf(shown, options.sandboxOrigin ?? ownOrigin(c.req.raw));
    return c.json(body, 200, { 'Cache-Control': 'no-store' });
  });
};
