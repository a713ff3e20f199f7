import { describe, expect, it } from 'vitest';
import {
  createScriptedFetch,
  json,
  refusal,
  type Step,
  silence,
} from '../../../test/doubles/scripted-fetch.ts';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { createPublicCalls, toSentence } from '../../client/public-session.ts';

const SITE = `site_pk_${'0123456789abcdef'.repeat(2)}`;
const GUEST = `guest_${'Ab-_'.repeat(10)}xyz`;
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl';
const ticket = { session_id: 's1', token: 't1' };
const challenge = {
  algorithm: 'SHA-256',
  challenge: '0'.repeat(64),
  maxnumber: 50,
  salt: 'salt',
  signature: 'signed',
};
const digest = (bytes: Uint8Array<ArrayBuffer>) => crypto.subtle.digest('SHA-256', bytes);
const digester = { digest, nextTask: async () => {} };
const hex = async (text: string): Promise<string> =>
  Buffer.from(await digest(new TextEncoder().encode(text))).toString('hex');

function setup(steps: Step[], more: { hasDigest?: boolean; gateway?: string } = {}) {
  const { hasDigest = true, gateway = 'https://gateway.example' } = more;
  const network = createScriptedFetch(...steps);
  const clock = createVirtualClock();
  const closing = new AbortController();
  const calls = createPublicCalls({
    gateway,
    site: SITE,
    fetch: network.fetch,
    clock,
    digester: hasDigest ? digester : null,
    signal: closing.signal,
  });
  return { network, clock, calls, closing };
}

/** A refusal that asks for work. */
const work = async (): Promise<Response> =>
  json(
    {
      error: { message: 'Prove some work.', type: 'rate_limit_error', code: 429 },
      challenge: { ...challenge, challenge: await hex('salt7') },
    },
    429,
  );

