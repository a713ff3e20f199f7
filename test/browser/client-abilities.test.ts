// Abilities that run in the visitor's browser: WordPress's own module of them, from the registry, in a page whose import map
// names it, as WordPress 7 does; the chat is the built script.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { createProject, type Project } from './support/project.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, recordConsole, type World } from './support/world.ts';

const HEAD = `<script type="importmap">{"imports": {"@wordpress/abilities": "/abilities.js"}}</script>
<script type="module">
  import { registerAbility, registerAbilityCategory } from '@wordpress/abilities';
  window.cart = [];
  registerAbilityCategory('shop', { label: 'Shop', description: 'What the shop can do.' });
  registerAbility({
    name: 'shop/read-cart',
    label: 'Read the cart',
    description: 'What is in the cart.',
    category: 'shop',
    meta: { annotations: { readonly: true } },
    callback: () => window.cart.join() || 'nothing',
  });
  registerAbility({
    name: 'shop/add-to-cart',
    label: 'Add to cart',
    description: 'Adds a product to the cart.',
    category: 'shop',
    input_schema: { type: 'object', properties: { product: { type: 'string' } }, required: ['product'] },
    callback: ({ product }) => { window.cart.push(product); return 'added'; },
  });
</script>`;

describe('an ability that runs in the visitor’s browser', OUTER, () => {
  let project: Project;
  let browser: Browser;
  let world: World;
  beforeAll(async () => {
    project = createProject(['@wordpress/abilities', 'vite']);
    project.write('abilities.js', "export * from '@wordpress/abilities';");
    project.write(
      'vite.config.js',
      `export default {
  define: { 'process.env.NODE_ENV': '"production"' },
  build: { lib: { entry: 'abilities.js', formats: ['es'], fileName: () => 'abilities.js' } },
};`,
    );
    project.run('npx', ['vite', 'build', '--logLevel=error']);
    const read = { call: [{ name: 'shop__read-cart', input: {} }] };
    const add = { call: [{ name: 'shop__add-to-cart', input: { product: 'mug' } }] };
    world = await createWorld(
      await startReferenceGateway({
        script: [
          [read, { say: 'Read.' }],
          [add, { say: 'Added.' }],
        ],
      }),
    );
    world.put('/abilities.js', {
      html: readFileSync(join(project.folder, 'dist/abilities.js'), 'utf8'),
      headers: { 'content-type': 'text/javascript' },
    });
    world.put('/', pageHtml(world, { 'data-tools': 'abilities' }, '', HEAD));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
    await project?.close();
  });

  it('is offered as WordPress’s module lists it, runs there, and asks first unless it only reads', async () => {
    const page = await browser.newPage();
    const lines = recordConsole(page);
    const visitor = visitorOf(page);
    await page.goto(`${world.site}/`);
    await page.waitForFunction('window.cart');
    await visitor.open();
    await visitor.write('What is in my cart?');
    await visitor.log.getByText('Read.').waitFor();
    await visitor.write('Add a mug');
    await visitor.answer('yes');
    await visitor.log.getByText('Added.').waitFor();
    expect(await page.evaluate('window.cart')).toEqual(['mug']);

    expect(world.tickets[0]?.tools?.map(({ name }) => name).toSorted()).toEqual([
      'shop__add-to-cart',
      'shop__read-cart',
    ]);
    const events = await world.gateway.events(world.sessionId());
    const results = events.filter(({ type }) => type === 'user.tool_result');
    expect(JSON.stringify(results)).toContain('nothing');
    expect(JSON.stringify(results)).toContain('added');
    expect(lines.filter(({ type }) => type === 'error' || type === 'uncaught')).toEqual([]);
    await page.close();
  });
});
