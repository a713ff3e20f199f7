// An answer while it is written: with a key of the owner's, the provider's pieces reach the visitor before the answer is whole. By
// the order of events: the provider holds the rest of its answer back until the test has seen the beginning of it.

import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { isEnd, type LocalSite, says, startLocalSite } from './local-site.ts';
import { reasonToSkip, until } from './support.ts';

interface Frame {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

describe.skipIf(reasonToSkip() !== null)('an answer that is being written', () => {
  let site: LocalSite;
  let browser: Browser;

  beforeAll(async () => {
    [site, browser] = await Promise.all([startLocalSite({ workers: 8 }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => {
    site.provider.asked.length = 0;
    site.provider.streams = true;
    await site.run(`delete_transient( 'bellhop_no_pieces' );`);
    await site.settle({ streams: 4 });
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  const play = (...script: Record<string, unknown>[][]) => site.provider.scripts.set('', script);

  async function watch(
    chat: { id: string; token: string },
    query = '?event_deltas[]=agent.message',
  ) {
    const stop = new AbortController();
    const reply = await fetch(
      `${site.url}/wp-json/bellhop/v1beta1/sessions/${chat.id}/events/stream${query}`,
      { headers: { authorization: `Bearer ${chat.token}` }, signal: stop.signal },
    );
    expect(reply.status).toBe(200);
    let text = '';
    (async () => {
      for await (const chunk of reply.body?.pipeThrough(new TextDecoderStream()) ?? [])
        text += chunk;
    })().catch(() => {});
    const frames = (): Frame[] =>
      text.split('\n\n').flatMap((frame) => {
        const fields = Object.fromEntries(
          frame
            .split('\n')
            .map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
        );
        return fields.data === undefined
          ? []
          : [{ id: fields.id ?? '', event: fields.event ?? '', data: JSON.parse(fields.data) }];
      });
    const previewed = () =>
      frames()
        .filter(({ event }) => event === 'event_delta')
        .map(({ data }) => (data.delta as { content: { text: string } }).content.text)
        .join('');
    return { frames, previewed, close: () => stop.abort() };
  }

  it('is shown as far as it has come, under the id of the message that follows it', async () => {
    play([{ say: 'Breakfast ist früh ☕ – ' }, { hold: 'rest' }, { say: 'at seven.' }]);
    const rest = site.provider.hold('rest');
    const chat = await site.open();
    const [asked, plain] = [await watch(chat), await watch(chat, '')];
    await chat.send(says('When?'));
    await until('the beginning', async () => asked.previewed() === 'Breakfast ist früh ☕ – ');
    expect((await chat.list()).data.some(({ type }) => type === 'agent.message')).toBe(false);
    rest.release();
    await until('the end', async () => asked.frames().some(({ event }) => /idle$/.test(event)));
    const frames = asked.frames();
    const message = frames.find(({ event }) => event === 'agent.message');
    expect(message?.data.content).toEqual([
      { type: 'text', text: 'Breakfast ist früh ☕ – at seven.' },
    ]);
    expect('Breakfast ist früh ☕ – at seven.'.startsWith(asked.previewed())).toBe(true);
    for (const { event, data } of frames) {
      if (event === 'event_start')
        expect(data.event).toEqual({ type: 'agent.message', id: message?.id });
      if (event === 'event_delta') expect(data.event_id).toBe(message?.id);
    }
    const order = frames.map(({ event }) => event);
    expect(order.indexOf('event_start')).toBeGreaterThan(order.indexOf('session.status_running'));
    expect(order.lastIndexOf('event_delta')).toBeLessThan(order.indexOf('agent.message'));
    await until('the other stream’s end', async () => plain.frames().length >= 5);
    expect(plain.frames().filter(({ event }) => /^event_/.test(event))).toEqual([]);
    asked.close();
    plain.close();
    expect(site.provider.asked.at(-1)?.body.stream).toBe(true);
  });

  it('is read by a visitor before it is whole', async () => {
    play([{ say: 'Our breakfast begins ' }, { hold: 'browser' }, { say: 'at seven.' }]);
    const rest = site.provider.hold('browser');
    const page = await browser.newPage();
    await page.goto(`${site.url}/`);
    const visitor = visitorOf(page);
    await visitor.open();
    await visitor.write('When is breakfast?');
    await visitor.log.getByText('Our breakfast begins').waitFor();
    rest.release();
    await visitor.log.getByText('Our breakfast begins at seven.').waitFor();
    expect(await visitor.log.getByText('Our breakfast begins').count()).toBe(1);
    await page.close();
  });

  it('brings calls of tools, thoughts and usage whole, as an answer in one piece does', async () => {
    play([
      { think: 'Let me see.' },
      { say: 'I look.' },
      { call: [{ name: 'look', input: { at: 'the "garden"', deep: { n: 1 } } }, { name: 'look' }] },
    ]);
    const tool = { name: 'look', description: 'Looks.', input_schema: { type: 'object' } };
    const chat = await site.open({ tools: [tool] });
    await chat.send(says('look'));
    const events = await until('the pause', async () => {
      const { data } = await chat.list('?limit=100&include_thinking=true');
      return data.some(isEnd) ? data : null;
    });
    expect(site.provider.asked.at(-1)?.body.stream).toBe(true);
    const of = (wanted: string) => events.filter(({ type }) => type === wanted);
    expect(of('agent.message')[0]?.content).toMatchObject([
      { type: 'thought', text: 'Let me see.' },
      { type: 'text', text: 'I look.' },
    ]);
    expect(of('agent.tool_use').map(({ content }) => content)).toMatchObject([
      [{ name: 'look', input: { at: 'the "garden"', deep: { n: 1 } } }],
      [{ name: 'look', input: {} }],
    ]);
    const [usage] = (of('session.turn_usage')[0]?.content ?? []) as Record<string, number>[];
    expect(usage).toMatchObject({ model: 'tiny' });
    expect(usage?.input_tokens).toBeGreaterThan(0);
  });

  it('is broken off by a Stop, at the provider too', async () => {
    play([{ say: 'Once upon a time' }, { hold: 'tale' }, { say: ' there was' }]);
    const tale = site.provider.hold('tale');
    const chat = await site.open();
    const stream = await watch(chat);
    await chat.send(says('Tell me all'));
    await until('the beginning', async () => stream.previewed() === 'Once upon a time');
    await chat.send({ type: 'user.interrupt' });
    await tale.left;
    tale.release();
    await until('the end', async () => stream.frames().some(({ event }) => /idle$/.test(event)));
    expect(stream.frames().some(({ event }) => event === 'agent.message')).toBe(false);
    expect(await rowsLeft()).toBe('0');
    stream.close();
  });

  it('that the provider breaks off ends as a failure, and the chat goes on', async () => {
    play([{ say: 'Half an ans' }, { fail: 'rate_limit_error' }], [{ say: 'Back.' }]);
    const chat = await site.open();
    await chat.send(says('hi'));
    const failed = await until(
      'the failure',
      async () => (await chat.list()).data.find(isEnd) ?? null,
    );
    expect(failed.error_code).toBe('rate_limit_error');
    expect(await rowsLeft()).toBe('0');
    await chat.send(says('again'));
    await until('the answer', async () =>
      JSON.stringify((await chat.list()).data).includes('Back.'),
    );
  });

  it('is asked for in one piece where a provider takes nothing else, and not tried again with it', async () => {
    play([{ say: 'In one piece.' }], [{ say: 'Again.' }]);
    site.provider.streams = false;
    const chat = await site.open();
    for (const [n, text] of [
      [1, 'hi'],
      [2, 'more'],
    ] as const) {
      await chat.send(says(text));
      await until(`end ${n}`, async () => (await chat.list()).data.filter(isEnd).length === n);
    }
    const { data } = await chat.list();
    expect(JSON.stringify(data)).toContain('In one piece.');
    expect(site.provider.asked.map(({ body }) => body.stream === true)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is not asked for in pieces where chats are polled', async () => {
    play([{ say: 'As ever.' }]);
    await site.settle({ streams: 0 });
    const chat = await site.open();
    await chat.send(says('hi'));
    await until('the end', async () => (await chat.list()).data.some(isEnd));
    expect(site.provider.asked.map(({ body }) => 'stream' in body)).toEqual([false]);
  });

  const rowsLeft = () =>
    site.run(
      `echo $GLOBALS['wpdb']->get_var( 'SELECT COUNT(*) FROM ' . Bellhop\\table( 'previews' ) );`,
    );
});