describe('a session by a site’s public id', () => {
  it('is asked for without cookies, cache and referrer, with the secrets in the body alone', async () => {
    const { network, calls } = setup([json({ ...ticket, guest: GUEST })]);
    const reply = await calls.session({ session_id: 's1', guest: GUEST, user_token: JWT });
    expect(reply).toEqual({ ticket, guest: GUEST, settings: {}, warnings: [] });
    const [call] = network.calls;
    expect(call?.url.href).toBe(`https://gateway.example/v1beta1/sites/${SITE}/session`);
    expect(call?.method).toBe('POST');
    expect(call?.body).toEqual({ session_id: 's1', guest: GUEST, user_token: JWT });
    expect(call?.init).toMatchObject({
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      redirect: 'manual',
    });
    expect([...(call?.headers.keys() ?? [])].sort()).toEqual(['accept', 'content-type']);
  });

  it('is found at a gateway below a path, with or without a slash at the end', async () => {
    for (const gateway of ['https://shop.example/chat', 'https://shop.example/chat/']) {
      const { network, calls } = setup([json(ticket)], { gateway });
      await calls.session({});
      expect(network.calls[0]?.url.pathname).toBe(`/chat/v1beta1/sites/${SITE}/session`);
    }
  });

  it('takes nothing from a reply that isn’t of its kind', async () => {
    const { calls } = setup([
      json({
        ...ticket,
        guest: 'guest_short',
        settings: ['title'],
        warnings: ['one', 2, ...Array(50).fill('more')],
      }),
    ]);
    const reply = await calls.session({});
    expect(reply.guest).toBeUndefined();
    expect(reply.settings).toEqual({});
    expect(reply.warnings).toHaveLength(10);
  });

  it.each([403, 404])('is refused by %i in the gateway’s words, for good', async (status) => {
    const words = 'This site doesn’t take visitors from https://a.example.';
    const { calls } = setup([refusal(status, 'permission_error', words)]);
    await expect(calls.session({})).rejects.toMatchObject({
      code: 'no_session',
      status,
      isRetryable: false,
      outcome: 'not_applied',
      requestId: 'req_1',
      message: `The gateway refused (${status}): "${words}"`,
    });
  });

  it('describes a reply that isn’t the gateway’s, without its values', async () => {
    const { calls } = setup([new Response('<h1>Not here</h1>', { status: 404 })]);
    await expect(calls.session({})).rejects.toThrow(/answered 404 .*Not here/);
    const { calls: other } = setup([json({ secret: 'abc' })]);
    await expect(other.session({})).rejects.toMatchObject({ isRetryable: false });
  });

  it.each([429, 503])('may be asked for again after %i, when the gateway says', async (status) => {
    const { calls } = setup([refusal(status, 'overloaded', 'Later.', { 'retry-after': '7' })]);
    await expect(calls.session({})).rejects.toMatchObject({
      isRetryable: true,
      retryAfterMs: 7_000,
      status,
    });
  });

  it('is given up after 40 seconds, and when the chat is closed', async () => {
    const { calls, clock } = setup([silence]);
    const asked = calls.session({});
    asked.catch(() => {});
    await clock.advance(40_001);
    await expect(asked).rejects.toMatchObject({ code: 'no_session', isRetryable: true });
    const second = setup([silence]);
    const cut = second.calls.session({});
    cut.catch(() => {});
    second.closing.abort();
    await expect(cut).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('proof of work', () => {
  it('is given where the gateway asks for it, and the request sent again with it', async () => {
    const { network, calls } = setup([await work(), json(ticket)]);
    expect((await calls.session({ new: true })).ticket).toEqual(ticket);
    const { proof, ...rest } = (network.calls[1]?.body ?? {}) as { proof: string };
    expect(rest).toEqual({ new: true });
    expect(JSON.parse(atob(proof))).toEqual({
      algorithm: 'SHA-256',
      challenge: await hex('salt7'),
      number: 7,
      salt: 'salt',
      signature: 'signed',
    });
  });

  it('is given twice at most; then the gateway is asked later', async () => {
    const { network, calls } = setup([await work(), await work(), await work()]);
    await expect(calls.session({})).rejects.toMatchObject({ status: 429, isRetryable: true });
    expect(network.calls).toHaveLength(3);
  });

  it('can’t be given on a page without https, which the owner is told', async () => {
    const { network, calls } = setup([await work()], { hasDigest: false });
    await expect(calls.session({})).rejects.toMatchObject({
      code: 'no_session',
      isRetryable: false,
      message: expect.stringContaining('https'),
    });
    expect(network.calls).toHaveLength(1);
  });

  it.each([
    ['of another kind', { algorithm: 'SHA-1' }],
    ['of more than a phone can do', { maxnumber: 1e9 }],
    ['without a salt', { salt: 7 }],
    ['without a hash', { challenge: 'abc' }],
  ])('%s isn’t done', async (_, change) => {
    const body = { error: { message: 'No.', type: 't' }, challenge: { ...challenge, ...change } };
    const { network, calls } = setup([json(body, 429)]);
    await expect(calls.session({})).rejects.toMatchObject({ status: 429, isRetryable: true });
    expect(network.calls).toHaveLength(1);
  });
});

describe('the other calls', () => {
  it('delete a conversation and store feedback, each at its address', async () => {
    const { network, calls } = setup([
      new Response(null, { status: 204 }),
      new Response(null, { status: 204 }),
      refusal(403, 'permission_error', 'Not from here.'),
    ]);
    await calls.remove({ session_id: 's1', guest: GUEST });
    await calls.rate({ session_id: 's1', event_id: 'e1', value: 'up', user_token: JWT });
    expect(network.calls.map(({ url, body }) => [url.pathname.split('/').pop(), body])).toEqual([
      ['deletions', { session_id: 's1', guest: GUEST }],
      ['feedback', { session_id: 's1', event_id: 'e1', value: 'up', user_token: JWT }],
    ]);
    await expect(calls.remove({ session_id: 's2' })).rejects.toMatchObject({ status: 403 });
  });

  it('take a conversation that isn’t there for deleted: the reply to a first try may be lost', async () => {
    const { calls } = setup([refusal(404, 'not_found_error', 'No such conversation.')]);
    await expect(calls.remove({ session_id: 's1', guest: GUEST })).resolves.toBeUndefined();
  });
});

describe('the gateway’s words in the console', () => {
  it('are one line of a limited length', () => {
    expect(toSentence(' one\n\ttwo\u2028three \u202e', {})).toBe('one two three');
    expect(toSentence('x'.repeat(5_000), {})).toHaveLength(300);
  });

  it('quote no secret', () => {
    const said = `no ${GUEST} and ${JWT}, nor guest_${'z'.repeat(43)} or eyJx.eyJy.z`;
    expect(toSentence(said, { guest: GUEST, user_token: JWT })).toBe('no … and …, nor … or …');
  });
});
