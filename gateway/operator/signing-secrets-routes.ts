// The gateway's own signing secrets: which there are, a fresh one, and the end of the one before. Never their values.

import { z } from 'zod';
import { type Keyring, PURPOSES, signingOf } from '../kernel/auth/keyring.ts';
import type { Secrets } from '../kernel/auth/secrets.ts';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import { requireAdmin } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { notFound } from '../kernel/http-error.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { dropSigningSecret, listSigningSecrets, rotateSigningSecret } from './keys-schema.ts';

const secretRow = z.object({
  purpose: z.string(),
  generation: z.number(),
  created_at: z.number().nullable(),
});

interface Needs extends AdminNeeds {
  db: Db;
  clock: Clock;
  secrets: Secrets;
}

export const adminSigningSecrets: Routes<Needs> = (app, context) => {
  const { db, clock, secrets } = context;

  serve(app, listSigningSecrets, async (c, call) => {
    requireAdmin(context, c);
    call.query();
    return c.json(await present(), 200, { 'Cache-Control': 'no-store' });
  });

  serve(app, rotateSigningSecret, async (c, call) => {
    requireAdmin(context, c);
    await keyringOf(call.param('purpose')).rotate();
    return c.json(await present(), 200, { 'Cache-Control': 'no-store' });
  });

  serve(app, dropSigningSecret, async (c, call) => {
    requireAdmin(context, c);
    await keyringOf(call.param('purpose')).dropOlder();
    return c.body(null, 204);
  });

  function keyringOf(name: string): Keyring {
    const purpose = PURPOSES.find((known) => known === name);
    if (purpose === undefined) throw notFound('There is no such signing secret.');
    return secrets[purpose];
  }

  async function present() {
    const rows = await readRows(
      db,
      secretRow,
      'SELECT purpose, generation, created_at FROM signing_secrets ORDER BY purpose, generation DESC',
    );
    return {
      data: rows.map((row) => ({
        ...row,
        signs:
          row ===
          signingOf(
            rows.filter(({ purpose }) => purpose === row.purpose),
            clock.now(),
          ),
        created_at: row.created_at === null ? null : new Date(row.created_at).toISOString(),
      })),
    };
  }
};
