// Programs that keep no cookie: each of their messages comes from a new visitor. They use up what their network may have, have to work
// for each session, and a real visitor is answered all the while. The owner hears what has happened.

import { createHash } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { isEnd, type LocalSite, says, startLocalSite } from './local-site.ts';
import { catchMail, type Mailbox } from './mailbox.ts';
import { reasonToSkip, until } from './support.ts';

/** Programs say from which network they come; everybody else comes from this machine. */
const NETWORKS = `<?php
add_filter( 'bellhop_client_address', function ( $address ) { return $_SERVER['HTTP_X_TEST_NETWORK'] ?? $address; } );
add_filter( 'bellhop_proof_numbers', function () { return (int) get_option( 'test_proof_numbers', 0 ); } );`;

interface Challenge {
  challenge: string;
  maxnumber: number;
  salt: string;
  signature: string;
}

describe.skipIf(reasonToSkip() !== null)('strangers without end', () => {
  let site: LocalSite;
  let browser: Browser;
  let box: Mailbox;

  beforeAll(async () => {
    browser = await launchBrowser();
    site = await startLocalSite();
    site.putPlugin('networks', NETWORKS);
    box = catchMail(site);
    site.provider.scripts.set('', [[{ say: 'Hello!' }]]);
  });
  beforeEach(async () => {
    box.empty();
    await site.settle({ visitor_messages: 30, site_messages: 300 });
    await site.run(
      `Bellhop\\ensure_tables(); global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}bellhop_counts" ); delete_option( 'bellhop_day_trouble' );
       $wpdb->query( "DELETE FROM {$wpdb->options} WHERE option_name LIKE '%bellhop_rl_%'" );`,
    );
  });
  afterEach(() => expect(site.debugLog()).toBe(''));
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const asksForWork = (numbers: number) =>
    site.run(`update_option( 'test_proof_numbers', ${numbers} );`);

  /** A session as a program asks for it. */
  async function ask(network: string, proof?: string) {
    const reply = await fetch(`${site.url}/wp-json/bellhop/v1/session`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-test-network': network,
      },
      body: JSON.stringify(proof === undefined ? {} : { proof }),
    });
    const body = (await reply.json()) as Record<string, unknown> & { challenge?: Challenge };
    return { status: reply.status, body };
  }

  async function send(network: string, { session_id, token }: Record<string, unknown>) {
    const reply = await fetch(`${site.url}/wp-json/bellhop/v1/sessions/${session_id}/events`, {
      method: 'POST',
      headers: {
        'x-bellhop-token': String(token),
        'content-type': 'application/json',
        'x-test-network': network,
      },
      body: JSON.stringify({ events: [says('Write me an essay')] }),
    });
    await reply.text();
    return reply.status;
  }

  function solve({ challenge, maxnumber, salt, signature }: Challenge): string {
    const hash = (number: number) => createHash('sha256').update(`${salt}${number}`).digest('hex');
    let number = 0;
    while (number <= maxnumber && hash(number) !== challenge) number += 1;
    return Buffer.from(
      JSON.stringify({ algorithm: 'SHA-256', challenge, number, salt, signature }),
    ).toString('base64');
  }

  async function isVisitorAnswered(): Promise<void> {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${site.url}/`);
    const visitor = visitorOf(page);
    await visitor.open();
    await visitor.write('Are you open?');
    await visitor.log.getByText('Hello!').waitFor();
    await context.close();
  }

  it('that do no work begin ten conversations in ten minutes, and the next visitor’s browser does the work unseen', async () => {
    await asksForWork(2000);
    const taken = { sessions: 0, messages: 0 };
    for (let i = 0; i < 70; i++) {
      const { status, body } = await ask('198.51.100.7');
      if (status !== 200) continue;
      taken.sessions += 1;
      if ((await send('198.51.100.7', body)) === 200) taken.messages += 1;
    }
    expect(taken).toEqual({ sessions: 10, messages: 10 });
    // Others have taken all that is to be had without work, on all of the site.
    for (const network of ['192.0.2.1', '192.0.2.2'])
      for (let i = 0; i < 10; i++) await ask(network);
    expect((await ask('192.0.2.3')).status).toBe(429);
    await isVisitorAnswered();
  });

  it('that do the work use up a third of the day; a visitor of another network is answered, and the owner told', async () => {
    await asksForWork(20);
    await site.settle({ visitor_messages: 5, site_messages: 60 });
    const statuses: Record<number, number> = {};
    for (let i = 0; i < 70; i++) {
      let { status, body } = await ask('198.51.100.7');
      if (body.challenge !== undefined)
        ({ status, body } = await ask('198.51.100.7', solve(body.challenge)));
      const sent = status === 200 ? await send('198.51.100.7', body) : status;
      statuses[sent] = 1 + (statuses[sent] ?? 0);
    }
    // A third of the day. Beyond that its requests in a minute are bounded, too.
    expect(statuses[200]).toBe(20);
    expect((statuses[402] ?? 0) + (statuses[429] ?? 0)).toBe(50);
    await until('the e-mail', async () => box.mails().length > 0);
    expect(box.mails()).toMatchObject([
      {
        to: 'admin@example.com',
        subject: 'One network has used up its messages in the chat of A real WordPress',
        message: expect.stringContaining('From one network 20 messages have come today, of 60'),
      },
    ]);
    await isVisitorAnswered();
  });

  it('from everywhere leave a quarter of the day to those who came earlier, and the owner is told', async () => {
    await asksForWork(0);
    await site.settle({ visitor_messages: 4, site_messages: 12 });
    const known = await site.open();
    await site.run(
      `global $wpdb; $wpdb->query( "UPDATE {$wpdb->prefix}bellhop_sessions SET created_at = created_at - 3600000 WHERE session_id = '${known.id}'" );`,
    );
    const statuses = [];
    for (let i = 0; i < 12; i++) {
      const { body } = await ask(`203.0.113.${i}`);
      statuses.push(await send(`203.0.113.${i}`, body));
    }
    expect(statuses).toEqual([...Array(9).fill(200), 402, 402, 402]);
    expect((await known.send(says('Still there?'))).status).toBe(200);
    await until('its answer', async () => (await known.list()).data.some(isEnd));
    expect(box.mails().map(({ subject }) => subject)).toEqual([
      'Many new visitors in the chat of A real WordPress',
    ]);
  });

  it('can use a proof once, and none that they have made up', async () => {
    await asksForWork(20);
    site.putPlugin(
      'no-easy',
      `<?php add_filter( 'bellhop_easy_sessions', function () { return array( 0, 0 ); } );`,
    );
    const { status, body } = await ask('198.51.100.9');
    expect(status).toBe(429);
    const challenge = body.challenge as Challenge;
    const proof = solve(challenge);
    expect((await ask('198.51.100.9', proof)).status).toBe(200);
    expect((await ask('198.51.100.9', proof)).status).toBe(429);
    const next = (await ask('198.51.100.9')).body.challenge as Challenge;
    const later = next.salt.replace(/until=\d+/, 'until=9999999999');
    const forged = createHash('sha256').update(`${later}1`).digest('hex');
    for (const made of [
      { ...next, signature: 'x' },
      { ...next, salt: later },
      { ...next, salt: later, challenge: forged },
    ])
      expect((await ask('198.51.100.9', solve(made))).status).toBe(429);
    expect((await ask('198.51.100.9', 'not base64')).status).toBe(429);
    site.putPlugin('no-easy', null);
  });
});
