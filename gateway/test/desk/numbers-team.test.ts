import { describe, expect, it } from 'vitest';
import type { TeamNumbers } from '../../desk-types.ts';
import { createDeskScene } from '../desk-people.ts';

const desk = createDeskScene({ options: { currency: 'EUR' } });
const MINUTE_MS = 60_000;

async function read(query = ''): Promise<TeamNumbers> {
  const reply = await desk.harness.admin('GET', `/admin/numbers/team?days=7${query}`);
  expect(reply.status).toBe(200);
  return reply.body as unknown as TeamNumbers;
}

async function talk(): Promise<string> {
  const session = await desk.harness.session({ script: [[{ say: 'Yes.' }], [{ say: 'No.' }]] });
  await session.say('Are you open?');
  await desk.harness.settled();
  return session.id;
}

describe('the numbers of a team', () => {
  it('tell what people answered, how soon, and what needed none', async () => {
    await talk();
    const id = await talk();
    await desk.harness.clock.advance(3 * MINUTE_MS);
    await desk.agent.call('POST', `/admin/sessions/${id}/takeover`, {});
    await desk.agent.call('POST', `/admin/sessions/${id}/messages`, { text: 'Until six.' });
    await desk.agent.call('POST', `/admin/sessions/${id}/messages`, { text: 'On Sundays not.' });
    const { currency, now, before, people, hours } = await read();
    expect(currency).toBe('EUR');
    expect(now).toMatchObject({ conversations: 2, without_person: 1 });
    expect(now.first_person_ms).toBeGreaterThanOrEqual(3 * MINUTE_MS);
    expect(now.first_person_ms).toBeLessThan(4 * MINUTE_MS);
    expect(now.first_word_ms).toBeLessThan(MINUTE_MS);
    const none = { first_person_ms: null, first_word_ms: null };
    expect(before).toMatchObject({ conversations: 0, without_person: 0, ...none });
    expect(people).toEqual([
      { name: 'Anna', conversations: 1, messages: 2, first_answer_ms: now.first_person_ms },
    ]);
    expect(hours).toHaveLength(7);
    expect(hours.flat()).toHaveLength(168);
    expect(hours.flat().reduce((sum, count) => sum + count, 0)).toBe(2);
  });

  it('count nobody as answered whose newest message got a failed answer alone', async () => {
    const project_id = 'failing';
    const script = [[{ fail: 'upstream_error' }], [{ say: 'Until six.' }]];
    const session = await desk.harness.session({ script, project_id });
    const now = async () => (await read(`&project_id=${project_id}`)).now;
    await session.say('When do you close?');
    await desk.harness.settled();
    expect(await now()).toMatchObject({ conversations: 1, without_person: 0 });
    await session.say('When?');
    await desk.harness.settled();
    expect(await now()).toMatchObject({ conversations: 1, without_person: 1 });
  });

  it('put hours on the clock of the one who asks', async () => {
    const [here, there] = [await read(), await read('&time_zone=Asia/Tokyo')];
    const at = ({ hours }: TeamNumbers) => hours.flat().findIndex((count) => count > 0);
    expect((at(here) + 9) % 168).toBe(at(there));
    const odd = await desk.harness.admin('GET', '/admin/numbers/team?time_zone=Mars');
    expect(odd.status).toBe(400);
  });

  it('move to the time before once they are older, and are an owner’s', async () => {
    await desk.harness.db.query(
      'UPDATE events SET created_at = created_at - 8 * 86400000::bigint',
      [],
    );
    const { now, before } = await read();
    expect([now.conversations, before.conversations]).toEqual([0, 2]);
    expect((await desk.agent.call('GET', '/admin/numbers/team')).status).toBe(403);
  });
});
