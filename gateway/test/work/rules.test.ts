// Rules of assignment: who gets a conversation that wants a person. Two processes on one database give them out.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Db } from '../../kernel/db/types.ts';
import type { AssignmentRule } from '../../work/rules-schema.ts';
import type { Tag } from '../../work/work-schema.ts';
import { type Browser, createDeskScene } from '../desk-people.ts';
import { createHarness, type Harness, type SessionHandle } from '../harness.ts';
import { createBroker } from '../memory-bus.ts';
import { openTestDatabase } from '../test-database.ts';

const embedded = await openTestDatabase();
// As a server's: others may use it as well.
const db: Db = { ...embedded, isExclusive: false };
const broker = createBroker();
const desk = createDeskScene({ db, bus: broker.bus() });
let other: Harness;
let lead: Browser;
/** The ids of Anna, Ben and Cleo. */
let anna: string;
let ben: string;
let cleo: string;
let people: Browser[];

beforeAll(async () => {
  other = await createHarness({ db, bus: broker.bus() });
  lead = await desk.signedInAs('lead');
  const more = [await desk.signedInAs('agent'), await desk.signedInAs('agent')];
  people = [desk.agent, ...more];
  [anna = '', ben = '', cleo = ''] = await Promise.all(people.map(idOf));
});
beforeEach(async () => {
  for (const { rule_id } of await rules())
    await lead.call('DELETE', `/admin/desk/rules/${rule_id}`);
  for (const person of people) await person.call('PUT', '/admin/desk/presence', { is_away: false });
});
afterAll(async () => {
  await other.close();
  await embedded.close();
});

const ask = async <Body>(by: Browser, method: string, path: string, body?: unknown) => {
  const reply = await by.call(method, path, body);
  return { ...reply, body: reply.body as unknown as Body };
};
const idOf = async (by: Browser) => (await by.call('GET', '/admin/desk/me')).body.person_id;
const rules = async () =>
  (await ask<{ data: AssignmentRule[] }>(lead, 'GET', '/admin/desk/rules')).body.data;
const addRule = (rule: object) => ask<AssignmentRule>(lead, 'POST', '/admin/desk/rules', rule);
const WISH = [{ call: [{ name: 'request_human', input: {} }] }, { say: 'The team knows.' }];

/** Somebody who asks for a person. @param at the process that answers them */
async function wish(
  { at = desk.harness, before }: { at?: Harness; before?: (id: string) => Promise<unknown> } = {},
  options: object = {},
): Promise<SessionHandle> {
  const session = await at.session({ script: [WISH, WISH, WISH], ...options });
  await before?.(session.id);
  await session.say('A person, please');
  await at.settled();
  return session;
}
const holderOf = async ({ id }: { id: string }) =>
  (
    await ask<{ assigned_to: { person_id: string } | null }>(
      lead,
      'GET',
      `/admin/conversations/${id}`,
    )
  ).body.assigned_to?.person_id ?? null;

