// A WordPress as most hosts serve it, by nginx and php-fpm, answers its visitors itself: the reply to a message is out before its
// answer is asked for, in the same process; events come as they happen, unless something holds them back. By the order of events, and
// by processes: with one PHP process alone nothing else could do it.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { Missing } from '../run/missing.ts';
import { ensureNginx } from '../run/nginx.ts';
import { isEnd, type LocalSite, says, startLocalSite } from './local-site.ts';
import { reasonToSkip, until } from './support.ts';

function hasNginx(): boolean {
  try {
    ensureNginx();
    return true;
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    console.warn(`Not tried behind nginx: ${error.message}`);
    return false;
  }
}

/** The site's requests to itself wait for their answers as long as it takes: WordPress gives up after a second. */
const PATIENCE = `<?php
add_action( 'http_api_curl', function ( $handle, $options, $url ) {
  if ( strpos( $url, '/runs' ) ) { curl_setopt( $handle, CURLOPT_TIMEOUT_MS, 80000 ); }
}, 10, 3 );`;

/** Notes each request of this WordPress with its process, and each request to the model. */
const NOTES = `<?php
$note = function ( $what ) { file_put_contents( WP_CONTENT_DIR . '/notes', getmypid() . ' ' . $what . "\\n", FILE_APPEND ); };
$note( $_SERVER['REQUEST_METHOD'] . ' ' . strtok( $_SERVER['REQUEST_URI'], '?' ) );
add_filter( 'bellhop_model_request', function ( $body ) use ( $note ) { $note( 'asks the model' ); return $body; } );`;

describe.skipIf(reasonToSkip() !== null || !hasNginx())('behind nginx and php-fpm', () => {
  let site: LocalSite | null = null;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async () => {
    const log = site?.debugLog();
    await site?.close();
    site = null;
    expect(log).toBe('');
  });
  afterAll(() => browser?.close());

  const notes = ({ dir }: LocalSite) => {
    const file = join(dir, 'wp-content/notes');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };
  const tag = async ({ url }: LocalSite) => {
    const page = await (await fetch(`${url}/`)).text();
    return /<script[^>]*id="bellhop-js"[^>]*>/.exec(page)?.[0] ?? '';
  };

  it('with one PHP process: a message is answered for before the model has answered, and that process carries the run out', async () => {
    site = await startLocalSite({ nginx: {}, workers: 1 });
    site.putPlugin('notes', NOTES);
    await site.settle();
    site.provider.scripts.set('', [[{ hold: 'model' }, { say: 'Afterwards.' }]]);
    const model = site.provider.hold('model');
    const chat = await site.open();
    expect((await chat.send(says('hi'))).status).toBe(200);
    await model.reached;
    // The reply is here while the model holds its answer: nobody has waited for it.
    const [asked = ''] = notes(site).filter((note) => note.endsWith('asks the model'));
    const [pid] = asked.split(' ');
    expect(notes(site).at(-2)).toMatch(new RegExp(`^${pid} POST /wp-json/bellhop/v1/sessions/`));
    expect(notes(site).some((note) => note.endsWith('/runs'))).toBe(false);
    model.release();
    const found = site;
    await until('the answer', async () =>
      JSON.stringify((await chat.list()).data).includes('Afterwards.'),
    );
    expect(notes(found).filter((note) => note.endsWith('asks the model'))).toHaveLength(1);
  });

  it('where the host has taken that function away, the site asks itself for the run, which answers before the model does', async () => {
    const disabledFunctions = ['fastcgi_finish_request'];
    site = await startLocalSite({ nginx: { disabledFunctions }, workers: 3 });
    site.putPlugin('patience', PATIENCE);
    site.putPlugin('notes', NOTES);
    await site.settle();
    site.provider.scripts.set('', [[{ hold: 'model' }, { say: 'Afterwards.' }]]);
    const model = site.provider.hold('model');
    const chat = await site.open();
    expect((await chat.send(says('hi'))).status).toBe(200);
    await model.reached;
    expect(notes(site).some((note) => note.endsWith('POST /wp-json/bellhop/v1/runs'))).toBe(true);
    model.release();
    await until('the end', async () => (await chat.list()).data.some(isEnd));
  });

  it('streams get through nginx: the chat is told so, and reads an answer while it is written', async () => {
    site = await startLocalSite({ nginx: {}, workers: 4 });
    await site.settle({ streams: 2 });
    expect(await tag(site)).not.toContain('data-transport');
    site.provider.scripts.set('', [
      [{ say: 'Breakfast begins ' }, { hold: 'rest' }, { say: 'at seven.' }],
    ]);
    const rest = site.provider.hold('rest');
    const page = await browser.newPage();
    await page.goto(`${site.url}/`);
    const visitor = visitorOf(page);
    await visitor.open();
    await visitor.write('When?');
    await visitor.log.getByText('Breakfast begins').waitFor();
    rest.release();
    await visitor.log.getByText('Breakfast begins at seven.').waitFor();
    await page.close();
  });

  it('a proxy that holds replies back is noticed: the chat is told to poll, and its visitor reads the answer', async () => {
    site = await startLocalSite({ nginx: { holdsBack: true }, workers: 4 });
    await site.settle({ streams: 2 });
    expect(await tag(site)).toContain('data-transport="poll"');
    site.provider.scripts.set('', [[{ say: 'By polling.' }]]);
    const page = await browser.newPage();
    const streams: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/stream')) streams.push(request.url());
    });
    await page.goto(`${site.url}/`);
    const visitor = visitorOf(page);
    await visitor.open();
    await visitor.write('When?');
    await visitor.log.getByText('By polling.').waitFor();
    expect(streams).toEqual([]);
    await page.close();
  });

  it('a proxy further out that holds streams back only leaves a chat that polls', async () => {
    site = await startLocalSite({ nginx: { holdsBack: true }, workers: 6 });
    await site.settle({ streams: 3 });
    // As the test from inside would find it where only the way to visitors holds streams back.
    await site.run(`update_option( 'bellhop_streams', array( 'works' => true, 'at' => time() ) );`);
    expect(await tag(site)).not.toContain('data-transport');
    site.provider.scripts.set('', [[{ say: 'All the same.' }]]);
    const page = await browser.newPage();
    await page.goto(`${site.url}/`);
    const visitor = visitorOf(page);
    await visitor.open();
    await visitor.write('When?');
    await visitor.log.getByText('All the same.').waitFor();
    await page.close();
  });
});
