// Who may write how much, by role; and what no model is asked about: words and addresses that the owner refuses, and what the provider's
// moderation flags.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { phpString } from '../run/plugin.ts';
import { isEnd, type LocalChat, type LocalSite, says, startLocalSite } from './local-site.ts';
import { askSession, nonceOf, reasonToSkip, signInByHand, until } from './support.ts';

const KIND = 'Please ask us something else.';

describe.skipIf(reasonToSkip() !== null)('limits and refusals', () => {
  let site: LocalSite;

  beforeAll(async () => {
    site = await startLocalSite();
    site.putPlugin(
      'many-sends',
      `<?php add_filter( 'bellhop_sends_per_minute', function () { return 1000; } );
       add_filter( 'bellhop_client_address', function ( $address ) { return (string) get_option( 'played_address', $address ); } );`,
    );
  });
  afterAll(() => site?.close());
  beforeEach(async () => {
    site.provider.asked.length = 0;
    site.provider.moderated.length = 0;
    site.provider.flags = 404;
    site.provider.scripts.set('', [[{ say: 'First.' }], [{ say: 'Second.' }], [{ say: 'Third.' }]]);
    await site.settle();
    await site.run(
      `delete_option( 'played_address' ); delete_option( 'bellhop_moderation' ); delete_transient( 'bellhop_no_moderation' );`,
    );
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  const said = async (chat: LocalChat, text: string): Promise<string> => {
    const before = (await chat.list()).data.filter(isEnd).length;
    const sent = await chat.send(says(text));
    if (sent.status !== 200) return String(sent.status);
    const events = await until('the end', async () => {
      const { data } = await chat.list();
      return data.filter(isEnd).length > before ? data : null;
    });
    const answer = events.findLast(({ type }) => type === 'agent.message');
    const [block] = (answer?.content ?? []) as { text: string }[];
    return block?.text ?? '';
  };
  const change = async (changes: Record<string, unknown>) =>
    site.run(
      `$changed = Bellhop\\change_settings( json_decode( ${phpString(JSON.stringify(changes))}, true ) ); echo is_wp_error( $changed ) ? $changed->get_error_message() : 'stored';`,
    );

  it('bound a visitor’s day by the best of their roles, guests apart, and everybody else by the common number', async () => {
    await change({ visitor_messages: 2, role_messages: ['guest 1', 'administrator: 3'] });
    const guest = await site.open();
    expect([await said(guest, 'One'), await said(guest, 'Two')]).toEqual(['First.', '402']);

    const cookie = await signInByHand(site);
    const nonce = await nonceOf(site, cookie);
    const { body } = await askSession(`${site.url}/wp-json/bellhop/v1/session`, { cookie, nonce });
    const send = async () => {
      const reply = await fetch(
        `${site.url}/wp-json/bellhop/v1/sessions/${body.session_id}/events`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${body.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ events: [says('Hello')] }),
        },
      );
      await reply.text();
      return reply.status;
    };
    expect([await send(), await send(), await send(), await send()]).toEqual([200, 200, 200, 402]);

    await change({ role_messages: ['editor 9'] });
    const other = await site.open();
    expect([await said(other, '1'), await said(other, '2'), await said(other, '3')]).toEqual([
      'First.',
      'Second.',
      '402',
    ]);
    expect(await change({ role_messages: ['pirate 9'] })).toContain('is no role of this site');
  });

  it('answer refused words with a kind sentence, store them, and let no model read them, then or later', async () => {
    await change({
      refused_words: ['casino', 'Schöne Wette', 'gambl*', '赌场'],
      refused_text: KIND,
    });
    const chat = await site.open();
    for (const text of [
      'Any CASINO near?',
      'eine schone   wette',
      'I like gambling!',
      '附近有赌场吗',
    ]) {
      expect(await said(chat, text), text).toBe(KIND);
    }
    expect(site.provider.asked).toEqual([]);
    expect(JSON.stringify((await chat.list()).data)).toContain('CASINO');
    expect(await said(chat, 'Occasinonal gamb bets?')).not.toBe(KIND);
    const read = JSON.stringify(site.provider.asked[0]?.body.messages);
    expect(read).not.toMatch(/casino near|wette|gambling/i);
    expect(read).toContain('refused to answer');
  });

  it('refuse addresses and networks as owners write them, and no others', async () => {
    const lies = async (address: string, ...refused: string[]) =>
      (await site.run(
        `echo (int) Bellhop\\is_refused_address( '${address}', json_decode( ${phpString(JSON.stringify(refused))}, true ) );`,
      )) === '1';
    expect(await lies('203.0.113.7', '203.0.113.7')).toBe(true);
    expect(await lies('203.0.113.7', '198.51.100.1', '203.0.113.*')).toBe(true);
    expect(await lies('203.0.200.7', '203.0.*.*')).toBe(true);
    expect(await lies('203.0.113.7', '203.0.113.0/29')).toBe(true);
    expect(await lies('203.0.113.9', '203.0.113.0/29', '203.0.114.*', '203.0.113.90')).toBe(false);
    expect(await lies('2001:db8:1::5', '2001:db8::/32')).toBe(true);
    expect(await lies('2001:db9::5', '2001:db8::/32', '*.*', '0.0.0.0/0')).toBe(false);
    for (const wrong of ['300.1.1.1', '1.2.3.4/40', 'example.com', '1.*.3.4']) {
      expect(await change({ refused_addresses: [wrong] }), wrong).toContain('were not stored');
    }
    await change({ refused_addresses: ['203.0.113.*'], refused_text: KIND });
    const chat = await site.open();
    expect(await said(chat, 'Hello')).toBe('First.');
    await site.run(`update_option( 'played_address', '203.0.113.77' );`);
    expect(await said(chat, 'Hello again')).toBe(KIND);
    expect(site.provider.asked).toHaveLength(1);
    await site.run(`update_option( 'played_address', '203.0.114.1' );`);
    expect(await said(chat, 'And now?')).not.toBe(KIND);
  });

  it('ask the provider’s moderation where the owner wants it, and answer all the same where it fails, and say so', async () => {
    site.provider.flags = 'hateful';
    const off = await site.open();
    expect(await said(off, 'something hateful')).toBe('First.');
    expect(site.provider.moderated).toEqual([]);

    await change({ moderation: true, refused_text: KIND });
    site.provider.asked.length = 0;
    const chat = await site.open();
    expect(await said(chat, 'something hateful')).toBe(KIND);
    expect(site.provider.asked).toEqual([]);
    expect(JSON.parse(site.provider.moderated[0] ?? '')).toEqual({
      model: 'omni-moderation-latest',
      input: 'something hateful',
    });
    expect(await said(chat, 'something nice')).not.toBe(KIND);
    expect(JSON.stringify(site.provider.asked)).not.toContain('hateful');
    expect(await site.run(`echo Bellhop\\moderation_state(), Bellhop\\moderation_words();`)).toBe(
      'well',
    );

    site.provider.flags = 500;
    expect(await said(await site.open(), 'something hateful')).toBe('First.');
    expect(await site.run(`echo Bellhop\\moderation_words();`)).toContain('answered all the same');
    site.provider.flags = 404;
    expect(await said(await site.open(), 'something hateful')).toBe('First.');
    const before = site.provider.moderated.length;
    expect(await said(await site.open(), 'something hateful')).toBe('First.');
    // A provider that has none isn't asked before each answer.
    expect(site.provider.moderated).toHaveLength(before);
    expect(await site.run(`echo Bellhop\\moderation_state();`)).toBe('none');
  });
});
