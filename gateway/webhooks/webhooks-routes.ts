// The webhooks of projects: made, listed, rotated, deleted, and how their deliveries went.

import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import { requireAdmin } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { conflict, invalid, notFound } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import { isIdShaped } from '../kernel/ids.ts';
import { faultOfUrl } from '../kernel/outside-address.ts';
import { pageOf, readPlace } from '../kernel/pages.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { DEFAULT_PROJECT, ensureProject } from '../kernel/tenants/project-row.ts';
import type { Outbox } from '../log/news.ts';
import { WEBHOOK_FORMATS } from './formats.ts';
import type { Hooks } from './hooks.ts';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  rotateWebhook,
  sendAgain,
} from './webhooks-schema.ts';

const HEADERS = { 'Cache-Control': 'no-store' };

interface Needs extends AdminNeeds {
  db: Db;
  clock: Clock;
  ids: Ids;
  hooks: Hooks;
  outbox: Pick<Outbox, 'onWritten'>;
  options: AdminNeeds['options'] & { webhooksMayBePrivate: boolean };
}

const webhookRow = z.object({
  webhook_id: z.string(),
  project_id: z.string(),
  url: z.string(),
  format: z.enum(WEBHOOK_FORMATS),
  /** JSON: NewsType[]; null: all. */
  events: z.string().nullable(),
  created_at: z.number(),
});

const secretsRow = z.object({
  secrets: z.string(),
});

const deliveryRow = z.object({
  delivery_id: z.string(),
  type: z.string(),
  attempts: z.number(),
  /** The HTTP status of the latest attempt; null: none has come to one. */
  status: z.number().nullable(),
  has_text: z.boolean(),
  next_at: z.number().nullable(),
  created_at: z.number(),
});

export const adminWebhooks: Routes<Needs> = (app, context) => {
  const { db, clock, ids, hooks, outbox, options } = context;

  serve(app, createWebhook, async (c, call) => {
    requireAdmin(context, c);
    const body = await call.body();
    const { project_id: projectId = DEFAULT_PROJECT, url, format = 'json', events } = body;
    const fault = faultOfUrl(url, options.webhooksMayBePrivate);
    if (fault !== null) throw invalid(`url ${fault}.`);
    const webhookId = ids.next('webhook');
    const secret = newSecret();
    const now = clock.now();
    await ensureProject(db, projectId, now);
    await db.query(
      `INSERT INTO webhooks (webhook_id, project_id, url, format, events, secrets, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        webhookId,
        projectId,
        new URL(url).href,
        format,
        events === undefined ? null : JSON.stringify(events),
        JSON.stringify([secret]),
        now,
      ],
    );
    hooks.forget();
    return c.json({ webhook_id: webhookId, secret }, 201, HEADERS);
  });

  serve(app, listWebhooks, async (c, call) => {
    requireAdmin(context, c);
    const { page, limit } = call.query();
    const after = readPlace(page);
    const found = await readRows(
      db,
      webhookRow,
      `SELECT webhook_id, project_id, url, format, events, created_at FROM webhooks
        WHERE ($1::bigint IS NULL OR (created_at, webhook_id) > ($1, $2))
        ORDER BY created_at, webhook_id LIMIT $3`,
      [after?.at ?? null, after?.id ?? null, limit + 1],
    );
    const { rows, next_page } = pageOf(found, limit, ({ webhook_id }) => webhook_id);
    const data = rows.map((row) => ({
      ...row,
      events: row.events === null ? null : (JSON.parse(row.events) as string[]),
      created_at: new Date(row.created_at).toISOString(),
    }));
    return c.json({ data, next_page }, 200, HEADERS);
  });

  serve(app, rotateWebhook, async (c, call) => {
    requireAdmin(context, c);
    const webhookId = await requireWebhook(call.param('webhook_id'));
    const secret = newSecret();
    await db.transaction(async (tx) => {
      const [row] = await readRows(
        tx,
        secretsRow,
        'SELECT secrets FROM webhooks WHERE webhook_id = $1 FOR UPDATE',
        [webhookId],
      );
      const [present] = JSON.parse(row?.secrets ?? '[]') as string[];
      await tx.query('UPDATE webhooks SET secrets = $2 WHERE webhook_id = $1', [
        webhookId,
        JSON.stringify(present === undefined ? [secret] : [secret, present]),
      ]);
    });
    hooks.forget();
    return c.json({ webhook_id: webhookId, secret }, 200, HEADERS);
  });

  serve(app, deleteWebhook, async (c, call) => {
    requireAdmin(context, c);
    const webhookId = await requireWebhook(call.param('webhook_id'));
    await db.query('DELETE FROM webhooks WHERE webhook_id = $1', [webhookId]);
    hooks.forget();
    return c.body(null, 204);
  });

  serve(app, listDeliveries, async (c, call) => {
    requireAdmin(context, c);
    const webhookId = await requireWebhook(call.param('webhook_id'));
    const rows = await readRows(
      db,
      deliveryRow,
      `SELECT delivery_id, type, attempts, status, payload <> '' AS has_text, next_at, created_at
         FROM webhook_deliveries
        WHERE webhook_id = $1 ORDER BY created_at DESC, delivery_id LIMIT 100`,
      [webhookId],
    );
    const data = rows.map((row) => ({
      ...row,
      next_at: row.next_at === null ? null : new Date(row.next_at).toISOString(),
      created_at: new Date(row.created_at).toISOString(),
    }));
    return c.json({ data }, 200, HEADERS);
  });

  serve(app, sendAgain, async (c, call) => {
    requireAdmin(context, c);
    const webhookId = await requireWebhook(call.param('webhook_id'));
    const id = call.param('delivery_id');
    const [found] = await readRows(
      db,
      z.object({ has_text: z.boolean() }),
      `UPDATE webhook_deliveries SET next_at = CASE WHEN payload = '' THEN next_at ELSE $3 END
        WHERE delivery_id = $2 AND webhook_id = $1 RETURNING payload <> '' AS has_text`,
      [webhookId, isIdShaped(id) ? id : '', clock.now()],
    );
    if (found === undefined) throw notFound('There is no such delivery.');
    if (!found.has_text) {
      throw conflict('This delivery is over, and its text isn’t kept.');
    }
    outbox.onWritten();
    return c.body(null, 204);
  });

  async function requireWebhook(id: string): Promise<string> {
    const [row] = isIdShaped(id)
      ? await db.query('SELECT 1 FROM webhooks WHERE webhook_id = $1', [id])
      : [];
    if (row === undefined) throw notFound('There is no such webhook.');
    return id;
  }

  /** In the form of the Standard Webhooks scheme: plain base64 after the prefix. */
  function newSecret(): string {
    return `whsec_${Buffer.from(ids.secret(''), 'base64url').toString('base64')}`;
  }
};