describe('a rule of assignment', () => {
  it('gives a conversation out once it wants a person, in turn among those who are here', async () => {
    await addRule({ in_turn: [anna, ben, cleo] });
    const got = [];
    for (let n = 0; n < 6; n += 1) {
      got.push(await holderOf(await wish({ at: n % 2 === 0 ? desk.harness : other })));
    }
    expect(got.slice(0, 3).toSorted()).toEqual([anna, ben, cleo].toSorted());
    expect(got.slice(3)).toEqual(got.slice(0, 3));
    await people[1]?.call('PUT', '/admin/desk/presence', { is_away: true });
    const without = [];
    for (let n = 0; n < 4; n += 1) without.push(await holderOf(await wish()));
    expect(without).not.toContain(ben);
    expect(new Set(without)).toEqual(new Set([anna, cleo]));
  });

  it('gives several that want a person at the same moment to different people', async () => {
    await addRule({ in_turn: [anna, ben, cleo] });
    const at = [desk.harness, other, desk.harness];
    const sessions = await Promise.all(at.map((harness) => wish({ at: harness })));
    const got = await Promise.all(sessions.map(holderOf));
    expect(new Set(got).size).toBe(3);
  });

  it('fits by site, tag and language; the first that fits and has somebody counts', async () => {
    const { client_id } = (await desk.harness.admin('POST', '/admin/sites', { name: 'Lamps' }))
      .body;
    const tag = (await ask<Tag>(lead, 'POST', '/admin/desk/tags', { name: 'Refund' })).body;
    await addRule({ tag_id: tag.tag_id, person_id: cleo });
    await addRule({ client_id, person_id: ben });
    await addRule({ language: 'de', person_id: anna });
    const tagged = await wish({
      before: (id) => lead.call('PATCH', `/admin/conversations/${id}`, { add_tags: [tag.tag_id] }),
    });
    expect(await holderOf(tagged)).toBe(cleo);
    expect(await holderOf(await wish({}, { client_id }))).toBe(ben);
    expect(await holderOf(await wish())).toBeNull();
    const session = await desk.harness.session({ script: [WISH] });
    const sent = await desk.harness.gateway.request(`${session.path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${session.token}`,
        'Content-Type': 'application/json',
        'Accept-Language': 'de-AT,en;q=0.5',
      },
      body: JSON.stringify({
        events: [{ type: 'user.message', content: [{ type: 'text', text: 'Hallo' }] }],
      }),
    });
    expect(sent.status).toBe(200);
    await desk.harness.settled();
    expect(await holderOf(session)).toBe(anna);
    const entry = await ask(lead, 'GET', `/admin/conversations/${session.id}`);
    expect(entry.body).toMatchObject({ language: 'de' });
    const exported = await desk.owner.call('GET', `/admin/sessions/${session.id}/export`);
    expect(exported.body).toMatchObject({ language: 'de' });
    // Who says that they are away is passed over.
    await people[2]?.call('PUT', '/admin/desk/presence', { is_away: true });
    const passed = await wish(
      {
        before: (id) =>
          lead.call('PATCH', `/admin/conversations/${id}`, { add_tags: [tag.tag_id] }),
      },
      { client_id },
    );
    expect(await holderOf(passed)).toBe(ben);
  });

  it('leaves what somebody has, and gives nobody what they don’t see', async () => {
    const { client_id } = (await desk.harness.admin('POST', '/admin/sites', { name: 'Desks' }))
      .body;
    const limited = await desk.signedInAs('agent', [client_id]);
    const limitedId = await idOf(limited);
    await addRule({ person_id: limitedId });
    expect(await holderOf(await wish({}, { client_id }))).toBe(limitedId);
    expect(await holderOf(await wish())).toBeNull();
    const given = await wish(
      { before: (id) => lead.call('PATCH', `/admin/conversations/${id}`, { assigned_to: anna }) },
      { client_id },
    );
    expect(await holderOf(given)).toBe(anna);
    // Taken back by hand, it stays nobody's while the same wish waits.
    await lead.call('PATCH', `/admin/conversations/${given.id}`, { assigned_to: null });
    await given.say('Still there?');
    await desk.harness.settled();
    expect(await holderOf(given)).toBeNull();
  });

  it('is a lead’s to make, move and delete, and names only people and tags that are there', async () => {
    const [first, second, third] = [
      (await addRule({ language: 'de' })).body.rule_id,
      (await addRule({ language: 'fr' })).body.rule_id,
      (await addRule({ language: 'es' })).body.rule_id,
    ];
    const ids = async () => (await rules()).map(({ rule_id }) => rule_id);
    expect(await ids()).toEqual([first, second, third]);
    await lead.call('PATCH', `/admin/desk/rules/${third}`, { place: 0 });
    expect(await ids()).toEqual([third, first, second]);
    const changed = await ask<AssignmentRule>(lead, 'PATCH', `/admin/desk/rules/${first}`, {
      language: null,
      in_turn: [ben, ben],
    });
    expect(changed.body).toMatchObject({ language: null, in_turn: [ben], person_id: null });
    expect((await rules())[1]?.in_turn).toEqual([ben]);
    expect((await addRule({ person_id: 'person_gone' })).status).toBe(400);
    expect((await addRule({ tag_id: 'tag_gone' })).status).toBe(400);
    expect((await addRule({ language: 'German' })).status).toBe(400);
    expect((await lead.call('DELETE', `/admin/desk/rules/${second}`)).status).toBe(204);
    expect((await lead.call('DELETE', `/admin/desk/rules/${second}`)).status).toBe(404);
    expect((await lead.call('PATCH', `/admin/desk/rules/${second}`, { place: 0 })).status).toBe(
      404,
    );
    expect((await desk.agent.call('GET', '/admin/desk/rules')).status).toBe(403);
  });
});
