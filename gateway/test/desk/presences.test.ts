// Who reads a conversation or answers in it, as the desks of several processes hear of it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { createPresences } from '../../desk/presences.ts';
import type { Db } from '../../kernel/db/types.ts';
import type { Presence } from '../../log/presence.ts';
import { type Browser, createDeskScene, LOOPBACK, OWN_PAGE } from '../desk-people.ts';
import { createHarness, type Harness } from '../harness.ts';
import { createBroker } from '../memory-bus.ts';
import { openTestDatabase } from '../test-database.ts';

const ana: Presence = {
  session_id: 'ses_1',
  client_id: null,
  person_id: 'person_ana',
  name: 'Ana',
  state: 'reading',
};

describe('who is in a conversation', () => {
  it('is forgotten 45 seconds after it was said last, and answers for seven', async () => {
    const clock = createVirtualClock();
    const presences = createPresences(clock);
    const told: string[] = [];
    presences.listen((all) => told.push(all.map(({ state }) => state).join()));
    presences.note(ana);
    await clock.advance(40_000);
    presences.note({ ...ana, state: 'answering' });
    await clock.advance(5000);
    presences.note({ ...ana, state: 'answering' });
    await clock.advance(6900);
    expect(told).toEqual(['reading', 'answering']);
    await clock.advance(200);
    expect(told).toEqual(['reading', 'answering', 'reading']);
    await clock.advance(45_000);
    expect(presences.all()).toEqual([]);
    expect(told.at(-1)).toBe('');
    presences.close();
  });

  it('stays a small list, whoever fills it', () => {
    const presences = createPresences(createVirtualClock());
    for (let n = 0; n < 3000; n += 1) presences.note({ ...ana, session_id: `ses_${n}` });
    expect(presences.all()).toHaveLength(2000);
    presences.note({ ...ana, session_id: 'ses_2999', state: 'gone' });
    expect(presences.all()).toHaveLength(1999);
    presences.close();
  });
});

describe('desks of two processes', async () => {
  const embedded = await openTestDatabase();
  // As a server's: others may use it as well.
  const db: Db = { ...embedded, isExclusive: false };
  const broker = createBroker();
  const desk = createDeskScene({ db, bus: broker.bus() });
  let other: Harness;
  beforeAll(async () => {
    other = await createHarness({ db, bus: broker.bus() });
  });
  afterAll(async () => {
    await other.close();
    await embedded.close();
  });

  /** @returns what the stream of this process has told this person last. */
  async function listen(at: Harness, by: Browser) {
    const response = await at.gateway.fetch(
      new Request('http://localhost/admin/desk/stream', {
        headers: { ...OWN_PAGE, cookie: by.cookie },
      }),
      LOOPBACK,
    );
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const pump = async () => {
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { value: '', done: true };
        if (done) return;
        text += value;
      }
    };
    pump();
    return async () => {
      await new Promise((resolve) => setImmediate(resolve));
      const frames = [...text.matchAll(/^event: presence\ndata: (.*)$/gm)];
      const people = (JSON.parse(frames.at(-1)?.[1] ?? '{}') as { people: Presence[] }).people;
      return people.map(({ name, session_id, state }) => `${name} ${session_id} ${state}`);
    };
  }

  it('see at once that a colleague reads or answers, and nothing of themselves', async () => {
    const session = await desk.harness.session();
    const path = `/admin/conversations/${session.id}/presence`;
    const viewer = await desk.signedInAs('viewer');
    const here = await listen(desk.harness, desk.agent);
    const there = await listen(other, viewer);
    expect((await desk.agent.call('PUT', path, { state: 'reading' })).status).toBe(204);
    expect(await there()).toEqual([`Anna ${session.id} reading`]);
    expect(await here()).toEqual([]);
    await desk.agent.call('PUT', path, { state: 'answering' });
    expect((await viewer.call('PUT', path, { state: 'reading' })).status).toBe(204);
    expect(await there()).toEqual([`Anna ${session.id} answering`]);
    expect(await here()).toEqual([`viewer1 ${session.id} reading`]);
    // A desk that opens later is told too.
    const later = await listen(other, desk.owner);
    expect(await later()).toHaveLength(2);
    await desk.agent.call('PUT', path, { state: 'gone' });
    expect(await there()).toEqual([]);
  });

  it('hear nothing of conversations that their people don’t see', async () => {
    const session = await desk.harness.session();
    const { client_id } = (await desk.harness.admin('POST', '/admin/sites', { name: 'Lamps' }))
      .body;
    const stranger = await desk.signedInAs('agent', [client_id]);
    const heard = await listen(desk.harness, stranger);
    const path = `/admin/conversations/${session.id}/presence`;
    await desk.agent.call('PUT', path, { state: 'reading' });
    expect(await heard()).toEqual([]);
    expect((await stranger.call('PUT', path, { state: 'reading' })).status).toBe(404);
    expect((await desk.agent.call('PUT', path, { state: 'asleep' })).status).toBe(400);
  });
});
