// The hooks that other plugins build on: each is documented, none is there that isn't, and each fires with the arguments that the
// document names. A plugin that fails in one of them takes no chat with it.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEnd, type LocalChat, type LocalSite, says, startLocalSite } from './local-site.ts';
import { catchMail, type Mailbox } from './mailbox.ts';
import { askSession, reasonToSkip, until } from './support.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Hook {
  name: string;
  /** Types of the arguments, as PHP names them. */
  types: string[];
}

/** The hooks in one table of the document. */
function documented(kind: 'actions' | 'filters'): Hook[] {
  const page = read('docs/how-to/wordpress-hooks.md');
  const [, table = ''] =
    new RegExp(`<!-- ${kind}:[^>]*-->(.*)<!-- /${kind} -->`, 's').exec(page) ?? [];
  return [...table.matchAll(/^\| `(bellhop_\w+)` \| `([^`]*)` \|/gm)].map(
    ([, name = '', given = '']) => ({
      name,
      types: given.split(', ').map((one) => one.split(' ')[0] ?? ''),
    }),
  );
}

/** The names that the plugin's code fires. */
function fired(call: 'do_action' | 'apply_filters'): string[] {
  const files = ['', 'includes', 'local', 'admin'].flatMap((folder) =>
    readdirSync(join(ROOT, 'wordpress/bellhop', folder))
      .filter((name) => name.endsWith('.php'))
      .map((name) => join('wordpress/bellhop', folder, name)),
  );
  return files
    .flatMap((file) => [
      ...read(file).matchAll(new RegExp(`${call}(?:_ref_array)?\\(\\s*'(bellhop_\\w+)'`, 'g')),
    ])
    .map(([, name = '']) => name)
    .toSorted();
}

const names = (hooks: readonly Hook[]) => hooks.map(({ name }) => name).toSorted();

describe('the hooks of the plugin', () => {
  it('are all documented, each once, and none that is documented is missing', () => {
    expect(names(documented('actions'))).toEqual(fired('do_action'));
    expect(names(documented('filters'))).toEqual(fired('apply_filters'));
    expect(documented('filters').length).toBeGreaterThan(20);
  });

  it('are all named in the plugin’s readme', () => {
    const readme = read('wordpress/bellhop/readme.txt');
    for (const { name } of [...documented('actions'), ...documented('filters')]) {
      expect(readme).toContain(`\`${name}\``);
    }
  });
});

