// What is read of a page: what a guest reads of it, whatever has made the page, and of each page a word to the owner. Builders,
// fields and languages of other plugins can't be had here: stand-ins register what those do, in the shapes that they store.

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { phpString } from '../run/plugin.ts';
import { type LocalSite, startLocalSite } from './local-site.ts';
import { nonceOf, reasonToSkip, signIn, signInByHand } from './support.ts';

/** Enclosing shortcodes, as WPBakery and Divi register them, and a template of a theme that prints what stands in fields. */
const BUILDERS = `<?php
add_action( 'init', function () {
  foreach ( array( 'vc_row', 'vc_column', 'vc_column_text', 'et_pb_section', 'et_pb_row', 'et_pb_column', 'et_pb_text' ) as $tag ) {
    add_shortcode( $tag, function ( $atts, $content ) { return '<div class="built">' . do_shortcode( $content ) . '</div>'; } );
  }
  add_shortcode( 'for_members', function () { return is_user_logged_in() ? 'The members’ code is 4711.' : ''; } );
} );
// Elementor, Beaver Builder: the content is replaced by what stands beside the page.
add_filter( 'the_content', function ( $content ) {
  $data = json_decode( (string) get_post_meta( get_the_ID(), '_elementor_data', true ), true );
  foreach ( (array) $data as $section ) foreach ( $section['elements'] as $widget ) $content .= '<div class="elementor-widget">' . $widget['settings']['editor'] . '</div>';
  $nodes = (array) get_post_meta( get_the_ID(), '_fl_builder_data', true );
  foreach ( $nodes as $node ) if ( is_object( $node ) && isset( $node->settings->text ) ) $content .= '<div class="fl-module">' . $node->settings->text . '</div>';
  return $content;
}, 5 );
// Bricks and fields of ACF: the theme's own template prints them; the content isn't asked.
function get_fields( $id ) { return get_post_meta( $id, 'acf', true ) ?: false; }
add_filter( 'template_include', function ( $template ) {
  $own = array( 'bricks' => get_post_meta( get_queried_object_id(), '_bricks_page_content_2', true ), 'acf' => get_fields( get_queried_object_id() ) );
  if ( ! is_singular() || ! array_filter( $own ) ) return $template;
  $file = WP_CONTENT_DIR . '/stand-in-template.php';
  file_put_contents( $file, '<?php echo "<html><body><header id=brx-header><nav>Menu of everything</nav></header><main id=brx-content>";
    foreach ( (array) get_post_meta( get_queried_object_id(), "_bricks_page_content_2", true ) as $e ) if ( is_array( $e ) ) echo "<h2>" . $e["settings"]["text"] . "</h2>";
    foreach ( (array) get_fields( get_queried_object_id() ) as $name => $value ) if ( is_string( $value ) ) echo "<p>$value</p>";
    echo "</main><footer id=brx-footer>All rights of the footer</footer></body></html>";' );
  return $file;
} );`;

const RULES = `<?php
// What membership plugins, maintenance pages and firewalls do.
add_action( 'template_redirect', function () {
  $slug = is_singular() ? get_post_field( 'post_name', get_queried_object_id() ) : '';
  if ( 'members' === $slug && ! is_user_logged_in() ) { wp_redirect( home_url( '/wp-login.php' ) ); exit; }
  if ( 'forbidden' === $slug && ! is_user_logged_in() ) { status_header( 403 ); echo 'No.'; exit; }
  if ( get_option( 'staging' ) && isset( $_SERVER['REQUEST_METHOD'] ) ) { status_header( 401 ); echo 'Password?'; exit; }
} );`;

