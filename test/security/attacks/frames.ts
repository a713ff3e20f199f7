// Pages that frame the site, so that a visitor's clicks land where another means them to.

import type { Step } from '../../browser/support/test-gateway.ts';
import { ANSWER, type Scene, type SceneAttack, until } from './scene.ts';

/** The agent asks for a tool that changes something, then says that it is done. */
const BUYING: Step[][] = [[{ call: [{ name: 'buy', input: {} }] }, { say: ANSWER }]];

const shop = (scene: Scene): string => `<!doctype html><html lang="en"><title>Shop</title><script>
  window.ran = [];
  (window.bellhop ||= []).push((chat) => chat.registerTool({ name: 'buy', description: 'Buys.',
    inputSchema: { type: 'object' }, execute: () => { ran.push('buy'); return 'bought'; } }));
</script>${scene.tag()}`;

const frame = (url: string): string => `<iframe src="${url}" width="900" height="700"></iframe>`;

const framed = (name: string, wrap: (inner: string, scene: Scene) => string): SceneAttack => ({
  name,
  script: BUYING,
  async run(scene) {
    const { world, page } = scene;
    const inner = `${world.site}/shop`;
    world.put('/shop', shop(scene));
    await scene.visit(`<!doctype html><title>Around</title>${wrap(inner, scene)}`);
    await until('the frame', () => page.frame({ url: inner }) !== null, scene.patienceSeconds);
    const act = (code: string): Promise<unknown> =>
      until(code, () => scene.inPage<unknown>(code, inner), scene.patienceSeconds);
    await act('return dom.press(dom.launcher())');
    await act("return dom.type('Buy it')");
    await act("return dom.press(dom.find('[part~=send]:not([aria-disabled])'))");
    const seen = await act(
      `return dom.find('.choices button') ? 'asked' : ran.length ? 'ran' : dom.text().includes('${ANSWER}') ? 'refused' : ''`,
    );
    return seen === 'refused' ? null : `the question was ${seen} in the frame`;
  },
});

export const FRAMES: readonly SceneAttack[] = [
  framed('a frame of another origin stands between two of the site', (inner, { evil }) =>
    frame(`${evil.url}/?page=${encodeURIComponent(frame(inner))}`),
  ),
];
