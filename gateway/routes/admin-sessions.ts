// Sessions, for operators and for sites: create one, change what it offers, issue a token for a visitor.

import { readScript, ScriptError } from '../agents/script.ts';
import { type Operator, requireOperator } from '../auth/operator.ts';
import { noSuchSession, SESSION_EVENTS_SCOPE } from '../auth/session-access.ts';
import { signSessionToken } from '../auth/session-tokens.ts';
import type { Queryable } from '../db/types.ts';
import { readJsonObject, readOptionalJsonObject } from '../http/body.ts';
import {
  optionalArray,
  optionalChoice,
  optionalId,
  optionalInteger,
  optionalText,
  record,
} from '../http/fields.ts';
import { forbidden, invalid } from '../http/http-error.ts';
import type { RouteModule } from '../http/route-module.ts';
import { isLongerThan, quote } from '../http/text.ts';
import { MAX_CONTEXT_WINDOW, MIN_CONTEXT_WINDOW } from '../options.ts';
import { DEFAULT_PROJECT, ensureProject } from '../sessions/project-row.ts';
import { findSession, type SessionRow, sessionResource } from '../sessions/session-row.ts';
import type { JsonObject, ToolDefinition } from '../wire.ts';

const DEFAULT_EXPIRY_S = 900;
const MAX_EXPIRY_S = 86_400;
const MAX_TOOLS = 128;
const MAX_TOOL_NAME = 256;
/** How many sessions the list of the newest has. */
const NEWEST_SESSIONS = 100;

type Body = Readonly<Record<string, unknown>>;

