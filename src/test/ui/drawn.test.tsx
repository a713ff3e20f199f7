// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  agent,
  paused,
  question,
  session,
  tool,
  tools,
  user,
} from '../../../test/gallery/build.ts';
import type { RenderedCall, ToolsSnapshot } from '../../tools/types.ts';
import '../../ui/drawn/drawn.tsx';
import { mount } from './harness.ts';

afterEach(() => vi.unstubAllGlobals());

type Render = (call: RenderedCall) => unknown;
const offering = (snapshot: ToolsSnapshot, render: Render | undefined): ToolsSnapshot => ({
  ...snapshot,
  find: (name) => (name === 'choose_size' ? { ...(render && { render }) } : null),
});

/** A call that waits for `respond`, or (`isCard` false) for the question before it. */
async function asking(render: Render, isCard = true) {
  const part = tool('choose_size', { sizes: ['S', 'M'] }, { isPending: true });
  const view = mount({
    session: session([user('Which size?'), agent([part], { turn: { state: 'paused' } })], {
      run: paused(part),
    }),
    tools: offering(tools(question(part, 'Choose a size', isCard ? { isCard } : {})), render),
  });
  await view.pass(600);
  return view;
}

const done = (content: string, code?: string) =>
  session([
    user('Which size?'),
    agent([
      tool('choose_size', { sizes: ['S', 'M'] }, { ms: 900, content, ...(code ? { code } : {}) }),
      'M it is.',
    ]),
  ]);

describe('a call that the page draws', () => {
  it('is an element of the page, which a slot in the thread shows', async () => {
    const view = await asking(({ input }) => {
      const own = document.createElement('form');
      own.textContent = JSON.stringify(input);
      return own;
    });
    const own = view.host.querySelector('form');
    expect(own?.textContent).toBe('{"sizes":["S","M"]}');
    const slot = view.root.querySelector<HTMLSlotElement>('.turn slot');
    expect(own?.closest('[slot]')?.slot).toBe(slot?.name);
  });

  it('is answered by the page’s own words once, which the agent gets', async () => {
    let call: RenderedCall | null = null;
    const view = await asking((now) => {
      call = now;
    });
    const asked = call as RenderedCall | null;
    expect(asked?.status).toBe('asking');
    expect(asked?.respond({ size: 'M' })).toBe(true);
    expect(view.called('answerTool')).toEqual([
      [asked?.toolUseId, expect.any(String), { value: { size: 'M' } }],
    ]);
    expect(asked?.decline()).toBe(true);
    expect(view.called('answerTool').at(-1)?.[2]).toBe('no');
  });

  it('is answered by what was drawn first, also once the tool was registered anew, and never when nothing waits', async () => {
    const first: RenderedCall[] = [];
    const draw = (call: RenderedCall) => void (first.length === 0 && first.push(call));
    const view = await asking(draw);
    const before = view.ports.tools.get();
    const [[id, call] = []] = before.calls;
    if (!id || call?.status.state !== 'asking') throw new Error('Nothing asks.');
    const anew = { ...call.status.question, binding: 'another binding' };
    const status = { state: 'asking' as const, question: anew };
    view.ports.tools.set(offering(tools({ ...call, status }), draw));
    await view.pass();
    expect(first[0]?.respond('M')).toBe(true);
    expect(view.called('answerTool').at(-1)).toEqual([id, 'another binding', { value: 'M' }]);
    view.ports.tools.set(offering(tools({ ...call, status: { state: 'discarded' } }), draw));
    await view.pass();
    expect(first[0]?.respond('L')).toBe(false);
    expect(first[0]?.decline()).toBe(false);
    expect(view.called('answerTool')).toHaveLength(1);
  });

  it('can’t answer the question before a tool, which stands below it', async () => {
    const answers: boolean[] = [];
    const view = await asking((call) => {
      answers.push(call.respond('yes'), call.decline());
    }, false);
    expect(answers).toEqual([false, false]);
    expect(view.called('answerTool')).toEqual([]);
    view.screen.getByRole('group', { name: /Choose a size/ });
  });

  it('can change nothing of what the agent gave', async () => {
    const inputs: unknown[] = [];
    await asking(({ input }) => {
      inputs.push(input);
    });
    expect(() => (inputs[0] as { sizes: string[] }).sizes.push('L')).toThrow(TypeError);
  });

  it.each([
    ['{"size":"M"}', { size: 'M' }],
    ['["M"]', ['M']],
    ['M', 'M'],
    ['{not JSON', '{not JSON'],
  ])('after a reload has the result %j', async (content, result) => {
    const calls: RenderedCall[] = [];
    const view = mount({
      session: done(content),
      tools: offering(tools(), (call) => void calls.push(call)),
    });
    await view.pass(100);
    expect(calls.at(-1)).toMatchObject({ status: 'done', result });
  });

  it('is drawn once the page offers the tool, and a step again where it doesn’t', async () => {
    const view = mount({ session: done('M'), tools: tools() });
    await view.pass(100);
    expect(view.root.querySelector('slot')).toBeNull();
    const signals: RenderedCall['signal'][] = [];
    const draw = ({ signal, root }: RenderedCall) => {
      signals.push(signal);
      root.textContent = 'Size M';
    };
    view.ports.tools.set(offering(tools(), draw));
    await view.pass(100);
    expect(view.host.textContent).toContain('Size M');
    view.ports.tools.set(offering(tools(), undefined));
    await view.pass(100);
    expect(view.host.textContent).not.toContain('Size M');
    expect(signals.at(-1)?.aborted).toBe(true);
    expect(view.root.textContent).toContain('Chose size');
  });

  it('keeps one element for all its changes', async () => {
    const roots = new Set<unknown>();
    const draw = ({ root }: RenderedCall) => void roots.add(root);
    const log = done('M');
    const view = mount({ session: log, tools: offering(tools(), draw) });
    await view.pass(100);
    await view.show({ ...log }, offering(tools(), draw));
    view.ports.options.set({ ...view.ports.options.get(), title: 'Other' });
    await view.pass(100);
    expect(roots.size).toBe(1);
  });

  it('that failed is told by its step', async () => {
    const draw = vi.fn();
    const view = mount({
      session: done('No sizes.', 'unavailable'),
      tools: offering(tools(), draw),
    });
    await view.pass(100);
    expect(draw).not.toHaveBeenCalled();
    expect(view.root.textContent).toMatch(/choose size/i);
  });

  it('whose render throws becomes a step, is declined where it asked, and the page hears why', async () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const error = new Error('No such component.');
    const view = await asking(() => {
      throw error;
    });
    expect(report).toHaveBeenCalledWith(error);
    expect(view.called('answerTool').map(([, , decision]) => decision)).toEqual(['no']);
    expect(view.root.querySelector('slot')).toBeNull();
  });

  it('leaves nothing behind when the chat goes', async () => {
    const view = await asking(({ root }) => root.append('Mine'));
    expect(view.host.childElementCount).toBe(1);
    view.panel.destroy();
    await view.pass();
    expect(view.host.childElementCount).toBe(0);
  });
});