describe.skipIf(reasonToSkip() !== null)('a page', () => {
  let site: LocalSite;
  let browser: Browser;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startLocalSite()]);
    site.putPlugin('builders', BUILDERS);
    site.putPlugin('rules', RULES);
    await site.settle();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(() => site.settle());
  afterEach(() => expect(site.debugLog()).toBe(''));

  const publish = async (
    title: string,
    content: string,
    more: { meta?: string; type?: string; slug?: string } = {},
  ) =>
    Number(
      await site.run(
        `echo wp_insert_post( array( 'post_type' => '${more.type ?? 'page'}', 'post_status' => 'publish', 'post_title' => ${phpString(title)}, 'post_name' => '${more.slug ?? ''}', 'post_content' => ${phpString(content)}, 'meta_input' => ${more.meta ?? 'array()'} ) );`,
      ),
    );
  const reading = async (id: number) =>
    JSON.parse(await site.run(`echo wp_json_encode( Bellhop\\kept_reading( ${id} ) );`)) as {
      state: string;
      why: string;
      body: string;
      read_at: number;
    } | null;
  /** Reads everything again that has changed or failed. */
  const readAll = () => site.wp('bellhop', 'knowledge', 'rebuild', '--quiet');

  it.each([
    [
      'WPBakery',
      '[vc_row][vc_column width="1/2"][vc_column_text]The lighthouse opens at noon.[/vc_column_text][/vc_column][/vc_row]',
    ],
    [
      'Divi',
      '[et_pb_section fb_built="1"][et_pb_row][et_pb_column type="4_4"][et_pb_text]The lighthouse opens at noon.[/et_pb_text][/et_pb_column][/et_pb_row][/et_pb_section]',
    ],
  ])('made with enclosing shortcodes keeps their inner text: %s', async (name, content) => {
    const id = await publish(name, content);
    expect(await reading(id)).toMatchObject({
      state: 'visitor',
      body: 'The lighthouse opens at noon.',
    });
  });

  it.each([
    [
      'Elementor',
      `array( '_elementor_data' => wp_slash( wp_json_encode( array( array( 'elType' => 'section', 'elements' => array( array( 'elType' => 'widget', 'widgetType' => 'text-editor', 'settings' => array( 'editor' => '<p>The ferry leaves at nine.</p>' ) ) ) ) ) ) ) )`,
    ],
    [
      'Beaver Builder',
      `array( '_fl_builder_data' => array( 'n1' => (object) array( 'type' => 'module', 'settings' => (object) array( 'type' => 'rich-text', 'text' => '<p>The ferry leaves at nine.</p>' ) ) ) )`,
    ],
    [
      'Bricks',
      `array( '_bricks_page_content_2' => array( array( 'id' => 'abc', 'name' => 'heading', 'settings' => array( 'text' => 'The ferry leaves at nine.', 'tag' => 'h2' ) ) ) )`,
    ],
    [
      'Advanced Custom Fields',
      `array( 'acf' => array( 'photo' => array( 'url' => 'https://example.com/x.png', 'mime_type' => 'image/png' ), 'times' => 'The ferry leaves at nine.' ) )`,
    ],
  ])('whose text stands beside it is read as it renders: %s', async (name, meta) => {
    const id = await publish(name, '', { meta });
    expect(await reading(id)).toMatchObject({
      state: 'visitor',
      body: 'The ferry leaves at nine.',
    });
    // Where the site can't open its own pages, the same text is taken from where it is kept.
    await site.run(`set_transient( 'bellhop_unread', '1', 60 );`);
    await site.run(`Bellhop\\mark_unread( ${id} ); Bellhop\\know_page( ${id} );`);
    await site.run(`delete_transient( 'bellhop_unread' );`);
    expect(await reading(id)).toMatchObject({
      state: 'content',
      why: 'no_answer',
      body: 'The ferry leaves at nine.',
    });
  });

  it('with a synced pattern says what the pattern says, also after the pattern has changed', async () => {
    const pattern = await publish(
      'Notice',
      '<!-- wp:paragraph --><p>The pier is closed.</p><!-- /wp:paragraph -->',
      { type: 'wp_block' },
    );
    const id = await publish('With a pattern', `<!-- wp:block {"ref":${pattern}} /-->`);
    expect((await reading(id))?.body).toBe('The pier is closed.');
    await site.run(
      `wp_update_post( array( 'ID' => ${pattern}, 'post_content' => '<!-- wp:paragraph --><p>The pier is open.</p><!-- /wp:paragraph -->' ) );`,
    );
    expect((await reading(id))?.body).toBe('The pier is open.');
  });

  it('is read without menus, footers, comments and forms, and with its sections', async () => {
    const id = await publish(
      'Long',
      `<p>First words.</p><h2>Parking</h2><p>Behind the house.</p><p>Twelve places.</p><form><label>Your name</label></form><table><tr><td>Monday</td><td>9–17</td></tr></table>`,
    );
    await site.run(
      `wp_insert_comment( array( 'comment_post_ID' => ${id}, 'comment_content' => 'A stranger was here.', 'comment_approved' => 1 ) ); Bellhop\\mark_unread( ${id} ); Bellhop\\know_page( ${id} );`,
    );
    expect((await reading(id))?.body.replace(/\n+/g, '\n')).toBe(
      'First words.\nParking\nBehind the house.\nTwelve places.\nMonday 9–17',
    );
  });

  it('is read as nobody: what a signed-in owner sees of it is not known', async () => {
    const id = await publish('Club', '<p>Welcome to the club.</p>[for_members]');
    expect((await reading(id))?.body).toBe('Welcome to the club.');
    await site.run(
      `wp_set_current_user( 1 ); set_transient( 'bellhop_unread', '1', 60 ); Bellhop\\mark_unread( ${id} ); Bellhop\\know_page( ${id} ); delete_transient( 'bellhop_unread' ); if ( 1 !== get_current_user_id() ) echo 'lost';`,
    );
    expect(await reading(id)).toMatchObject({ state: 'content', body: 'Welcome to the club.' });
  });

  it.each([
    ['members', 'closed_302', 'visitors are sent from it to another page'],
    ['forbidden', 'closed_403', 'visitors can’t open it (status 403)'],
  ])(
    'that visitors can’t open is not known, and the owner is told: %s',
    async (slug, why, words) => {
      const id = await publish(slug, '<p>The vault opens with a sapphire.</p>', { slug });
      expect(await reading(id)).toMatchObject({ state: 'closed', why, body: '' });
      expect(
        await site.run(
          `require_once Bellhop\\DIR . '/admin/known-pages.php'; echo Bellhop\\explain_reading( get_post( ${id} ), Bellhop\\kept_reading( ${id} ) );`,
        ),
      ).toContain(words);
      expect(await site.run(`echo count( Bellhop\\find_passages( 'sapphire vault' ) );`)).toBe('0');
    },
  );

  it('behind a password of the whole site is read from its own content, and the owner is told', async () => {
    const id = await publish('Staged', '<p>The staging has a gryphon.</p>');
    await site.run(`update_option( 'staging', 1 ); Bellhop\\mark_unread( ${id} );`);
    await site.run(`Bellhop\\know_page( ${id} );`);
    await site.run(`delete_option( 'staging' );`);
    expect(await reading(id)).toMatchObject({
      state: 'content',
      why: 'refused_401',
      body: 'The staging has a gryphon.',
    });
  });

  it('of several pages that a visitor turns is known to its end', async () => {
    const id = await publish(
      'Turned',
      '<p>The first chapter.</p><!--nextpage--><p>The second chapter.</p><!--nextpage--><p>The third.</p>',
    );
    expect((await reading(id))?.body).toMatch(
      /^The first chapter\.[\s\S]*\nThe second chapter\.\nThe third\.$/,
    );
  });

  it('that was saved over the web is read by cron where PHP can’t go on after its response', async () => {
    const cookie = await signInByHand(site);
    const save = async (more: Record<string, unknown>) => {
      const reply = await fetch(`${site.url}/wp-json/wp/v2/pages`, {
        method: 'POST',
        headers: {
          cookie,
          'content-type': 'application/json',
          'x-wp-nonce': await nonceOf(site, cookie),
        },
        body: JSON.stringify(more),
      });
      return ((await reply.json()) as { id: number }).id;
    };
    const id = await save({ title: 'By web', status: 'publish', content: '<p>An axolotl.</p>' });
    await site.wp('cron', 'event', 'run', 'bellhop_know_pages', '--quiet');
    expect(await reading(id)).toMatchObject({ state: 'visitor', body: 'An axolotl.' });
  });

  it('is asked for again only once it has changed', async () => {
    const id = await publish('Kept', '<p>Once.</p>');
    await site.run(
      `$GLOBALS['wpdb']->query( "UPDATE {$GLOBALS['wpdb']->prefix}bellhop_pages SET body = 'As it was kept.' WHERE post_id = ${id}" );`,
    );
    await site.run(`Bellhop\\know_page( ${id} );`);
    expect((await reading(id))?.body).toBe('As it was kept.');
    await site.run(`wp_update_post( array( 'ID' => ${id}, 'post_content' => '<p>Twice.</p>' ) );`);
    expect((await reading(id))?.body).toBe('Twice.');
  });

  it('loses the lines that stand in most pages, which one of them keeps', async () => {
    const ids: number[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four'])
      ids.push(
        await publish(name, `<p>About the heron.</p><p>Own words of ${name}.</p>`, {
          type: 'post',
        }),
      );
    // Only the four: the site's other pages would have others in the majority.
    await site.run(
      `$GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->prefix}bellhop_pages WHERE post_id < ${ids[0]}" ); Bellhop\\find_furniture(); foreach ( array( ${ids.join(', ')} ) as $id ) Bellhop\\know_page( $id );`,
    );
    const known = JSON.parse(
      await site.run(
        `echo wp_json_encode( array_column( Bellhop\\rows( 'SELECT body FROM ' . Bellhop\\table( 'passages' ) . ' WHERE post_id >= ${ids[0]} ORDER BY post_id' ), 'body' ) );`,
      ),
    ) as string[];
    expect(known.map((text) => /heron/.test(text))).toEqual([true, false, false, false]);
    expect(known.map((text) => /Own words of \w+\./.exec(text)?.[0])).toEqual(
      ['One', 'Two', 'Three', 'Four'].map((name) => `Own words of ${name}.`),
    );
    await site.run(`delete_option( 'bellhop_furniture' );`);
  });

  it('is shown to the owner with what was read, what not and why, and a preview', async () => {
    await publish(
      'Only a picture',
      '<!-- wp:image --><figure><img src="/x.png" alt=""></figure><!-- /wp:image -->',
    );
    await site.run(
      `wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_password' => 'x', 'post_title' => 'Behind a door', 'post_content' => 'Secret.' ) );`,
    );
    await readAll();
    const page: Page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    page.setDefaultTimeout(60_000);
    await signIn(page, site);
    await page.goto(`${site.url}/wp-admin/options-general.php?page=bellhop#knowledge`);
    await page
      .getByText(/Pages published, of the kinds that you chose: \d+\. Known to the agent: \d+\./)
      .waitFor();
    await page.getByRole('link', { name: /See what was read of each page/ }).click();
    const row = (title: string) => page.locator('tr', { hasText: title });
    await page.getByRole('searchbox').fill('WPBak');
    await page.getByRole('button', { name: 'Search in titles' }).click();
    const known = row('WPBakery');
    expect(await known.innerText()).toContain('Read as a visitor reads it.');
    await known.locator('summary').click();
    expect(await known.locator('pre').innerText()).toBe('The lighthouse opens at noon.');
    await page.getByRole('link', { name: 'Only those that it doesn’t know' }).click();
    expect(await row('Only a picture').innerText()).toContain('no text was found in it');
    expect(await row('Behind a door').innerText()).toContain('it has a password');
    expect(await row('WPBakery').count()).toBe(0);
    if (process.env.BELLHOP_SHOTS) {
      await page.goto(`${site.url}/wp-admin/options-general.php?page=bellhop&view=knowledge`);
      await page.locator('summary').first().click();
      await page.screenshot({ path: `${process.env.BELLHOP_SHOTS}/known-desktop.png` });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.screenshot({ path: `${process.env.BELLHOP_SHOTS}/known-phone.png` });
    }
    await page.close();
  });
});
