// What the owner's backend is told, and that nothing of it is lost, forged or sent to where it mustn't go.

import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultOfUrl, isPublicAddress, publicLookup } from '../../kernel/outside-address.ts';
import { createPostWebhook, type WebhookPost } from '../../webhooks/post.ts';
import { createHarness, type Harness, result, results, type Wire } from '../harness.ts';

let harness: Harness;
const posts: WebhookPost[] = [];
/** What the backend answers. */
let answer: () => number | null = () => 200;
/** The same, where it depends on the address, or takes its time. */
let respond: (post: WebhookPost) => Promise<number | null> = async () => answer();
let projects = 0;

beforeAll(async () => {
  harness = await createHarness({
    postWebhook: async (post) => {
      posts.push(post);
      return respond(post);
    },
  });
});
beforeEach(() => {
  posts.length = 0;
  answer = () => 200;
  respond = async () => answer();
});
afterAll(() => harness.close());

/** A webhook of a project of its own. */
async function hook(fields: Wire = {}) {
  projects += 1;
  const project_id = `hooks-${projects}`;
  const { status, body } = await harness.admin('POST', '/admin/webhooks', {
    project_id,
    url: 'https://shop.example/hook',
    ...fields,
  });
  expect(status).toBe(201);
  const id = String(body.webhook_id);
  return {
    project_id,
    id,
    secret: String(body.secret),
    deliveries: async () =>
      (await harness.admin('GET', `/admin/webhooks/${id}/deliveries`)).body
        .data as unknown as Wire[],
  };
}

/** The bodies that came, once nothing is due any more. */
async function told(): Promise<{ type: string; data: Wire & { event?: Wire } }[]> {
  await harness.settled();
  await harness.clock.advance(6000);
  return posts.map(({ body }) => JSON.parse(body));
}

