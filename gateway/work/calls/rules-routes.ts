// A lead says by which rules conversations are given out.

import { type DeskNeeds, requireDesk } from '../../desk/require-desk.ts';
import type { Routes } from '../../kernel/http/route-module.ts';
import type { Ids } from '../../kernel/ids.ts';
import { serve } from '../../kernel/schema/endpoint.ts';
import { addRule as add, changeRule, listRules as list, deleteRule as remove } from '../rules.ts';
import { type AssignmentRule, addRule, deleteRule, listRules, patchRule } from '../rules-schema.ts';

const HEADERS = { 'Cache-Control': 'no-store' };
const ANYTHING: Omit<AssignmentRule, 'rule_id'> = {
  client_id: null,
  agent: null,
  tag_id: null,
  language: null,
  person_id: null,
  in_turn: [],
};

interface Needs extends DeskNeeds {
  ids: Ids;
}

export const adminRules: Routes<Needs> = (app, context) => {
  const { db, clock, ids } = context;

  serve(app, listRules, async (c, call) => {
    c.set('isRefresh', true);
    await requireDesk(context, c, 'lead');
    call.query();
    return c.json({ data: await list(db) }, 200, HEADERS);
  });

  serve(app, addRule, async (c, call) => {
    await requireDesk(context, c, 'lead');
    const body = await call.body();
    const given = Object.fromEntries(
      Object.entries(body).filter(([, value]) => value !== undefined),
    );
    const rule: AssignmentRule = { ...ANYTHING, ...given, rule_id: ids.next('rule') };
    await add(db, rule, clock.now());
    return c.json(rule, 201, HEADERS);
  });

  serve(app, patchRule, async (c, call) => {
    await requireDesk(context, c, 'lead');
    const change = await call.body();
    return c.json(await changeRule(db, call.param('rule_id'), change), 200, HEADERS);
  });

  serve(app, deleteRule, async (c, call) => {
    await requireDesk(context, c, 'lead');
    await remove(db, call.param('rule_id'));
    return c.body(null, 204);
  });
};