describe.skipIf(reasonToSkip() !== null)('on a real site', () => {
  let site: LocalSite;
  let mailbox: Mailbox;
  let log: string;

  beforeAll(async () => {
    site = await startLocalSite();
    mailbox = catchMail(site);
    log = join(site.dir, 'wp-content/fired.jsonl');
    site.putPlugin(
      'spy',
      `<?php
      // Visitors by http work, too, so that this is asked.
      add_filter( 'bellhop_proof_numbers', function ( $numbers ) { return 100; } );
      add_action( 'all', function ( $tag, ...$given ) {
        if ( 0 !== strpos( $tag, 'bellhop_' ) ) return;
        $type = function ( $value ) {
          $known = array( 'integer' => 'int', 'boolean' => 'bool' );
          return is_object( $value ) ? get_class( $value ) : ( $known[ gettype( $value ) ] ?? gettype( $value ) );
        };
        $line = array( 'name' => $tag, 'types' => array_map( $type, $given ), 'given' => $given );
        file_put_contents( WP_CONTENT_DIR . '/fired.jsonl', json_encode( $line, JSON_PARTIAL_OUTPUT_ON_ERROR ) . "\\n", FILE_APPEND | LOCK_EX );
      } );`,
    );
    await site.settle({ tools: ['abilities'], abilities: ['bellhop/leave-message'], cards: true });
    await site.run(`Bellhop\\change_settings( array( 'consent' => 'I agree.' ) );`);
  });
  afterAll(() => site?.close());

  interface Fired extends Hook {
    given: unknown[];
  }
  const heard = (): Fired[] =>
    existsSync(log)
      ? readFileSync(log, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Fired)
      : [];
  const given = (name: string) => heard().findLast((one) => one.name === name)?.given;
  const ended = (chat: LocalChat, count = 1) =>
    until('the end', async () => {
      const { data } = await chat.list();
      return data.filter(isEnd).length >= count ? data : null;
    });
  const form = {
    title: 'Newsletter',
    fields: [
      { name: 'full_name', label: 'Your name', type: 'text' },
      { name: 'mail', label: 'Your e-mail', type: 'email', required: true },
      { name: 'agree', label: 'I agree', type: 'consent' },
    ],
  };

  it('fire with what the document says, from a visitor’s first page to their last word', async () => {
    site.provider.scripts.set('', [
      [{ say: 'Good day.' }],
      [{ call: [{ name: 'ask_form', input: form }] }, { say: 'Thank you.' }],
    ]);
    await (await fetch(`${site.url}/sample-page/`)).text();
    const offered = [{ name: 'ask_form', description: 'Asks.', input_schema: { type: 'object' } }];
    const chat = await site.open({ tools: offered, consent: 'I agree.' });
    expect(given('bellhop_consent_given')).toEqual([chat.id, expect.any(String), 'I agree.', 0]);
    expect(given('bellhop_conversation_started')).toEqual([chat.id, '', 0]);
    await chat.send(says('Hello there'));
    const first = await ended(chat);
    expect(given('bellhop_message')).toEqual([chat.id, 'Hello there', { bot: '', page: '' }]);
    expect(given('bellhop_answer')).toEqual([
      chat.id,
      'Good day.',
      {
        bot: '',
        model: expect.any(String),
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
        cost: expect.any(Number),
      },
    ]);
    const answer = first.find(({ type }) => type === 'agent.message');
    await site.settle({
      tools: ['abilities'],
      abilities: ['bellhop/leave-message'],
      cards: true,
      feedback: true,
    });
    const rated = await fetch(`${site.url}/wp-admin/admin-ajax.php?action=bellhop_feedback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: chat.cookie },
      body: JSON.stringify({
        session_id: chat.id,
        event_id: answer?.id,
        value: 'down',
        comment: 'Too short',
      }),
    });
    expect([rated.status, await rated.text()]).toEqual([200, '{}']);
    expect(given('bellhop_feedback')).toEqual([chat.id, answer?.id, 'down', 'Too short']);

    await chat.send(says('Your newsletter, please'));
    const [call] = ((await ended(chat, 2)).find(({ type }) => type === 'agent.tool_use')?.content ??
      []) as { id: string }[];
    const values = { full_name: 'Ada', mail: 'ada@example.com', agree: true };
    await chat.send({
      type: 'user.tool_result',
      content: [
        { type: 'tool_result', tool_use_id: call?.id, content: JSON.stringify({ values }) },
      ],
    });
    await ended(chat, 3);
    expect(given('bellhop_lead')?.[0]).toEqual({
      ...{
        source: 'form',
        email: 'ada@example.com',
        name: 'Ada',
        phone: '',
        message: 'Newsletter',
      },
      ...{ fields: { 'Your name': 'Ada', 'Your e-mail': 'ada@example.com' }, consent: true },
      ...{ session_id: chat.id, page: '', user_id: 0 },
    });

    await site.run(
      `wp_get_ability( 'bellhop/leave-message' )->execute( array( 'message' => 'Call me', 'email' => 'bob@example.com', 'name' => 'Bob' ) );`,
    );
    expect(mailbox.mails()).toHaveLength(1);
    expect(given('bellhop_lead')?.[0]).toMatchObject({
      source: 'leave-message',
      email: 'bob@example.com',
      name: 'Bob',
      message: 'Call me',
      consent: null,
    });

    await site.run(`Bellhop\\change_settings( array( 'refused_words' => array( 'rude' ) ) );`);
    await chat.send(says('A rude word'));
    await ended(chat, 4);
    expect(given('bellhop_message_refused')).toEqual([chat.id, 'words']);

    // What owners and the site itself cause.
    await site.run(
      `Bellhop\\read_all_again(); Bellhop\\go_round(); user_can( 1, 'bellhop_read_chats' ); user_can( 1, 'bellhop_answer_chats' ); Bellhop\\person_name( 1 ); Bellhop\\summary_url( 'bellhop/leave-message' );`,
    );
    site.putPlugin('connector', read('wordpress/faults/connector.php'));
    await site.run(
      `update_option( 'connector_url', '${site.provider.url}' ); update_option( 'connectors_ai_sample_api_key', 'k' );`,
    );
    const connected = await site.open();
    await connected.send(says('And by a connector?'));
    await ended(connected);
    site.putPlugin('connector', null);
    await site.run(
      `update_option( 'bellhop_settings', array( 'gateway_url' => 'http://127.0.0.1:9', 'client_id' => 'c' ) ); update_option( 'bellhop_service_token', 'a-token-of-tests', false );`,
    );
    await askSession(`${site.url}/wp-json/bellhop/v1/session`);
    await site.settle();

    const all = [...documented('actions'), ...documented('filters')];
    const seen = heard();
    for (const { name, types } of all) {
      const mine = seen.filter((one) => one.name === name);
      expect(mine.length, `${name} fires`).toBeGreaterThan(0);
      for (const one of mine) {
        expect(one.types.length, `${name}: ${one.types}`).toBe(types.length);
        types.forEach((type, at) => {
          if (type !== 'mixed') expect(one.types[at], `argument ${at} of ${name}`).toBe(type);
        });
      }
    }
    // Appointments of WP-Cron and WordPress's own hooks of options carry the same beginning, and are nobody's to build on.
    rmSync(log);
  });

  it('tell nobody of an address where a form had none, or was declined', async () => {
    site.provider.scripts.set('', [
      [
        { call: [{ name: 'ask_form', input: { ...form, fields: form.fields.slice(0, 1) } }] },
        { say: 'Fine.' },
      ],
      [{ call: [{ name: 'ask_form', input: form }] }, { say: 'Fine.' }],
    ]);
    await site.settle({ cards: true });
    const chat = await site.open({
      tools: [{ name: 'ask_form', description: 'Asks.', input_schema: { type: 'object' } }],
    });
    const answers = [
      { content: JSON.stringify({ values: { full_name: 'Ada' } }) },
      { content: 'Declined.', is_error: true, error_code: 'declined' },
    ];
    for (const [index, answer] of answers.entries()) {
      await chat.send(says('A form'));
      const events = await ended(chat, 2 * index + 1);
      const [call] = (events.findLast(({ type }) => type === 'agent.tool_use')?.content ?? []) as {
        id: string;
      }[];
      const sent = await chat.send({
        type: 'user.tool_result',
        content: [{ type: 'tool_result', tool_use_id: call?.id, ...answer }],
      });
      expect(sent.status).toBe(200);
      await ended(chat, 2 * index + 2);
    }
    expect(heard().filter(({ name }) => name === 'bellhop_lead')).toEqual([]);
  });

  it('tell a message once, however often its browser sends it under the same name', async () => {
    const chat = await site.open();
    const named = { ...says('Once, please'), intent_id: 'int_once_please' };
    await chat.send(named);
    await chat.send(named);
    await ended(chat);
    expect(
      heard().filter(
        ({ name, given: [, text] }) => name === 'bellhop_message' && text === 'Once, please',
      ),
    ).toHaveLength(1);
  });

  it('tell of no answer where the model has said nothing, and the chat goes on', async () => {
    await site.settle();
    site.provider.scripts.set('', [[{ say: '' }], [{ say: 'Here I am.' }]]);
    const chat = await site.open();
    await chat.send(says('Say nothing'));
    await ended(chat);
    await chat.send(says('And now?'));
    expect(JSON.stringify(await ended(chat, 2))).toContain('Here I am.');
    const told = heard().filter(
      ({ name, given: [id] }) => name === 'bellhop_answer' && id === chat.id,
    );
    expect(told.map(({ given: [, text] }) => text)).toEqual(['Here I am.']);
    expect(site.debugLog()).toBe('');
  });

  it('let a plugin fail without harm to the chat, and say which one it was', async () => {
    site.putPlugin(
      'fails',
      `<?php foreach ( array( 'conversation_started', 'message', 'answer' ) as $name ) add_action( 'bellhop_' . $name, function () { throw new RuntimeException( 'words of a visitor' ); } );`,
    );
    site.provider.scripts.set('', [[{ say: 'Still here.' }]]);
    const chat = await site.open();
    expect((await chat.send(says('Are you well?'))).status).toBe(200);
    expect(JSON.stringify(await ended(chat))).toContain('Still here.');
    site.putPlugin('fails', null);
    const debug = site.debugLog();
    expect(debug.match(/has failed: RuntimeException in .*fails\.php/g)).toHaveLength(3);
    expect(debug).not.toContain('words of a visitor');
  });
});
