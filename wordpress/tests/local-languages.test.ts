// A site in two languages: what a visitor is answered from goes by the page that they are on. Polylang and WPML can't be had here;
// stand-ins answer by the names and shapes that both document for other plugins.

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { phpString } from '../run/plugin.ts';
import { isEnd, type LocalSite, says, startLocalSite } from './local-site.ts';
import { reasonToSkip, until } from './support.ts';

const POLYLANG = `<?php
function pll_get_post_language( $id, $field = 'slug' ) { return get_post_meta( $id, 'in', true ) ?: false; }
function pll_languages_list() { return array( 'en', 'de' ); }
function pll_home_url( $slug ) { return home_url( 'en' === $slug ? '/' : '/de/' ); }`;

const WPML = `<?php
add_filter( 'wpml_post_language_details', function ( $none, $id ) { $in = get_post_meta( $id, 'in', true ); return array( 'language_code' => $in, 'locale' => $in, 'display_name' => $in ); }, 10, 2 );
add_filter( 'wpml_active_languages', function () { return array( 'en' => array( 'code' => 'en', 'url' => home_url( '/' ) ), 'de' => array( 'code' => 'de', 'url' => home_url( '/?lang=de' ) ) ); } );`;

describe.skipIf(reasonToSkip() !== null)('a site in two languages', () => {
  let site: LocalSite;

  beforeAll(async () => {
    site = await startLocalSite();
    site.putPlugin('languages', POLYLANG);
    await site.settle();
    for (const [title, slug, language, text] of [
      ['Hotel garden', 'garden', 'en', 'The garden of the hotel has palms.'],
      ['Hotel Garten', 'garten', 'de', 'Der Garten vom Hotel hat Palmen.'],
      ['Terrace', 'terrace', 'en', 'Only here a zeppelin is told of.'],
    ])
      await site.run(
        `wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => ${phpString(title ?? '')}, 'post_name' => '${slug}', 'post_content' => ${phpString(`<p>${text}</p>`)}, 'meta_input' => array( 'in' => '${language}' ) ) );`,
      );
  });
  afterAll(() => site?.close());
  afterEach(() => expect(site.debugLog()).toBe(''));

  /** What the model is told for a message that a visitor writes on a page; undefined: a browser that doesn't say on which. */
  async function toldOn(referer: string | undefined, text: string): Promise<string> {
    site.provider.scripts.set('', [[{ say: 'Yes.' }]]);
    const chat = await site.open();
    const reply = await fetch(`${site.url}/wp-json/bellhop/v1/sessions/${chat.id}/events`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${chat.token}`,
        'content-type': 'application/json',
        ...(referer === undefined ? {} : { referer }),
      },
      body: JSON.stringify({ events: [says(text)] }),
    });
    expect(reply.status).toBe(200);
    await until('the end', async () => (await chat.list()).data.some(isEnd));
    return String(site.provider.asked.at(-1)?.body.messages[0]?.content);
  }

  for (const [name, plugin, german] of [
    ['Polylang', POLYLANG, '/de/'],
    ['WPML', WPML, '/?lang=de'],
  ] as const) {
    describe(`by ${name}`, () => {
      beforeAll(async () => {
        site.putPlugin('languages', plugin);
        await site.wp('bellhop', 'knowledge', 'rebuild', '--quiet');
      });

      it('answers from the pages in the language of the visitor’s page', async () => {
        const on = (path: string) => toldOn(site.url + path, 'Hotel garden Garten');
        for (const path of [german, '/garten/']) {
          const told = await on(path);
          expect(told).toContain('Der Garten vom Hotel hat Palmen.');
          expect(told).not.toContain('has palms');
          expect(told).toContain('in the language “de”');
        }
        const told = await on('/garden/');
        expect(told).toContain('The garden of the hotel has palms.');
        expect(told).not.toContain('hat Palmen');
      });

      it('answers from other languages where the visitor’s says nothing, and from all where it can’t be told', async () => {
        expect(await toldOn(`${site.url}${german}`, 'zeppelin')).toContain('a zeppelin is told of');
        const told = await toldOn(undefined, 'Hotel garden Garten');
        expect(told).toContain('hat Palmen');
        expect(told).toContain('has palms');
      });
    });
  }
});