describe('a webhook', () => {
  it('tells of a session’s beginning, its messages, its failed tools and the ends of its runs', async () => {
    const { project_id } = await hook();
    const session = await harness.session({
      project_id,
      owner_id: 'ann',
      script: [[{ call: [{ name: 'look' }] }, { say: 'Sorry.' }]],
    });
    await session.say('hi');
    await harness.settled();
    const [call] = await session.pending();
    await session.send([results(result(call, { is_error: true, error_code: 'timeout' }))]);
    const all = await told();
    expect(all.map(({ type }) => type).toSorted()).toEqual([
      'message.created',
      'message.created',
      'run.ended',
      'session.begun',
      'tool.failed',
    ]);
    for (const { data } of all) {
      expect(data).toMatchObject({ session_id: session.id, project_id, owner_id: 'ann' });
    }
    const ended = all.find(({ type }) => type === 'run.ended');
    expect(ended?.data.event).toMatchObject({ content: { stop_reason: 'end_turn' } });
  });

  it('is signed by the Standard Webhooks scheme', async () => {
    const { project_id, secret } = await hook({ events: ['message.created'] });
    await (await harness.session({ project_id })).say('hi');
    await told();
    const [post] = posts;
    const verify = (key: string) =>
      // The library goes by the real time.
      new Webhook(key).sign(
        post?.headers['webhook-id'] ?? '',
        new Date(Number(post?.headers['webhook-timestamp']) * 1000),
        post?.body ?? '',
      );
    expect(post?.headers['webhook-signature']).toBe(verify(secret));
    expect(post?.headers['webhook-timestamp']).toMatch(/^\d{10}$/);
  });

  it('is signed with two secrets after a rotation, and with no older one', async () => {
    const { project_id, id, secret } = await hook({ events: ['message.created'] });
    const rotate = async () =>
      String((await harness.admin('POST', `/admin/webhooks/${id}/rotate`)).body.secret);
    const [second, third] = [await rotate(), await rotate()];
    await (await harness.session({ project_id })).say('hi');
    await told();
    const [post] = posts;
    const of = (key: string) =>
      new Webhook(key).sign(
        post?.headers['webhook-id'] ?? '',
        new Date(Number(post?.headers['webhook-timestamp']) * 1000),
        post?.body ?? '',
      );
    expect(post?.headers['webhook-signature']).toBe(`${of(third)} ${of(second)}`);
    expect(post?.headers['webhook-signature']).not.toContain(of(secret));
    const listed = JSON.stringify((await harness.admin('GET', '/admin/webhooks')).body);
    expect(listed).not.toContain('whsec_');
  });

  it('tells what it was asked to tell, of its own project', async () => {
    const { project_id } = await hook({ events: ['run.ended'] });
    await (await harness.session({ project_id })).say('hi');
    await (await harness.session({ project_id: 'elsewhere' })).say('hi');
    expect((await told()).map(({ type }) => type)).toEqual(['run.ended']);
  });

  it('tries again, later and later, under the same id, until it is taken', async () => {
    const { project_id, deliveries } = await hook({ events: ['message.created'] });
    const answers: (number | null)[] = [500, null, 302];
    answer = () => (answers.length > 0 ? (answers.shift() ?? null) : 204);
    await (await harness.session({ project_id })).say('hi');
    await harness.settled();
    await harness.until(async () => {
      await harness.clock.advance(5000);
      return posts.length === 4;
    });
    const minutes = posts.map(
      ({ headers }) =>
        (Number(headers['webhook-timestamp']) - Number(posts[0]?.headers['webhook-timestamp'])) /
        60,
    );
    const [, second = 0, third = 0, fourth = 0] = minutes;
    expect(second).toBeLessThan(1);
    expect(third - second).toBeGreaterThanOrEqual(5);
    expect(fourth - third).toBeGreaterThanOrEqual(30);
    expect(fourth).toBeLessThan(40);
    expect(new Set(posts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await deliveries()).toMatchObject([{ attempts: 4, status: 204, next_at: null }]);
  });

  it('that is slow or dead delays no other', async () => {
    const slow = await hook({ url: 'https://slow.example/', events: ['message.created'] });
    const well = await hook({ url: 'https://well.example/', events: ['message.created'] });
    const waiting: (() => void)[] = [];
    respond = ({ url }) =>
      url.includes('slow')
        ? new Promise<null>((resolve) => waiting.push(() => resolve(null)))
        : Promise.resolve(200);
    const say = async (project_id: string, times: number) => {
      for (let i = 0; i < times; i += 1) {
        await (await harness.session({ project_id })).say('hi');
      }
      await harness.settled();
    };
    const to = (name: string) => posts.filter(({ url }) => url.includes(name)).length;
    await say(slow.project_id, 24);
    // No more than its share is on its way, and each has its own time to fail.
    await harness.until(async () => waiting.length === 4);
    await say(well.project_id, 10);
    await harness.until(async () => to('well') >= 10);
    expect([to('slow'), waiting.length]).toEqual([4, 4]);

    // One that keeps failing rests: it is tried by one delivery now and then, while others go on.
    for (const fail of waiting.splice(0)) fail();
    respond = ({ url }) => Promise.resolve(url.includes('slow') ? 500 : 200);
    await harness.settled();
    const before = to('slow');
    for (let minute = 0; minute < 12; minute += 1) await harness.clock.advance(5000);
    expect([1, 2]).toContain(to('slow') - before);

    // Once it takes one again, the rest of what has waited comes.
    respond = () => Promise.resolve(200);
    const waits = async () =>
      (await slow.deliveries()).filter(({ attempts }) => attempts === 0).length;
    expect(await waits()).toBeGreaterThan(15);
    await harness.until(async () => {
      await harness.clock.advance(60_000);
      return (await waits()) === 0;
    });
    for (const { id } of [slow, well]) await harness.admin('DELETE', `/admin/webhooks/${id}`);
  });

  it('that stays dead is told no more after some days, and nothing of it is kept', async () => {
    const { project_id, deliveries } = await hook({ events: ['message.created'] });
    answer = () => null;
    for (let i = 0; i < 8; i += 1) await (await harness.session({ project_id })).say('hi');
    await harness.settled();
    await harness.until(async () => (await deliveries()).some(({ attempts }) => attempts === 1));
    expect((await deliveries()).every(({ next_at }) => next_at !== null)).toBe(true);
    await harness.db.query(
      `UPDATE webhook_deliveries SET created_at = created_at - $1
        WHERE webhook_id IN (SELECT webhook_id FROM webhooks WHERE project_id = $2)`,
      [4 * 24 * 60 * 60_000, project_id],
    );
    await harness.clock.advance(10_000);
    await harness.until(async () => (await deliveries()).every(({ next_at }) => next_at === null));
    const kept = await harness.db.query(
      `SELECT 1 FROM webhook_deliveries d JOIN webhooks USING (webhook_id)
        WHERE project_id = $1 AND payload <> ''`,
      [project_id],
    );
    expect(kept).toEqual([]);
  });

  it('keeps no text of what was taken', async () => {
    const { project_id } = await hook();
    await (await harness.session({ project_id })).say('a secret of mine');
    await told();
    const rows = await harness.db.query(
      `SELECT payload FROM webhook_deliveries WHERE payload LIKE '%a secret of mine%'`,
    );
    expect(rows).toEqual([]);
  });

  it('hears nothing of a message that was refused', async () => {
    const { project_id, deliveries } = await hook();
    const session = await harness.session({ project_id });
    await session.send([{ type: 'user.message', content: [] }]);
    await told();
    expect((await deliveries()).map(({ type }) => type)).toEqual(['session.begun']);
  });

  it('that is deleted takes with it what waits', async () => {
    const { project_id, id } = await hook();
    answer = () => 500;
    await (await harness.session({ project_id })).say('hi');
    await told();
    const before = posts.length;
    expect((await harness.admin('DELETE', `/admin/webhooks/${id}`)).status).toBe(204);
    await harness.clock.advance(10 * 60_000);
    expect(posts).toHaveLength(before);
    expect((await harness.admin('DELETE', `/admin/webhooks/${id}`)).status).toBe(404);
  });
});

describe('the address of a webhook', () => {
  it.each([
    'http://shop.example/hook',
    'ftp://shop.example/',
    'https://user:pw@shop.example/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::a00:1]/',
    'no address',
  ])('is refused where it is %s', async (url) => {
    const { status, body } = await harness.admin('POST', '/admin/webhooks', { url });
    expect(status).toBe(400);
    expect(body.error.message).toMatch(/^url /);
  });

  it('is taken in a private network where the operator allows it', () => {
    expect(faultOfUrl('http://10.1.2.3/hook', true)).toBeNull();
    expect(faultOfUrl('https://8.8.8.8/hook', false)).toBeNull();
  });

  it.each([
    ['93.184.216.34', true],
    ['172.15.0.1', true],
    ['172.16.0.1', false],
    ['100.64.0.1', false],
    ['192.168.1.1', false],
    ['0.0.0.0', false],
    ['2606:4700::1111', true],
    ['fe80::1', false],
    ['::', false],
    ['2002:a00:1::', false],
    ['localhost', false],
  ])('%s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });

  it('that is a name is looked up at each delivery, and not followed into a private network', async () => {
    const error = await new Promise((resolve) => {
      publicLookup('localhost', { all: true }, (failure) => resolve(failure));
    });
    expect(error).toMatchObject({ name: 'PrivateAddress' });
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const url = (host: string) => ({ url: `http://${host}:${port}/`, headers: {}, body: '{}' });
    expect(await createPostWebhook(false)(url('localhost'))).toBeNull();
    expect(asked).toBe(0);
    // Allowed, it is asked once: no redirect is followed.
    expect(await createPostWebhook(true)(url('127.0.0.1'))).toBe(302);
    expect(asked).toBe(1);
    server.close();
  });
});

describe('a webhook for a chat program', () => {
  const HOSTILE = '<!channel> @everyone **loud** [x](https://evil.example) <b>';

  /** The body that a message of a visitor's makes in this format. */
  async function said(format: string): Promise<Record<string, unknown>> {
    const { project_id } = await hook({ format, events: ['message.created'] });
    const session = await harness.session({ project_id, script: [] });
    await session.say(HOSTILE);
    await harness.settled();
    await harness.clock.advance(6000);
    return JSON.parse(posts[0]?.body ?? '{}') as Record<string, unknown>;
  }

  it('speaks Slack’s blocks, in which a visitor’s words are plain text', async () => {
    expect(await said('slack')).toEqual({
      text: 'A message',
      blocks: [
        { type: 'section', text: { type: 'plain_text', text: 'A message' } },
        { type: 'section', text: { type: 'plain_text', text: HOSTILE, emoji: false } },
      ],
    });
  });

  it('speaks Teams’ adaptive card, in which a visitor’s words are a run of text', async () => {
    const body = await said('teams');
    expect(body).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              { type: 'TextBlock', text: 'A message' },
              { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: HOSTILE }] },
            ],
            actions: [],
          },
        },
      ],
    });
  });

  it.each(['discord', 'mattermost'])(
    'speaks %s’s fields, and calls nobody by a mention',
    async (format) => {
      const body = await said(format);
      const text = JSON.stringify(body);
      expect(text).not.toContain('@everyone');
      expect(text).not.toContain('**loud**');
      expect(text).not.toContain('](https://');
      expect(body).toMatchObject(
        format === 'discord'
          ? { content: 'A message', allowed_mentions: { parse: [] } }
          : { text: 'A message', attachments: [{ fallback: 'A message' }] },
      );
    },
  );

  it('is refused in a format that nobody knows', async () => {
    const body = { url: 'https://shop.example/hook', format: 'pager' };
    expect((await harness.admin('POST', '/admin/webhooks', body)).status).toBe(400);
  });
});

describe('a delivery that waits', () => {
  it('is tried now at a press, and one that is over has no text to send', async () => {
    answer = () => 500;
    const { id, project_id, deliveries } = await hook({ events: ['message.created'] });
    const session = await harness.session({ project_id, script: [] });
    await session.say('Are you there?');
    await told();
    const [waiting] = await deliveries();
    expect(waiting).toMatchObject({ status: 500, has_text: true });
    answer = () => 200;
    const path = `/admin/webhooks/${id}/deliveries/${waiting?.delivery_id}/send`;
    expect((await harness.admin('POST', path)).status).toBe(204);
    await harness.until(async () => (await deliveries())[0]?.status === 200);
    expect((await harness.admin('POST', path)).status).toBe(409);
  });
});