export const adminSessions: RouteModule = (app, context) => {
  const { db, clock, ids, agents, secrets } = context;
  const [firstAgent = 'scripted'] = agents.keys();

  app.post('/admin/sessions', async (c) => {
    const operator = await requireOperator(context, c.req.raw);
    const body = await readOptionalJsonObject(c.req.raw);
    const { project_id, client_id } = await readPlace(operator, body);
    const script = readScriptField(body);
    const agent =
      optionalChoice(body, 'agent', [...agents.keys()]) ??
      (script === null ? firstAgent : 'scripted');
    if (!agents.has(agent))
      throw invalid(`agent must be one of: ${[...agents.keys()].join(', ')}.`);
    const owner = optionalText(body, 'owner_id') ?? null;
    const tools = readTools(body) ?? [];
    const contextWindow = readContextWindow(body);
    const now = clock.now();
    await ensureProject(db, project_id, now);
    const collection = await readCollection(db, body, project_id);
    const sessionId = ids.next('session');
    await db.query(
      `INSERT INTO sessions (session_id, project_id, client_id, agent, owner_id, client_tools,
                             collection_id, script, context_window, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        sessionId,
        project_id,
        client_id,
        agent,
        owner,
        JSON.stringify(tools),
        collection ?? null,
        script,
        contextWindow ?? null,
        now,
      ],
    );
    return c.json({ session_id: sessionId }, 201);
  });

  app.get('/admin/sessions', async (c) => {
    const operator = await requireOperator(context, c.req.raw);
    const project = operator.kind === 'site' ? operator.project_id : null;
    const rows = await db.query<SessionRow>(
      `SELECT * FROM sessions WHERE $1::text IS NULL OR project_id = $1
        ORDER BY created_at DESC, session_id LIMIT ${NEWEST_SESSIONS}`,
      [project],
    );
    return c.json({ data: rows.map(sessionResource) }, 200, { 'Cache-Control': 'no-store' });
  });

  app.get('/admin/sessions/:session_id', async (c) => {
    const operator = await requireOperator(context, c.req.raw);
    return c.json(sessionResource(await findTheirs(operator, c.req.param('session_id'))));
  });

  app.patch('/admin/sessions/:session_id', async (c) => {
    const operator = await requireOperator(context, c.req.raw);
    const session = await findTheirs(operator, c.req.param('session_id'));
    const body = await readJsonObject(c.req.raw);
    const tools = readTools(body);
    const contextWindow = readContextWindow(body);
    const collection = await readCollection(db, body, session.project_id);
    if (contextWindow !== undefined) {
      await db.query('UPDATE sessions SET context_window = $2 WHERE session_id = $1', [
        session.session_id,
        contextWindow,
      ]);
    }
    if (tools !== undefined) {
      await db.query('UPDATE sessions SET client_tools = $2 WHERE session_id = $1', [
        session.session_id,
        JSON.stringify(tools),
      ]);
    }
    if (collection !== undefined) {
      await db.query('UPDATE sessions SET collection_id = $2 WHERE session_id = $1', [
        session.session_id,
        collection,
      ]);
    }
    return c.json(sessionResource(await findTheirs(operator, session.session_id)));
  });

  app.post('/admin/sessions/:session_id/tokens', async (c) => {
    const operator = await requireOperator(context, c.req.raw);
    const session = await findTheirs(operator, c.req.param('session_id'));
    const body = await readOptionalJsonObject(c.req.raw);
    const expiresIn = optionalInteger(body, 'expires_in_s', 1, MAX_EXPIRY_S) ?? DEFAULT_EXPIRY_S;
    // Tokens end on whole seconds; this one lasts at least as long as asked for.
    const expiresAt = Math.ceil(clock.now() / 1000 + expiresIn) * 1000;
    const token = await signSessionToken(
      secrets.sessionTokens,
      clock,
      {
        session_id: session.session_id,
        // Without a word on the visitor the token is for the one whose session it is.
        owner_id: optionalText(body, 'owner_id') ?? session.owner_id,
        agent: session.agent,
        scopes: readScopes(body),
      },
      { expiresAtMs: expiresAt, jti: ids.uuid() },
    );
    return c.json({ token, expires_at: new Date(expiresAt).toISOString() }, 201);
  });

  /** A site's sessions are in its project and linked to its registration. */
  async function readPlace(
    operator: Operator,
    body: Body,
  ): Promise<{ project_id: string; client_id: string | null }> {
    const project = optionalId(body, 'project_id');
    const client = optionalId(body, 'client_id');
    if (operator.kind === 'site') {
      if ((project ?? operator.project_id) !== operator.project_id) {
        throw forbidden('A site creates sessions in its own project only.');
      }
      if ((client ?? operator.client_id) !== operator.client_id) {
        throw forbidden('A site creates sessions for itself only.');
      }
      return operator;
    }
    if (client === undefined || client === null) {
      return { project_id: project ?? DEFAULT_PROJECT, client_id: null };
    }
    const [site] = await db.query<{ project_id: string }>(
      'SELECT project_id FROM sites WHERE client_id = $1',
      [client],
    );
    if (site === undefined || (project ?? site.project_id) !== site.project_id) {
      throw invalid('client_id is not a site of this project.');
    }
    return { project_id: site.project_id, client_id: client };
  }

  async function findTheirs(operator: Operator, sessionId: string): Promise<SessionRow> {
    const session = await findSession(db, sessionId);
    const isTheirs =
      session !== null && (operator.kind === 'admin' || operator.project_id === session.project_id);
    if (!isTheirs) throw noSuchSession();
    return session;
  }
};

function readScriptField(body: Body): string | null {
  if (body.script === undefined || body.script === null) return null;
  try {
    readScript(body.script);
  } catch (error) {
    throw error instanceof ScriptError ? invalid(error.message) : error;
  }
  return JSON.stringify(body.script);
}

/** Undefined: not mentioned. Null: the gateway's setting. */
function readContextWindow(body: Body): number | null | undefined {
  if (body.context_window === null) return null;
  return optionalInteger(body, 'context_window', MIN_CONTEXT_WINDOW, MAX_CONTEXT_WINDOW);
}

function readTools(body: Body): ToolDefinition[] | undefined {
  const items = optionalArray(body, 'client_tools');
  if (items === undefined) return undefined;
  if (items.length > MAX_TOOLS) throw invalid(`client_tools may have ${MAX_TOOLS} items at most.`);
  const names = new Set<string>();
  return items.map((item, index) => {
    const where = `client_tools[${index}]`;
    const tool = record(item, where);
    const { name, description } = tool;
    if (typeof name !== 'string' || name === '' || isLongerThan(name, MAX_TOOL_NAME)) {
      throw invalid(`${where}.name must be a string of 1 to ${MAX_TOOL_NAME} characters.`);
    }
    if (names.has(name)) throw invalid(`${where}.name ${quote(name)} is there twice.`);
    names.add(name);
    if (description !== undefined && description !== null && typeof description !== 'string') {
      throw invalid(`${where}.description must be a string.`);
    }
    const schema = record(tool.input_schema ?? { type: 'object' }, `${where}.input_schema`);
    return { name, description: description ?? '', input_schema: schema as JsonObject };
  });
}

/** Undefined: not mentioned. Null: none. */
async function readCollection(
  db: Queryable,
  body: Body,
  projectId: string,
): Promise<string | null | undefined> {
  const id = optionalId(body, 'collection_id');
  if (id === undefined || id === null) return id;
  const [row] = await db.query(
    'SELECT 1 FROM collections WHERE collection_id = $1 AND project_id = $2',
    [id, projectId],
  );
  if (row === undefined) throw invalid('collection_id is not a collection of this project.');
  return id;
}

function readScopes(body: Body): string[] {
  const scopes = optionalArray(body, 'scopes') ?? [SESSION_EVENTS_SCOPE];
  if (scopes.length > 16) throw invalid('scopes may have 16 items at most.');
  return scopes.map((scope) => {
    // Scopes are joined by spaces in the token.
    if (typeof scope === 'string' && /^[\w.:-]{1,64}$/.test(scope)) return scope;
    throw invalid('scopes must be an array of names such as session_events.');
  });
}
