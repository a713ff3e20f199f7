import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseStreamFrame } from '../../wire.ts';
import { createHarness, type Harness, message } from '../harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const MINUTE = 60_000;

describe('the event stream', () => {
  it('opens at once, as a stream that no proxy should hold back or keep', async () => {
    const session = await harness.session();
    const stream = await session.stream();
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(stream.response.headers.get('cache-control')).toBe('no-store');
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.response.headers.get('x-request-id')).toBeTruthy();
    await harness.until(() => stream.text() !== '');
    expect(stream.text()).toMatch(/^: /);
    await stream.close();
  });

  it('delivers what happens after it opened, as the list has it, and nothing from before', async () => {
    const session = await harness.session({ script: [[{ say: 'one' }], [{ say: 'two' }]] });
    await session.say('before');
    await harness.settled();
    const [newestBefore] = (await session.list('order=desc&limit=1')).body.data;
    const stream = await session.stream();
    await session.say('after');
    await harness.settled();
    const listed = (await session.list(`limit=100&after_id=${newestBefore?.id}`)).body.data;
    await harness.until(() => stream.frames().length >= listed.length);
    const unprocessed = listed.map((event) =>
      event.type === 'user.message' ? { ...event, processed_at: null } : event,
    );
    expect(stream.frames()).toEqual(unprocessed);
    expect(stream.text()).not.toContain('event_delta');
    await stream.close();
  });

  it('gives each frame the event’s id and type', async () => {
    const session = await harness.session();
    const stream = await session.stream();
    const { body } = await session.send([message('x', 'system.message')]);
    await harness.until(() => stream.frames().length === 1);
    expect(stream.text()).toContain(
      `id: ${body.data[0]?.id}\nevent: system.message\ndata: ${JSON.stringify(body.data[0])}\n\n`,
    );
    await stream.close();
  });

  it('keeps the order of the log when many write at once', async () => {
    const session = await harness.session();
    const stream = await session.stream();
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => session.send([message(`m${i}`, 'system.message')])),
    );
    await harness.until(() => stream.frames().length === 20);
    expect(stream.frames().map((event) => event.id)).toEqual(
      (await session.events()).map((event) => event.id),
    );
    await stream.close();
  });

  it('finds in the log what nobody told it of', async () => {
    const session = await harness.session();
    const stream = await session.stream();
    const { hub } = harness.gateway.context;
    const publish = hub.publish;
    hub.publish = () => {};
    const other = await createHarness({ db: harness.db, clock: harness.clock });
    await other.call(
      'POST',
      session.path,
      { events: [message('elsewhere', 'system.message')] },
      session.token,
    );
    hub.publish = publish;
    await session.send([message('here', 'system.message')]);
    await harness.until(() => stream.frames().length === 2);
    expect(stream.frames().map((event) => event.content[0]?.text)).toEqual(['elsewhere', 'here']);
    await stream.close();
    await other.close();
  });

  it('leaves thoughts out unless asked for', async () => {
    const session = await harness.session({ script: [[{ think: 'hm' }, { say: 'yes' }]] });
    const [plain, thinking] = [
      await session.stream(),
      await session.stream('include_thinking=true'),
    ];
    await session.say('?');
    await harness.settled();
    await harness.until(() => thinking.frames('session.status_idle').length === 1);
    expect(plain.frames('agent.message')[0]?.content).toEqual([{ type: 'text', text: 'yes' }]);
    expect(thinking.frames('agent.message')[0]?.content).toMatchObject([
      { type: 'thought', text: 'hm' },
      { type: 'text', text: 'yes' },
    ]);
    await plain.close();
    await thinking.close();
  });

  it('shows an answer while it is written, when asked, and then the whole event under the same id', async () => {
    const text = 'A longer answer, 🛎️ which comes in several pieces, one after the other.';
    const session = await harness.session({ script: [[{ say: text }]] });
    const stream = await session.stream('event_deltas[]=agent.message');
    await session.say('?');
    await harness.settled();
    await harness.until(() => stream.frames('agent.message').length === 1);
    const [whole] = stream.frames('agent.message');
    const previews = [...stream.text().matchAll(/^event: (event_\w+)\ndata: (.*)$/gm)].map(
      ([, event, data]) => parseStreamFrame({ id: '', event: event ?? '', data: data ?? '' }),
    );
    expect(previews[0]).toEqual({
      kind: 'preview_start',
      event_id: whole?.id,
      event_type: 'agent.message',
    });
    const deltas = previews.slice(1);
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.map((d) => (d?.kind === 'preview_delta' ? d.text : '')).join('')).toBe(text);
    expect(new Set(deltas.map((d) => (d?.kind === 'preview_delta' ? d.event_id : '')))).toEqual(
      new Set([whole?.id]),
    );
    await stream.close();
  });

  it('gives one that opens in the middle of an answer its text so far, and then the rest', async () => {
    const text = 'A longer answer which comes in several pieces.';
    const session = await harness.session({ script: [[{ say: text, ms: 1000 }]] });
    await session.say('?');
    await harness.until(async () => (await session.types()).includes('session.status_running'));
    await harness.clock.advance(600);
    const stream = await session.stream('event_deltas[]=agent.message');
    const plain = await session.stream();
    await harness.clock.advance(600);
    await harness.settled();
    await harness.until(() => stream.frames('session.status_idle').length === 1);
    const shown = [...stream.text().matchAll(/^event: event_delta\ndata: (.*)$/gm)].map(
      ([, data]) => JSON.parse(data ?? '').delta.content.text as string,
    );
    expect(stream.text().match(/^event: event_start$/gm)).toHaveLength(1);
    expect(shown[0]?.length).toBeGreaterThan(10);
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.join('')).toBe(text);
    expect(stream.frames('agent.message')).toHaveLength(1);
    expect(plain.text()).not.toContain('event_start');
    await stream.close();
    await plain.close();
  });

  it('gives one that opens after a Stop nothing of what was being written', async () => {
    const session = await harness.session({
      script: [[{ say: 'An answer that nobody will read to its end.', ms: 1000 }]],
    });
    await session.say('?');
    await harness.until(async () => (await session.types()).includes('session.status_running'));
    await harness.clock.advance(600);
    await session.send([{ type: 'user.interrupt' }]);
    await harness.until(async () => (await session.types()).includes('session.status_idle'));
    const stream = await session.stream('event_deltas[]=agent.message');
    await harness.clock.advance(600);
    expect(stream.text()).not.toContain('event_start');
    await stream.close();
  });

  it('says every 15 seconds that it is alive', async () => {
    const session = await harness.session();
    const stream = await session.stream();
    await harness.clock.advance(46_000);
    await harness.until(() => stream.text().split(': keep-alive\n\n').length === 4);
    expect(stream.isOver()).toBe(false);
    await stream.close();
  });

  it('is closed after five minutes, for the client to open another', async () => {
    const session = await harness.session();
    const stream = await session.stream();
    await harness.clock.advance(5 * MINUTE - 1000);
    expect(stream.isOver()).toBe(false);
    await harness.clock.advance(1000);
    await harness.until(() => stream.isOver());
  });

  it('ends when its token does', async () => {
    const session = await harness.session();
    const { body } = await harness.admin('POST', `/admin/sessions/${session.id}/tokens`, {
      expires_in_s: 60,
    });
    const stream = await session.stream('', {
      headers: { Authorization: `Bearer ${body.token}` },
    });
    await harness.clock.advance(55_000);
    expect(stream.isOver()).toBe(false);
    // Tokens end on whole seconds.
    await harness.clock.advance(6000);
    await harness.until(() => stream.isOver());
  });

  it('ends soon after its site was suspended', async () => {
    const site = (await harness.admin('POST', '/admin/sites')).body;
    const session = await harness.session();
    const stream = await session.stream('', {
      headers: { Authorization: `Bearer ${site.service_token}` },
    });
    await harness.clock.advance(20_000);
    expect(stream.isOver()).toBe(false);
    await harness.admin('PATCH', `/admin/sites/${site.client_id}`, { status: 'suspended' });
    await harness.clock.advance(15_000);
    await harness.until(() => stream.isOver());
  });

  it('is refused with 429 when the session has too many, and open again when one has gone', async () => {
    const session = await harness.session();
    const open = await Promise.all(Array.from({ length: 16 }, () => session.stream()));
    const refused = await session.stream();
    expect(refused.response.status).toBe(429);
    expect(refused.response.headers.get('retry-after')).toMatch(/^\d+$/);
    await open[0]?.close();
    const again = await session.stream();
    expect(again.response.status).toBe(200);
    for (const stream of [...open, again]) await stream.close();
    expect(harness.gateway.context.hub.count(session.id)).toBe(0);
  });

  it('is given up when its reader takes nothing any more', async () => {
    const session = await harness.session();
    const response = await harness.gateway.request(
      `/v1beta1/sessions/${session.id}/events/stream`,
      { headers: { Authorization: `Bearer ${session.token}` } },
    );
    const { hub } = harness.gateway.context;
    expect(hub.count(session.id)).toBe(1);
    for (let i = 0; i < 3; i += 1) {
      await session.send([message('x'.repeat(500_000), 'system.message')]);
    }
    await harness.until(() => hub.count(session.id) === 0);
    await expect(response.text()).rejects.toThrow('unread');
  });

  it('is not opened by a question about its head', async () => {
    const session = await harness.session();
    const response = await harness.gateway.request(
      `/v1beta1/sessions/${session.id}/events/stream`,
      { method: 'HEAD', headers: { Authorization: `Bearer ${session.token}` } },
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(harness.gateway.context.hub.count(session.id)).toBe(0);
  });

  it('ends when the gateway closes', async () => {
    const other = await createHarness({ db: harness.db, clock: harness.clock });
    const session = await other.session();
    const stream = await session.stream();
    await other.close();
    await harness.until(() => stream.isOver());
  });

  it.each([
    ['no token', undefined, 401],
    ['a token of nobody', 'bhk_nobody', 401],
  ])('is refused to %s', async (_, token, status) => {
    const session = await harness.session();
    const stream = await session.stream('', {
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    });
    expect(stream.response.status).toBe(status);
  });

  it('is refused to another visitor, as if the session were not there', async () => {
    const [mine, theirs] = [await harness.session(), await harness.session()];
    const headers = { Authorization: `Bearer ${theirs.token}` };
    const foreign = await mine.stream('', { headers });
    const missing = await harness.gateway.request('/v1beta1/sessions/ses_nowhere/events/stream', {
      headers,
    });
    expect(foreign.response.status).toBe(404);
    expect(missing.status).toBe(404);
  });

  it('refuses a parameter that it can’t read', async () => {
    const session = await harness.session();
    expect((await session.stream('include_thinking=perhaps')).response.status).toBe(400);
  });
});
