import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Browser, createDeskPeople, type DeskPeople } from '../desk-people.ts';

const PUSH = '/admin/desk/push';
const WANTS_PERSON = [
  [{ call: [{ name: 'request_human', input: {} }] }, { say: 'I have told them.' }],
];

interface Got {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A push service of the test's own. */
let service: Server;
let origin = '';
const got: Got[] = [];
let status = 201;
let desk: DeskPeople;

beforeAll(async () => {
  service = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url = '', headers } = request;
      got.push({ path: url, headers, body: Buffer.concat(parts) });
      reply.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  desk = await createDeskPeople({
    options: { webhooksMayBePrivate: true, publicUrl: 'https://chat.shop.example' },
  });
});
afterAll(async () => {
  await desk.harness.close();
  await new Promise((resolve) => service.close(resolve));
});
beforeEach(async () => {
  status = 201;
  await desk.harness.db.query('DELETE FROM push_subscriptions', []);
  await desk.harness.db.query('UPDATE sessions SET closed_at = 1 WHERE closed_at IS NULL', []);
  got.length = 0;
});

/** A browser's keys, and what it does with a message. */
function device(path: string) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint: `${origin}${path}`,
      expirationTime: null,
      keys: {
        p256dh: keys.getPublicKey().toString('base64url'),
        auth: auth.toString('base64url'),
      },
    },
    /** RFC 8291. */
    open(body: Buffer): unknown {
      const salt = body.subarray(0, 16);
      const idLength = body.readUInt8(20);
      const theirs = body.subarray(21, 21 + idLength);
      const sealed = body.subarray(21 + idLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs]);
      const shared = keys.computeSecret(theirs);
      const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
      const derive = (what: string, length: number) =>
        Buffer.from(
          hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${what}\0`), length),
        );
      const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      cipher.setAuthTag(sealed.subarray(-16));
      const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString('utf8'));
    },
  };
}

async function waits(words: string): Promise<string> {
  const session = await desk.harness.session({ script: WANTS_PERSON });
  await session.say(words);
  await desk.harness.settled();
  return session.id;
}

async function looks(times = 3): Promise<void> {
  for (let look = 0; look < times; look += 1) {
    await desk.harness.clock.advance(5000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const comes = (count: number) =>
  desk.harness.until(async () => {
    await looks(1);
    return got.length >= count;
  });

const subscribed = async (who: Browser, body: object) =>
  expect((await who.call('POST', PUSH, body)).status).toBe(204);

describe('Web Push', () => {
  it('tells a device of a visitor who waits, once, in a message that only its browser can read', async () => {
    const phone = device('/phone');
    await subscribed(desk.agent, phone.subscription);
    const id = await waits('<img src=x> Help');
    await comes(1);
    await looks();
    expect(got).toHaveLength(1);
    expect(got[0]?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'high',
      ttl: '3600',
    });
    expect(phone.open(got[0]?.body ?? Buffer.alloc(0))).toEqual({
      title: 'A visitor is waiting',
      body: '<img src=x> Help',
      path: `/desk/conversations/${id}`,
      tag: id,
    });
  });

  it('says whose gateway it is, by the key that the desk got', async () => {
    const { public_key: key } = (await desk.agent.call('GET', PUSH)).body as unknown as {
      public_key: string;
    };
    const phone = device('/signed');
    await subscribed(desk.agent, phone.subscription);
    await waits('Me too');
    await comes(1);
    const [, token = '', named] =
      /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(got[0]?.headers.authorization)) ?? [];
    expect(named).toBe(key);
    const point = Buffer.from(key, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'));
    expect(payload).toMatchObject({ aud: origin, sub: 'https://chat.shop.example' });
  });

  it('forgets a device that the push service knows no more, and one whose desk session has ended', async () => {
    status = 410;
    await subscribed(desk.agent, device('/gone').subscription);
    await waits('One');
    await comes(1);
    const other = await desk.signedIn('agent');
    await subscribed(other, device('/left').subscription);
    expect((await other.call('POST', '/admin/desk/sign-out')).status).toBe(204);
    await waits('Two');
    await looks(4);
    expect(got.map(({ path }) => path)).toEqual(['/gone']);
  });

  it('is quiet in quiet hours, and ends with a press', async () => {
    const phone = device('/quiet').subscription;
    await subscribed(desk.agent, phone);
    const quiet = { from: '00:00', until: '23:59' };
    await desk.agent.call('PATCH', '/admin/desk/me', { settings: { quiet } });
    await waits('Sleeping?');
    await looks();
    await desk.agent.call('PATCH', '/admin/desk/me', { settings: { quiet: null } });
    const ended = await desk.agent.call('POST', `${PUSH}/end`, { endpoint: phone.endpoint });
    expect(ended.status).toBe(204);
    await looks();
    expect(got).toEqual([]);
  });

  it('takes no keys that aren’t any, and no address by the admin key', async () => {
    const { subscription } = device('/odd');
    const short = { ...subscription, keys: { p256dh: 'AAAA', auth: 'AAAA' } };
    expect((await desk.agent.call('POST', PUSH, short)).status).toBe(400);
    expect((await desk.harness.admin('POST', PUSH, subscription)).status).toBe(400);
  });
});
