// Finding by meaning: vectors of the provider's, beside the words. The provider here knows what some words mean.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { phpString } from '../run/plugin.ts';
import { type LocalSite, startLocalSite } from './local-site.ts';
import { reasonToSkip, signIn } from './support.ts';

const MEANINGS = { pets: 0, dogs: 0, cats: 0, animals: 0, swim: 1, pool: 1, food: 2, breakfast: 2 };

describe.skipIf(reasonToSkip() !== null)('what is known is found by meaning', () => {
  let site: LocalSite;

  beforeAll(async () => {
    site = await startLocalSite();
    site.provider.meanings = MEANINGS;
    await site.settle({ embeddings: 'tiny-vectors' });
    await site.run('wp_delete_post( 1, true ); wp_delete_post( 2, true );');
    for (const [title, text] of [
      ['House rules', 'Dogs stay free of charge in our garden rooms.'],
      ['The pool', 'Our pool is open until nine.'],
      ['Mornings', 'Breakfast is served from seven.'],
    ])
      await site.run(
        `wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => ${phpString(title ?? '')}, 'post_content' => ${phpString(`<p>${text}</p>`)} ) );`,
      );
    await embed();
  });
  afterAll(() => site?.close());
  beforeEach(async () => {
    site.provider.meanings = MEANINGS;
    await site.settle({ embeddings: 'tiny-vectors' });
    await site.run(`delete_option( 'bellhop_embeddings' );`);
    await site.wp('transient', 'delete', '--all', '--quiet');
    site.provider.embedded.length = 0;
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  const embed = () => site.wp('cron', 'event', 'run', 'bellhop_embed_passages', '--quiet');
  const found = async (question: string) =>
    JSON.parse(
      await site.run(
        `echo wp_json_encode( array_values( array_unique( array_column( Bellhop\\find_passages( ${phpString(question)} ), 'title' ) ) ) );`,
      ),
    ) as string[];
  const spent = async () => Number(await site.run('echo Bellhop\\spent_this_month_nano();'));

  it('where a question shares no word with the page', async () => {
    expect((await found('May I bring my pets?'))[0]).toBe('House rules');
    await site.settle({ embeddings: 'off' });
    expect(await found('May I bring my pets?')).not.toContain('House rules');
  });

  it('beside words: what both have found comes first', async () => {
    expect((await found('dogs and animals in the garden'))[0]).toBe('House rules');
    expect((await found('nine o’clock swim'))[0]).toBe('The pool');
  });

  it('a question’s vector is asked for once, and what it costs comes out of the month’s money', async () => {
    const before = await spent();
    await found('Any cats here?');
    await found('Any cats here?');
    expect(site.provider.embedded).toEqual([['Any cats here?']]);
    // 4 tokens at 0.2 dollars for a million.
    expect((await spent()) - before).toBe(800);
  });

  it('only what has changed gets a new vector', async () => {
    await site.run(
      `$p = get_page_by_path( 'the-pool' ); wp_update_post( array( 'ID' => $p->ID, 'post_content' => '<p>Our pool is heated.</p>' ) );`,
    );
    await embed();
    expect(site.provider.embedded).toEqual([['The pool\nOur pool is heated.']]);
  });

  it('by words alone where the provider has no vectors, is away, or the month’s money is spent', async () => {
    site.provider.meanings = null;
    expect(await found('Are dogs welcome?')).toContain('House rules');
    const state = () =>
      site.run(
        `$o = get_option( 'bellhop_embeddings' ); echo $o['why'], ' ', $o['until'] - time() > 3600 ? 'long' : 'short';`,
      );
    // It won't have them in a minute: nobody waits for it with each question.
    expect(await state()).toBe('404 long');
    await site.run(`delete_option( 'bellhop_embeddings' );`);
    await site.settle({ embeddings: 'tiny-vectors', month_money: '0' });
    site.provider.meanings = MEANINGS;
    expect(await found('Are pets welcome?')).not.toContain('House rules');
    expect([await state(), site.provider.embedded]).toEqual(['-1 short', []]);
  });

  it('vectors of another model don’t count, and are made anew', async () => {
    await site.settle({ embeddings: 'other-vectors' });
    expect(await found('May I bring my pets?')).not.toContain('House rules');
    await site.run('Bellhop\\go_round();');
    await embed();
    expect((await found('May I bring my pets?'))[0]).toBe('House rules');
  });

  it('an answer that the owner has written is found too, and is changed and deleted on the page of what is known', async () => {
    const browser = await launchBrowser();
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(60_000);
    try {
      await signIn(page, site);
      const visit = () =>
        page.goto(`${site.url}/wp-admin/options-general.php?page=bellhop&view=knowledge`);
      await visit();
      await page.getByLabel('Question').fill('Is there <b>parking</b>?');
      await page.getByLabel('Answer', { exact: true }).fill('Behind the house,\nfor twelve cars.');
      await page.getByRole('button', { name: 'Save the answer' }).click();
      await page.getByText('the agent knows it now').waitFor();
      const asked = await site.run(
        `echo Bellhop\\knowledge_text( Bellhop\\find_passages( 'Where is parking for cars?' ) );`,
      );
      expect(asked).toContain(
        '{"question":"Is there parking?","answer":"Behind the house,\\nfor twelve cars."}',
      );
      await page.getByText('Is there parking?').click();
      if (process.env.BELLHOP_SHOTS)
        await page.screenshot({ path: `${process.env.BELLHOP_SHOTS}/answers.png` });
      await page.locator('#bellhop-answer-0-a').fill('In the street.');
      await page.locator('#bellhop-answer-0-save').click();
      await page.getByText('the agent knows it now').waitFor();
      expect(await site.run(`echo Bellhop\\find_passages( 'Where is parking?' )[0]['body'];`)).toBe(
        'In the street.',
      );
      await page.getByText('Is there parking?').click();
      await page.getByRole('button', { name: 'Delete it' }).click();
      await page.getByText('The answer was deleted.').waitFor();
      expect(await found('parking')).not.toContain('Is there parking?');
    } finally {
      await browser.close();
    }
  });
});
