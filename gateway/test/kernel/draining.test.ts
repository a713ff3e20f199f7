// A gateway that is told to stop: what it still does, and what it refuses.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHarness, type Harness, message } from '../harness.ts';
import { isRunning } from '../puppets.ts';

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.close());

describe('a gateway that is told to stop', () => {
  it('refuses what is new, and says when to try again', async () => {
    const session = await harness.session();
    await harness.gateway.drain(20_000);
    for (const reply of [
      await session.send([message('x', 'system.message')]),
      await session.list(),
      await harness.call('GET', '/healthz'),
    ]) {
      expect(reply.status).toBe(503);
      expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(reply.headers.get('connection')).toBe('close');
      expect(reply.body.error.type).toBe('service_unavailable');
    }
  });

  it('serves on for some seconds, in which /readyz sends visitors elsewhere', async () => {
    const session = await harness.session({ script: [[{ say: 'still here' }]] });
    const left = harness.gateway.leave(5000);
    expect((await harness.gateway.request('/readyz')).status).toBe(503);
    expect((await session.send([message('x')])).status).toBe(200);
    await harness.settled();
    expect((await session.last()).type).toBe('session.status_idle');
    await harness.clock.advance(5000);
    await left;
    expect((await session.list()).status).toBe(200);
    await harness.gateway.drain(0);
    expect((await session.list()).status).toBe(503);
  });

  it('lets its runs come to their end, and streams show it', async () => {
    const session = await harness.session({ script: [[{ wait_ms: 15_000 }, { say: 'done' }]] });
    const stream = await session.stream();
    await session.say('hi');
    await harness.until(() => isRunning(session));
    const drained = harness.gateway.drain(20_000);
    await harness.clock.advance(15_000);
    await drained;
    await harness.until(() => stream.frames('session.status_idle').length === 1);
    expect(stream.isOver()).toBe(false);
    await harness.gateway.close();
    await harness.until(() => stream.isOver());
  });

  it('settles runs that take longer, and streams show that before they end', async () => {
    const session = await harness.session({ script: [[{ wait_ms: 60_000 }]] });
    const stream = await session.stream();
    await session.say('hi');
    await harness.until(() => isRunning(session));
    const drained = harness.gateway.drain(20_000);
    await harness.clock.advance(20_000);
    await drained;
    await harness.gateway.close();
    await harness.until(() => stream.isOver());
    expect(stream.frames().at(-1)).toMatchObject({ error_code: 'run_interrupted' });
  });

  it('waits no longer than its runs take', async () => {
    const { clock, gateway } = harness;
    const before = clock.pending();
    await gateway.drain(20_000);
    expect(clock.pending()).toBe(before);
  });
});
