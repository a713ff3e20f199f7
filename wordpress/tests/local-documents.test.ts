// Beside pages: documents of the media library, kinds of content of other plugins, and blocks for questions and opening hours. Blocks
// of Yoast, Rank Math and Jetpack can't be had here; what they print is what stands below.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { phpString } from '../run/plugin.ts';
import { type LocalSite, startLocalSite } from './local-site.ts';
import { reasonToSkip, signIn } from './support.ts';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const paragraph = (text: string, style = '') =>
  `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;
const word = (body: string, doctype = '') =>
  zipSync({
    'word/document.xml': strToU8(
      `<?xml version="1.0" encoding="UTF-8"?>${doctype}<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
    ),
  });

/** A PDF of one page, with the offsets that a reader checks. */
function pdf(text: string): string {
  const content = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const xref = file.length;
  return `${file}xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF\n`;
}

describe.skipIf(reasonToSkip() !== null)('beside pages', () => {
  let site: LocalSite;
  let browser: Browser;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startLocalSite()]);
    site.putPlugin(
      'kinds',
      `<?php add_action( 'init', function () { register_post_type( 'event', array( 'public' => true, 'label' => 'Events', 'has_archive' => true ) ); } );`,
    );
    await site.run('flush_rewrite_rules();');
    await site.settle({ knowledge: ['page', 'attachment'] });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  const upload = async (name: string, bytes: Uint8Array | string) => {
    const file = join(site.dir, '..', name);
    writeFileSync(file, bytes);
    return Number(await site.wp('media', 'import', file, '--porcelain'));
  };
  const publish = (title: string, content: string, type = 'page') =>
    site.run(
      `echo wp_insert_post( array( 'post_type' => '${type}', 'post_status' => 'publish', 'post_title' => ${phpString(title)}, 'post_content' => ${phpString(content)} ) );`,
    );
  const reading = async (id: number | string) =>
    JSON.parse(await site.run(`echo wp_json_encode( Bellhop\\kept_reading( ${id} ) );`)) as {
      state: string;
      why: string;
      body: string;
    } | null;
  const found = async (question: string) =>
    JSON.parse(
      await site.run(`echo wp_json_encode( Bellhop\\find_passages( ${phpString(question)} ) );`),
    ) as { title: string; url: string; body: string }[];

  it('a Word file is known with its sections and tables, and answers link to it', async () => {
    const id = await upload(
      'terms.docx',
      word(
        `${paragraph('Deposit', 'Heading1')}${paragraph('A deposit of a walrus is due.')}<w:tbl><w:tr><w:tc>${paragraph('June')}</w:tc><w:tc>${paragraph('ten narwhals')}</w:tc></w:tr></w:tbl>`,
      ),
    );
    expect(await reading(id)).toMatchObject({
      state: 'document',
      body: 'Deposit\nA deposit of a walrus is due.\nJune ten narwhals',
    });
    const [first] = await found('How many narwhals in June?');
    expect(first?.url).toMatch(/\/wp-content\/uploads\/.*\/terms\.docx$/);
  });

  it('a file that is none, or wants to fetch something, is told as damaged', async () => {
    const none = await upload('none.docx', zipSync({ 'x.txt': strToU8('x') }));
    const sly = await upload(
      'sly.docx',
      word(paragraph('&x;'), '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/hostname">]>'),
    );
    for (const id of [none, sly])
      expect(await reading(id)).toMatchObject({ state: 'closed', why: 'damaged', body: '' });
  });

  it('a PDF file is read by the owner’s browser, which opens the page of what is known', async () => {
    const id = await upload('menu.pdf', pdf('The soup of the day is made of quinces.'));
    const bad = await upload('bad.pdf', '%PDF-1.4\nnothing more');
    expect((await reading(id))?.state).toBe('waiting');
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(60_000);
    await signIn(page, site);
    const visit = () =>
      page.goto(`${site.url}/wp-admin/options-general.php?page=bellhop&view=knowledge`);
    await visit();
    await page.getByText('The PDF files were read.').waitFor();
    expect(await reading(id)).toMatchObject({
      state: 'document',
      body: expect.stringContaining('The soup of the day is made of quinces.'),
    });
    expect(await reading(bad)).toMatchObject({ state: 'closed', why: 'damaged' });
    expect((await found('soup of quinces'))[0]?.url).toMatch(/menu\.pdf$/);
    await visit();
    expect(await page.locator('.bellhop-waiting').count()).toBe(0);
    expect(await page.locator('tr', { hasText: 'bad' }).innerText()).toContain('damaged');
    await page.close();
  });

  it('a document of a page that isn’t published, and one that is deleted, is not known', async () => {
    const id = await upload('secret.docx', word(paragraph('The ocelot sleeps here.')));
    expect((await found('ocelot'))[0]?.title).toBe('secret');
    await site.run(
      `$draft = wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'draft', 'post_title' => 'Draft' ) ); wp_update_post( array( 'ID' => ${id}, 'post_parent' => $draft ) );`,
    );
    expect(await found('ocelot')).toEqual([]);
    await site.run(`wp_update_post( array( 'ID' => ${id}, 'post_parent' => 0 ) );`);
    expect((await found('ocelot'))[0]?.title).toBe('secret');
    await site.run(`wp_delete_attachment( ${id}, true );`);
    expect(await found('ocelot')).toEqual([]);
  });

  it.each([
    [
      'Yoast',
      '<div class="schema-faq wp-block-yoast-faq-block"><div class="schema-faq-section"><strong class="schema-faq-question">May I bring a lynx?</strong> <p class="schema-faq-answer">Only on a leash.</p> </div></div>',
    ],
    [
      'Rank Math',
      '<div class="rank-math-block"><div class="rank-math-list "><div class="rank-math-list-item"><h3 class="rank-math-question ">May I bring a lynx?</h3><div class="rank-math-answer "><p>Only on a leash.</p></div></div></div></div>',
    ],
    [
      'core',
      '<!-- wp:details --><details class="wp-block-details"><summary>May I bring a lynx?</summary><!-- wp:paragraph --><p>Only on a leash.</p><!-- /wp:paragraph --></details><!-- /wp:details -->',
    ],
  ])('questions and answers of a block stay together: %s', async (name, html) => {
    const id = await publish(
      name,
      `<!-- wp:html -->${'<p>Filler of a page.</p>'.repeat(60)}${html}<!-- /wp:html -->`,
    );
    const [first] = (await found('bring a lynx')).filter(({ title }) => title === name);
    expect(first?.body).toContain('May I bring a lynx?\nOnly on a leash.');
    await site.run(`wp_delete_post( ${id}, true );`);
  });

  it('opening hours of a block are known', async () => {
    await publish(
      'Visit us',
      '<!-- wp:html --><dl class="jetpack-business-hours"><div class="business-hours__item"><dt class="business-hours__day">Monday</dt><dd class="business-hours__hours">9:00 - 17:00</dd></div><div class="business-hours__item"><dt class="business-hours__day">Sunday</dt><dd class="business-hours__hours">Closed</dd></div></dl><!-- /wp:html -->',
    );
    const [first] = await found('Monday Sunday');
    expect(first?.body).toMatch(/Monday\n9:00 . 17:00\s+Sunday\nClosed/);
  });

  it('another plugin’s kind of content is known once it is chosen, and named to the owner before', async () => {
    await publish('Regatta', '<p>The regatta begins at the pelican.</p>', 'event');
    expect(await found('regatta pelican')).toEqual([]);
    expect(
      await site.run(`require_once Bellhop\\DIR . '/admin/all.php'; Bellhop\\print_other_kinds();`),
    ).toContain('Events (1)');
    await site.settle({ knowledge: ['page', 'event'] });
    expect((await found('regatta pelican'))[0]?.title).toBe('Regatta');
  });
});
