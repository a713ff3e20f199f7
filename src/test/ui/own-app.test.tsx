// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { agent, session, tool, tools, user } from '../../../test/gallery/build.ts';
import type { ToolsSnapshot, ToolUi } from '../../tools/types.ts';
import '../../ui/apps/app.tsx';
import { mount } from './harness.ts';

const SANDBOX = 'https://box.example/app-frame/none';
const report = vi.fn();
beforeEach(() => void vi.stubGlobal('reportError', report.mockReset()));
afterEach(() => vi.unstubAllGlobals());

const offering = (ui: ToolUi | undefined): ToolsSnapshot => ({
  ...tools(),
  find: (name) => (name === 'show_route' ? { ui, title: 'The way' } : null),
});

const done = (content: string, code?: string) =>
  session([
    user('How far is it?'),
    agent([
      tool('show_route', { to: 'Rome' }, { ms: 900, content, ...(code ? { code } : {}) }),
      'Not far.',
    ]),
  ]);

async function show(
  ui: ToolUi | undefined,
  log = done('{"km":3}'),
  reply: unknown = { sandbox: SANDBOX },
) {
  const asked: unknown[] = [];
  const view = mount({ session: log, tools: offering(ui) });
  view.ports.actions.request = async (what) => {
    asked.push(what);
    return reply;
  };
  await view.pass(100);
  const frame = () => view.root.querySelector('iframe');
  return {
    ...view,
    asked,
    frame,
    /** What the frame gets once its own page is there. */
    fill() {
      const inside = frame()?.contentWindow;
      if (!inside) throw new Error('There is no frame.');
      const posted = vi.spyOn(inside, 'postMessage').mockReturnValue();
      const data = { jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready' };
      dispatchEvent(new MessageEvent('message', { source: inside, origin: 'null', data }));
      return posted.mock.calls.map(([message]) => message.params.html);
    },
  };
}

describe('HTML that a tool of the page gives', () => {
  it('stands below the step, in the gateway’s frame that reaches nothing, with what it was made of', async () => {
    const html = vi.fn(({ input, result }) => `<p>${input.to}: ${result.km} km</p>`);
    const view = await show({ html, title: 'Route', height: 300 });
    expect(view.asked).toEqual([
      { method: 'GET', path: expect.stringMatching(/^\/v1\/sessions\/[^/]+\/app-frame$/) },
    ]);
    expect(html).toHaveBeenCalledOnce();
    expect(view.frame()?.getAttribute('src')).toBe(SANDBOX);
    expect(view.frame()?.title).toBe('Route');
    expect(view.root.querySelector<HTMLElement>('.app-place')?.style.blockSize).toBe('300px');
    expect(view.fill()).toEqual([expect.stringContaining('<p>Rome: 3 km</p>')]);
    expect(view.root.textContent).toMatch(/show(ed|s)? route/i);
  });

  it('has the tool’s title where it has none of its own', async () => {
    const view = await show({ html: '<p>Here</p>' });
    expect(view.frame()?.title).toBe('The way');
  });

  it('is not asked for where the call failed', async () => {
    const html = vi.fn(() => '<p>');
    const view = await show({ html }, done('No route.', 'unavailable'));
    expect(html).not.toHaveBeenCalled();
    expect(view.frame()).toBeNull();
  });

  it('comes once the page offers the tool, and goes with it', async () => {
    const view = await show(undefined);
    expect(view.frame()).toBeNull();
    view.ports.tools.set(offering({ html: '<p>Here</p>' }));
    await view.pass(100);
    expect(view.frame()).not.toBeNull();
    view.ports.tools.set(offering(undefined));
    await view.pass(1_000);
    expect(view.frame()).toBeNull();
  });

  it('goes on where the page registers its tool again', async () => {
    const view = await show({ html: '<p>Here</p>' });
    const before = view.frame();
    view.ports.tools.set(offering({ html: '<p>Here, too</p>' }));
    await view.pass(100);
    expect(view.frame()).toBe(before);
  });

  it.each([
    [
      'throws',
      {
        html: () => {
          throw new Error('No map.');
        },
      },
      { sandbox: SANDBOX },
      /No map/,
    ],
    ['is none', { html: 7 } as unknown as ToolUi, { sandbox: SANDBOX }, /"show_route": ui.html/],
    ['is too long', { html: 'x'.repeat(600_000) }, { sandbox: SANDBOX }, /512 KiB/],
    ['has no frame at this gateway', { html: '<p>' }, null, /no frame/],
  ])('that %s leaves words in the thread, and the page hears why', async (_, ui, reply, why) => {
    const view = await show(ui, done('{"km":3}'), reply);
    expect(view.frame()).toBeNull();
    expect(view.root.querySelector('.app-note')?.textContent).toBe(
      'The way · Not available right now',
    );
    expect(report.mock.calls.map(([error]) => String(error))).toEqual([expect.stringMatching(why)]);
  });
});
