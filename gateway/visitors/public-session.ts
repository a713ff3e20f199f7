// A visitor's session by a site's public id: theirs taken up again, or a new one within the site's caps.

import { chooseAgent } from '../agents/choose-agent.ts';
import type { AgentDirectory } from '../agents/directory.ts';
import { EVERYTHING } from '../kernel/auth/reach.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import type { Ids } from '../kernel/ids.ts';
import { takeOfDay } from '../kernel/tenants/site-days.ts';
import { insertSession } from '../log/insert-session.ts';
import type { Outbox } from '../log/news.ts';
import { findSession, type SessionRow } from '../log/session-row.ts';
import type { ToolDefinition } from '../wire.ts';
import type { Visitor } from './caller.ts';
import type { PublicSite } from './public-site.ts';
import { ABOUT_USER } from './user-token.ts';

export interface PublicSessionParts {
  db: Db;
  clock: Clock;
  ids: Ids;
  agents: AgentDirectory;
  outbox: Outbox;
}

/** The parts of a session that its token names. */
export type OpenedSession = Pick<SessionRow, 'session_id' | 'agent'>;

/** Null where there is none, or it is somebody else's: the two look the same. */
export async function findOwn(
  db: Db,
  { client_id: clientId }: PublicSite,
  owner: string,
  sessionId: string | undefined,
): Promise<SessionRow | null> {
  if (sessionId === undefined) return null;
  const session = await findSession(db, EVERYTHING, sessionId);
  return session?.client_id === clientId && session.owner_id === owner ? session : null;
}

/**
 * Takes a visitor's own session up again, with the tools that the page offers now.
 * @returns null where there is none: then a new one is to be made.
 */
export async function resumeSession(
  { db }: PublicSessionParts,
  site: PublicSite,
  visitor: Visitor,
  {
    session_id: wanted,
    tools = [],
  }: { session_id?: string | undefined; tools?: ToolDefinition[] | undefined },
): Promise<OpenedSession | null> {
  let session = await findOwn(db, site, visitor.owner, wanted);
  if (session === null && visitor.before !== null && site.takes_guests_along) {
    session = await findOwn(db, site, visitor.before, wanted);
  }
  if (session === null) return null;
  const offered = JSON.stringify(tools);
  // Facts of a user are replaced; instructions that an operator has written for this session stay.
  const isOperators = session.system !== null && !session.system.startsWith(ABOUT_USER);
  const system = isOperators ? session.system : visitor.system;
  const isAsBefore =
    session.owner_id === visitor.owner &&
    session.client_tools === offered &&
    session.system === system;
  if (!isAsBefore) {
    // The owner as it was read: a conversation that somebody has taken along meanwhile is theirs.
    await db.query(
      `UPDATE sessions SET client_tools = $3, system = $4, owner_id = $5
        WHERE session_id = $1 AND owner_id = $2`,
      [session.session_id, session.owner_id, offered, system, visitor.owner],
    );
  }
  return session;
}

/** @throws HttpError 429 where the site has had its sessions of the day. */
export async function beginSession(
  { db, clock, ids, agents, outbox }: PublicSessionParts,
  site: PublicSite,
  visitor: Visitor,
  tools: readonly ToolDefinition[] = [],
): Promise<OpenedSession> {
  const { client_id, project_id } = site;
  const now = clock.now();
  const agent = await chooseAgent({ db, agents }, { project_id, client_id });
  const session = {
    session_id: ids.next('session'),
    project_id,
    client_id,
    agent,
    owner_id: visitor.owner,
    client_tools: JSON.stringify(tools),
    system: visitor.system,
    created_at: now,
    is_public: true,
  };
  const writeNews = await outbox.open();
  await db.transaction(async (tx) => {
    await takeOfDay(tx, client_id, 'sessions', { now });
    await insertSession(tx, session, writeNews);
  });
  return session;
}
