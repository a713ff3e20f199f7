// `node wordpress/measure.ts [waits|polls]`, after a build: what a chat costs a WordPress that answers itself, on this machine. How long a visitor
// waits for the reply to a message and for the first word, by server; and what an idle poll costs, whole and in ways to answer it
// with less of WordPress. Medians; the tables of README.md come from here. Nothing of it is a test.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMariaDb } from './run/mariadb.ts';
import type { WordPressOptions } from './run/wordpress.ts';
import { type LocalChat, type LocalSite, says, startLocalSite } from './tests/local-site.ts';

const MESSAGES = 12;
const POLLS = 60;

const median = (values: number[]) =>
  Math.round(values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
const now = () => performance.now();

async function on<T>(options: WordPressOptions, work: (site: LocalSite) => Promise<T>): Promise<T> {
  const site = await startLocalSite(options);
  try {
    return await work(site);
  } finally {
    await site.close();
  }
}

/** Milliseconds from sending to the reply, and to the first word: in a stream, and by asking every 100 ms. */
async function waits(site: LocalSite): Promise<Record<string, number>> {
  site.putPlugin(
    'many',
    `<?php add_filter( 'bellhop_sends_per_minute', function () { return 1000; } ); add_filter( 'bellhop_daily_limits', function () { return array( 1000, 1000 ); } );`,
  );
  await site.settle({ streams: 2 });
  site.provider.scripts.set(
    '',
    Array.from({ length: 4 * MESSAGES }, () => [{ say: 'A word' }, { say: ' more.', ms: 400 }]),
  );
  const [replies, streamed, polled]: number[][] = [[], [], []];
  const chat = await site.open();
  await chat.send(says('warm up'));
  for (let n = 0; n < MESSAGES; n += 1) {
    const stream = await follow(site, chat);
    const began = now();
    const word = stream.firstWord().then(() => streamed?.push(now() - began));
    await chat.send(says(`streamed ${n}`));
    replies?.push(now() - began);
    await word;
    await stream.close();
    await sleep(1_000);
  }
  await site.settle({ streams: 0 });
  for (let n = 0; n < MESSAGES; n += 1) {
    const { data } = await chat.list('?limit=1&order=desc');
    const after = `?limit=100&after_id=${data[0]?.id}`;
    const began = now();
    await chat.send(says(`polled ${n}`));
    while (!(await chat.list(after)).data.some(({ type }) => type === 'agent.message'))
      await sleep(100);
    polled?.push(now() - began);
    await sleep(500);
  }
  return {
    'reply, ms': median(replies ?? []),
    'first word by stream, ms': median(streamed ?? []),
    'answer by polling, ms': median(polled ?? []),
  };
}

async function follow(site: LocalSite, chat: LocalChat) {
  const stop = new AbortController();
  const reply = await fetch(
    `${site.url}/wp-json/bellhop/v1beta1/sessions/${chat.id}/events/stream?event_deltas[]=agent.message`,
    { headers: { authorization: `Bearer ${chat.token}` }, signal: stop.signal },
  );
  return {
    async firstWord() {
      for await (const chunk of reply.body?.pipeThrough(new TextDecoderStream()) ?? [])
        if (chunk.includes('event_delta') || chunk.includes('event: agent.message')) return;
    },
    async close() {
      stop.abort();
    },
  };
}

/** The same query and the same check of the token, with WordPress's core alone: no plugins, no theme, no REST. */
const SHORT = `<?php
define( 'SHORTINIT', true );
function __( $text ) { return $text; }
require __DIR__ . '/wp-load.php';
require ABSPATH . WPINC . '/pluggable.php';
foreach ( array( 'includes/settings', 'includes/sanitize', 'includes/gateway', 'local/refusals', 'local/tables', 'local/ids', 'local/log', 'local/list' ) as $file ) {
  require WP_CONTENT_DIR . "/plugins/bellhop/$file.php";
}
preg_match( '#^Bearer (\\S+)$#', $_SERVER['HTTP_AUTHORIZATION'], $match );
$token = Bellhop\\read_browser_token( $match[1] );
$asked = Bellhop\\parse_list( $token['s'], array( 'after_id' => $_GET['after_id'] ) );
echo json_encode( Bellhop\\list_reply( Bellhop\\read_page( $token['s'], $asked ), $asked ) );`;

/** The list's own function, as soon as all plugins are there: before the theme, init and REST. */
const EARLY = `<?php
add_action( 'plugins_loaded', function () {
  if ( ! isset( $_GET['early'] ) || ! preg_match( '#/sessions/([^/]+)/events$#', strtok( $_SERVER['REQUEST_URI'], '?' ), $match ) ) { return; }
  $request = new WP_REST_Request( 'GET' );
  $request->set_url_params( array( 'session_id' => $match[1] ) );
  $request->set_query_params( array( 'after_id' => $_GET['after_id'] ) );
  $request->set_header( 'authorization', $_SERVER['HTTP_AUTHORIZATION'] );
  echo json_encode( Bellhop\\answer_list( $request )->get_data() );
  exit;
} );`;

async function polls(site: LocalSite): Promise<Record<string, number>> {
  await site.settle();
  site.provider.scripts.set('', [[{ say: 'Yes.' }]]);
  const chat = await site.open();
  await chat.send(says('hi'));
  await sleep(2_000);
  const { data } = await chat.list();
  const after = `after_id=${data.at(-1)?.id}`;
  writeFileSync(join(site.dir, 'short.php'), SHORT);
  writeFileSync(join(site.dir, 'nothing.php'), `<?php echo '{"data":[]}';`);
  site.putPlugin('early', EARLY);
  const events = `/wp-json/bellhop/v1/sessions/${chat.id}/events?${after}`;
  const ways: Record<string, string> = {
    'as it is': events,
    'before the theme and REST': `${events}&early`,
    SHORTINIT: `/short.php?${after}`,
    'a file without WordPress': '/nothing.php',
  };
  const took: Record<string, number[]> = {};
  for (let n = 0; n < POLLS; n += 1) {
    for (const [way, path] of Object.entries(ways)) {
      const began = now();
      const reply = await fetch(site.url + path, {
        headers: { authorization: `Bearer ${chat.token}` },
      });
      const text = await reply.text();
      if (!text.startsWith('{"data":[]'))
        throw new Error(`${way}: ${reply.status} ${text.slice(0, 300)} ${site.debugLog()}`);
      if (n >= 5) took[way] = [...(took[way] ?? []), now() - began];
    }
  }
  return Object.fromEntries(Object.entries(took).map(([way, all]) => [`${way}, ms`, median(all)]));
}

const [wanted] = process.argv.slice(2);
if (wanted !== 'polls') {
  const disabledFunctions = ['fastcgi_finish_request'];
  console.log('What a visitor waits for; the model says its first word at once:');
  console.table({
    'PHP’s own server, the site asks itself': await on({ workers: 6 }, waits),
    'php-fpm, the site asks itself': await on({ workers: 6, nginx: { disabledFunctions } }, waits),
    'php-fpm, after the response': await on({ workers: 6, nginx: {} }, waits),
  });
}
if (wanted !== 'waits') {
  const mariaDb = await startMariaDb();
  try {
    console.log('A poll that finds nothing, the whole request:');
    console.table({
      'php-fpm, SQLite': await on({ workers: 2, nginx: {} }, polls),
      'php-fpm, MariaDB': await on({ workers: 2, nginx: {}, databaseHost: mariaDb.host }, polls),
    });
  } finally {
    await mariaDb.close();
  }
}
