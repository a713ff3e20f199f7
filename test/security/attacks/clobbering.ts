// Elements that answer to names the scripts read: markup alone, as a comment or a review could hold it.

import type { Scene, SceneAttack } from './scene.ts';

const NONCE = 'YXR0YWNrcw';
const STRICT = `script-src 'nonce-${NONCE}' 'strict-dynamic'; object-src 'none'; base-uri 'none'`;

const html = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">${head}</head><body><h1>Shop</h1>${body}</body></html>`;

/** A tag that runs nothing and names the attacker's gateway. */
const inert = ({ evil }: Scene, attributes: string): string =>
  `<script ${attributes} data-gateway="${evil.url}" data-session="/session"></script>`;

const shadowing = (
  name: string,
  markup: (scene: Scene) => string,
  more: { headers?: Record<string, string>; tag?: Record<string, string> } = {},
): SceneAttack => ({
  name,
  async run(scene) {
    await scene.visit(html(markup(scene) + scene.tag(more.tag)), more.headers);
    return scene.talk();
  },
});

/** What every document answers to; elements may take each of these names from it. */
const namesOfDocument = (scene: Scene): Promise<string[]> =>
  scene.inPage(`
    const names = new Set();
    for (let owner = Document.prototype; owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
      for (const name of Object.getOwnPropertyNames(owner)) names.add(name);
    return [...names, 'hasOwnProperty', 'toString', '__proto__', 'modelContext', 'bellhop', 'bellhopConfig', 'navigation'];`);

const everyName = (name: string, element: (name: string) => string): SceneAttack => ({
  name,
  async run(scene) {
    await scene.visit(html(''));
    const names = await namesOfDocument(scene);
    await scene.visit(html(names.map(element).join('') + scene.tag()));
    return scene.talk();
  },
});

export const CLOBBERING: readonly SceneAttack[] = [
  shadowing(
    'an element takes currentScript, an inert tag stands before the real one',
    (scene) => `<img name="currentScript">${inert(scene, 'type="text/plain"')}`,
  ),
  shadowing(
    'the same inside svg',
    (scene) => `<img name="currentScript"><svg>${inert(scene, '')}</svg>`,
  ),
  shadowing(
    'the same under a policy, with a tag that it keeps from running',
    (scene) => `<img name="currentScript">${inert(scene, `src="${scene.world.cdn}/bellhop.js"`)}`,
    {
      headers: { 'content-security-policy': STRICT },
      tag: { nonce: NONCE },
    },
  ),
  everyName('pictures take every name of the document', (name) => `<img name="${name}">`),
  everyName(
    'forms with fields take every name of the document',
    (name) =>
      `<form name="${name}" id="${name}"><input name="call"><input name="append"><input name="lang"><input name="bind"><input name="registerTool"></form>`,
  ),
];

/** Tags that run nothing, beside a script that isn't told which tag is its own. */
export const INERT_TAGS: readonly SceneAttack[] = [
  ...['type="text/plain"', 'type="module"'].map((type) => ({
    name: `a tag with ${type} that doesn’t run, before one that runs as a module`,
    async run(scene: Scene) {
      const evil = inert(scene, `${type} src="${scene.world.cdn}/bellhop.js"`);
      await scene.visit(html(evil + scene.tag({ type: 'module', crossorigin: '', nonce: NONCE })), {
        'content-security-policy': STRICT,
      });
      // A module isn't told which tag it is of: to start nothing, and to say so, is right.
      const trouble = await scene.talk();
      return trouble?.includes('no valid data-gateway') ? null : trouble;
    },
  })),
  {
    name: 'an inert tag on a page whose script has been combined with others',
    async run(scene) {
      const { cdn } = scene.world;
      await scene.visit(
        html(`${inert(scene, 'type="text/plain"')}<script type="module">
          const code = await (await fetch('${cdn}/bellhop.js')).text();
          document.head.append(Object.assign(document.createElement('script'), { textContent: code }));
        </script>`),
      );
      const trouble = await scene.talk();
      return trouble?.includes('no valid data-gateway') ? null : trouble;
    },
  },
];
