// Apps that a conversation shows: for the chat that draws them, and what they ask their own server. Everything is checked anew at each
// call: who asks, that the conversation shows this app, and what the agent's owner lets it have now.

import type { AgentDirectory } from '../agents/directory.ts';
import { type AppPlace, callForApp, readForApp } from '../agents/tool-servers/app-calls.ts';
import type { Authenticator } from '../kernel/auth/authenticate.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { conflict, forbidden, HttpError, notFound, rateLimited } from '../kernel/http-error.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import type { Observer } from '../kernel/observability/observer.ts';
import type { OutsideFetch } from '../kernel/outside-fetch.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { requireSiteOrigin } from '../kernel/tenants/origins.ts';
import { accessSession } from '../log/session-access.ts';
import type { SessionRow } from '../log/session-row.ts';
import { frameOf, ownOrigin, replyOf } from './app-reply.ts';
import { countCall, findShownApp, type ShownApp } from './app-rows.ts';
import { callFromApp, readApp, readFromApp, readPageFrame } from './apps-schema.ts';

const HEADERS = { 'Cache-Control': 'no-store' };
/** Of one shown app. */
const ASKS = { perSecond: 1, burst: 30 };

interface Needs {
  db: Db;
  clock: Clock;
  agents: AgentDirectory;
  authenticate: Authenticator;
  limits: Limits;
  outside: OutsideFetch;
  observer: Pick<Observer, 'say'>;
  options: { sandboxOrigin: string | null; publicUrl: string | null };
}

interface Shown {
  session: SessionRow;
  toolUseId: string;
  app: ShownApp;
}

export const sessionApps: Routes<Needs> = (app, context) => {
  const { db, clock, agents, authenticate, observer, options } = context;
  const servers = { db, fetch: context.outside, clock, now: () => clock.now() };
  const asks = context.limits.create('apps', ASKS, {
    what: 'calls of apps',
    whose: 'an app',
    isCostly: true,
  });

  serve(app, readApp, async (c, call) => {
    const { app: shown } = await find(c.req.raw, call);
    return c.json(replyOf(shown, originOfFrames(c.req.raw)), 200, HEADERS);
  });

  serve(app, readPageFrame, async (c, call) => {
    await enter(c.req.raw, call);
    return c.json({ sandbox: frameOf(originOfFrames(c.req.raw), 'none') }, 200, HEADERS);
  });

  serve(app, callFromApp, async (c, call) => {
    const found = await find(c.req.raw, call);
    const {
      digest,
      name,
      arguments: input = {},
      is_allowed: isAllowed = false,
    } = await call.body();
    const place = await begin(found, digest);
    const answer = await callForApp(servers, place, { name, input, isAllowed }, c.req.raw.signal);
    const { session, toolUseId } = found;
    observer.say('info', 'app_called', {
      session_id: session.session_id,
      tool_use_id: toolUseId,
      agent_id: place.agentId,
      server: place.server.name,
      tool: name,
      outcome: answer.kind,
    });
    switch (answer.kind) {
      case 'result':
        return c.json({ result: answer.result }, 200, HEADERS);
      case 'asks': {
        const message = 'The visitor has to allow this call; send it again with is_allowed.';
        const error = { type: 'approval_required', message, code: 409 };
        return c.json({ error, title: answer.title, tool: name }, 409, HEADERS);
      }
      case 'refused':
        throw forbidden('This app may not use that tool.');
      case 'failed':
        throw new HttpError(
          502,
          'The app’s server could not be reached, or didn’t answer in time.',
        );
    }
  });

  serve(app, readFromApp, async (c, call) => {
    const found = await find(c.req.raw, call);
    const { digest, uri } = await call.body();
    const place = await begin(found, digest);
    const contents = await readForApp(servers, place, uri, c.req.raw.signal);
    if (contents === null) {
      throw new HttpError(502, 'The app’s server could not be read, or has no such resource.');
    }
    return c.json({ contents: [...contents] }, 200, HEADERS);
  });

  function originOfFrames(request: Request): string {
    return options.sandboxOrigin ?? options.publicUrl ?? ownOrigin(request);
  }

  async function enter(
    request: Request,
    call: { param(name: string): string },
  ): Promise<SessionRow> {
    const principal = await authenticate(request);
    const session = await accessSession(db, principal, call.param('session_id'));
    await requireSiteOrigin(db, principal, session.client_id, request.headers);
    return session;
  }

  async function find(request: Request, call: { param(name: string): string }): Promise<Shown> {
    const session = await enter(request, call);
    const toolUseId = call.param('tool_use_id');
    const shown = await findShownApp(db, session.session_id, toolUseId);
    if (shown === null) throw notFound('This call shows no app.');
    return { session, toolUseId, app: shown };
  }

  /** Counts the call, and gives where it goes. */
  async function begin(
    { session, toolUseId, app: shown }: Shown,
    digest: string,
  ): Promise<AppPlace> {
    if (digest !== shown.digest)
      throw conflict('This call shows another app by now; read it anew.');
    await asks.take(`${session.session_id} ${toolUseId}`);
    const place = await agents.placeOfApp(db, session, shown);
    if (place === null) throw forbidden('The agent has no such server any more.');
    if (!(await countCall(db, session.session_id, toolUseId))) {
      throw rateLimited('This app has made as many calls as it may.', 86_400);
    }
    return place;
  }
};
