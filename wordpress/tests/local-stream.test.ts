// Server-sent events of a WordPress that answers itself: by themselves where they get through and the server has workers for them,
// and never more at a time than the owner has set.

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type LocalChat, type LocalSite, says, startLocalSite } from './local-site.ts';
import { reasonToSkip, until } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('streams', () => {
  let site: LocalSite;

  beforeAll(async () => {
    site = await startLocalSite({ workers: 8 });
    await site.settle();
  });
  afterAll(() => site?.close());
  afterEach(() => expect(site.debugLog()).toBe(''));

  async function open(chat: LocalChat, wanted = /./) {
    const stop = new AbortController();
    const reply = await fetch(
      `${site.url}/wp-json/bellhop/v1beta1/sessions/${chat.id}/events/stream`,
      { headers: { authorization: `Bearer ${chat.token}` }, signal: stop.signal },
    );
    let text = '';
    const seen = (async () => {
      for await (const chunk of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk;
        if (wanted.test(text.replaceAll(/^:.*$/gm, ''))) break;
      }
      return text;
    })().catch(() => text);
    return { status: reply.status, seen, leave: () => stop.abort() };
  }
  const allow = (streams: number) =>
    site.run(
      `update_option( 'bellhop_settings', array( 'streams' => ${streams} ) + get_option( 'bellhop_settings' ) );`,
    );
  const noneTaken = async () =>
    '0' ===
    (await site.run(
      `global $wpdb; echo $wpdb->get_var( 'SELECT COUNT(*) FROM ' . Bellhop\\table( 'counts' ) . " WHERE day = 0 AND tokens > " . Bellhop\\now_ms() );`,
    ));
  const tag = async () => {
    const page = await (await fetch(`${site.url}/`)).text();
    return /<script[^>]*id="bellhop-js"[^>]*>/.exec(page)?.[0] ?? '';
  };

  it('come by themselves where the self-test passes and a worker is left for the site’s pages, and else the chat polls', async () => {
    const show = (workers: number) =>
      site.run(
        `delete_option( 'bellhop_streams' ); $all = get_option( 'bellhop_settings' ); unset( $all['streams'] ); update_option( 'bellhop_settings', array( 'local' => false ) + $all );
         update_option( 'bellhop_workers', array( 'count' => ${workers}, 'at' => time() ) );
         update_option( 'bellhop_settings', array( 'local' => true ) + $all );`,
      );
    await show(8);
    expect(await site.run(`echo Bellhop\\stream_slots();`)).toBe('3');
    expect(await tag()).not.toContain('data-transport');
    await show(2);
    expect(await tag()).toContain('data-transport="poll"');
    await show(8);
    await site.run(
      `update_option( 'bellhop_streams', array( 'works' => false, 'at' => time() ) );`,
    );
    expect(await tag()).toContain('data-transport="poll"');
    await site.run(`delete_option( 'bellhop_streams' );`);
    await site.settle();
  });

  it('are off where the owner says so: the chat polls, and is told so', async () => {
    expect(await tag()).toContain('data-transport="poll"');
    const { status } = await open(await site.open());
    expect(status).toBe(404);
  });

  it('bring each event of a run as it comes, once the owner has allowed them', async () => {
    await allow(2);
    expect(await tag()).not.toContain('data-transport');
    site.provider.scripts.set('', [[{ say: 'Streamed.' }]]);
    const chat = await site.open();
    const { status, seen, leave } = await open(chat, /event: session.status_idle/);
    expect(status).toBe(200);
    await chat.send(says('hi'));
    const text = await seen;
    leave();
    const ids = [...text.matchAll(/^id: (\S+)$/gm)].map(([, id]) => id);
    const { data } = await chat.list();
    expect(ids).toEqual(data.map(({ id }) => id));
    expect(text).toContain('Streamed.');
  });

  it('hold no more processes than the owner has set, and a place is free again soon after its visitor has left', async () => {
    const chats = await Promise.all([site.open(), site.open(), site.open()]);
    await until('two free places', noneTaken);
    const opened = [];
    for (const chat of chats) opened.push(await open(chat));
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 404]);
    expect((await chats[2]?.list())?.status).toBe(200);
    for (const { leave } of opened) leave();
    await until('the places of those who have left', noneTaken);
  });

  it('are no use where something holds them back until they end: then the chat polls', async () => {
    site.putPlugin(
      'holds-back',
      `<?php add_filter( 'pre_http_request', function ( $reply, $args, $url ) {
        return strpos( $url, 'stream-test' ) ? array( 'headers' => array(), 'body' => ":\\n\\ndata: 1\\n\\n", 'response' => array( 'code' => 200, 'message' => 'OK' ), 'cookies' => array(), 'filename' => null ) : $reply;
      }, 5, 3 );`,
    );
    await allow(3);
    expect(await tag()).toContain('data-transport="poll"');
    site.putPlugin('holds-back', null);
    await allow(2);
    expect(await tag()).not.toContain('data-transport');
  });

  it('can’t be tried by anybody but this site', async () => {
    const reply = await fetch(`${site.url}/wp-json/bellhop/v1/stream-test?signature=x`);
    expect(reply.status).toBe(401);
  });
});
