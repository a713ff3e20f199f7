// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import {
  agent,
  call,
  NOW,
  paused,
  session,
  tool,
  tools,
  user,
} from '../../../test/gallery/build.ts';
import { OUTCOME_UNKNOWN } from '../../tools/failure.ts';
import { outcomeUnknown } from '../../tools/recovery.ts';
import type { CallState } from '../../tools/types.ts';
import { readableName } from '../../ui/model/tool-line.ts';
import type { MountOptions } from './harness.ts';
import { mount } from './harness.ts';

describe('what a tool code becomes, while the agent goes on', () => {
  it.each([
    ['invalid_input', 'Couldn’t do that with these details'],
    ['permission_denied', 'You don’t have access'],
    ['not_found', 'Not found'],
    ['tool_unavailable', 'Not available on this page'],
    ['declined', 'You said no'],
    ['cancelled', 'Skipped'],
    ['rate_limited', 'Too many tries just now'],
    ['timeout', 'Took too long'],
    ['unavailable', 'Not available right now'],
    ['wp_fatal_error', 'The site had a problem'],
    ['execution_failed', 'That didn’t work'],
    ['internal_error', 'That didn’t work'],
    ['a code of tomorrow', 'That didn’t work'],
  ])('%s says "%s"', (code, words) => {
    const part = tool('get_stock', {}, { code });
    const view = mount({ session: session([user('Hm?'), agent([part, 'So be it'])]) });
    expect(view.screen.getByText(words)).toBeTruthy();
    expect(view.screen.getByText('So be it')).toBeTruthy();
  });
});

describe('a step', () => {
  const part = tool('get_stock', { size: 'M' }, { isPending: true });
  const during = (status: CallState, how: MountOptions = {}) =>
    mount(
      {
        session: session([user('Hm?'), agent([part], { turn: { state: 'paused' } })], {
          run: paused(part),
        }),
        tools: tools(call(part, 'Look at the stock', status)),
      },
      how,
    );

  it.each<[CallState, string]>([
    [{ state: 'looking' }, 'Looking at the stock…'],
    [{ state: 'running', startedAt: NOW }, 'Looking at the stock…'],
    [{ state: 'posting', outcome: { isError: false, durationMs: 800 } }, 'Finishing…'],
    [{ state: 'settled', outcome: { isError: false, durationMs: 1200 } }, '1.2 s'],
    [{ state: 'settled', outcome: { isError: false, durationMs: 3 } }, 'Looked at the stock'],
    [
      { state: 'settled', outcome: { isError: true, code: 'timeout', durationMs: null } },
      'Took too long',
    ],
    [{ state: 'discarded' }, 'No longer needed'],
    [{ state: 'elsewhere' }, 'Waiting for another device'],
  ])('in %j says "%s"', (status, words) => {
    expect(during(status).screen.getByText(words)).toBeTruthy();
  });

  it.each<[string, CallState, string]>([
    ['running', { state: 'running', startedAt: NOW }, 'Working…'],
    ['done', { state: 'settled', outcome: { isError: false, durationMs: 3 } }, 'Done'],
  ])('that begins with no verb we know says beside its title that it is %s', (_, status, words) => {
    const view = mount({
      session: session([user('Hm?'), agent([part], { turn: { state: 'paused' } })], {
        run: paused(part),
      }),
      tools: tools(call(part, 'Weather', status)),
    });
    expect(view.screen.getByText('Weather')).toBeTruthy();
    expect(view.screen.getByText(words)).toBeTruthy();
  });

  // All that the tools room says of such a call.
  const ended = outcomeUnknown();
  describe.each([
    `Stopped by the visitor. ${OUTCOME_UNKNOWN}`,
    ended.isOk ? '' : ended.failure.message,
  ])('of a call that may have worked, though nobody knows (%s)', (message) => {
    const words = 'It isn’t clear whether that worked';

    it('doesn’t say that it failed while this device knows of it', () => {
      const outcome = { isError: true, code: 'execution_failed', message, durationMs: null };
      expect(during({ state: 'settled', outcome }).screen.getByText(words)).toBeTruthy();
    });

    it('doesn’t say so either when it comes out of the log', () => {
      const asked = tool('place_order', {}, { code: 'execution_failed' });
      const error = { code: 'execution_failed', message, retryable: false };
      const result = { ...asked.result, content: { error } } as typeof asked.result;
      const turn = session([user('Hm?'), agent([{ ...asked, result }])]);
      expect(mount({ session: turn }).screen.getByText(words)).toBeTruthy();
    });
  });

  it('says how long a failure took to the owner only', () => {
    const failed = tool('get_stock', {}, { code: 'not_found', ms: 300 });
    const turn = session([user('Hm?'), agent([failed])]);
    const visitor = mount({ session: turn });
    expect(visitor.screen.getByText('Not found')).toBeTruthy();
    expect(visitor.screen.queryByText('0.3 s')).toBeNull();
    const owner = mount({ session: turn }, { options: { isDebug: true } });
    expect(owner.screen.getByText('0.3 s')).toBeTruthy();
  });

  it('can be run here where another device began it', async () => {
    const view = during({ state: 'elsewhere' });
    await view.pass(600);
    await view.user.click(view.screen.getByRole('button', { name: 'Run it here?' }));
    expect(view.called('runToolHere')).toEqual([[part.toolUseId]]);
  });

  it('is run here by a press that was meant for that alone: seen for half a second, standing still, by the visitor’s own hand', async () => {
    const view = during({ state: 'elsewhere' });
    const button = () => view.screen.getByRole('button', { name: 'Run it here?' });
    const press = async () => {
      await view.user.click(button());
      return view.called('runToolHere').length;
    };
    await view.pass(400);
    expect(button().getAttribute('aria-disabled')).toBe('true');
    expect(await press()).toBe(0);
    await view.pass(300);
    button().getBoundingClientRect = () => new DOMRect(0, 48, 200, 44);
    expect(await press()).toBe(0);
    await view.pass(600);
    expect(await press()).toBe(1);
  });

  it('is run here by no script of the page', async () => {
    const view = during({ state: 'elsewhere' }, { isTrusted: (event) => event.isTrusted });
    await view.pass(600);
    view.screen.getByRole('button', { name: 'Run it here?' }).click();
    expect(view.called('runToolHere')).toEqual([]);
  });

  it('whose result isn’t taken says so, outside the fold, and can be told again', async () => {
    const outcome = { isError: false, durationMs: 800 };
    const done = [tool('get_stock', {}, { ms: 3 }), tool('get_stock', {}, { ms: 3 })];
    const view = mount({
      session: session(
        [user('Hm?'), agent([...done, { ...part }], { turn: { state: 'paused' } })],
        { run: paused(part) },
      ),
      tools: tools(call(part, 'Look at the stock', { state: 'unposted', outcome })),
    });
    expect(view.screen.getByText('The result couldn’t be sent')).toBeTruthy();
    await view.user.click(view.screen.getByRole('button', { name: 'Retry' }));
    expect(view.called('retryTools')).toHaveLength(1);
  });

  it('shows its input, and what was answered', () => {
    const done = tool('get_stock', { size: 'M' }, { ms: 300, content: 'four pieces' });
    const view = mount({ session: session([user('Hm?'), agent([done])]) });
    const details = view.screen.getByText('Got stock').closest('details');
    expect(details?.querySelector('dl')?.textContent).toBe('SizeM');
    expect(details?.textContent).toContain('four pieces');
  });

  it('tells a visitor what can be read of JSON, and shows the owner all of it exactly', () => {
    const content = '{"sizes":["S","M"],"in_stock":4,"rows":[{"x":1}]}';
    const input = { product_id: 'mug' };
    const entries = session([user('Hm?'), agent([tool('get_stock', input, { ms: 300, content })])]);
    const shown = mount({ session: entries }).screen.getByText('Got stock').closest('details');
    expect([...(shown?.querySelectorAll('dt') ?? [])].map((name) => name.textContent)).toEqual([
      'Product id',
      'Sizes',
      'In stock',
    ]);
    expect(shown?.textContent).toContain('S, M');
    expect(shown?.textContent).not.toContain('{');
    const owner = mount({ session: entries, options: { isDebug: true } }).root;
    expect(owner.textContent).toContain(content);
    expect(owner.querySelector('dt')?.textContent).toBe('product_id');
  });

  it('has nothing to unfold where the answer is a list alone', () => {
    const listed = tool('get_stock', {}, { ms: 300, content: '[{"id":1}]' });
    const view = mount({ session: session([user('Hm?'), agent([listed])]) });
    expect(view.screen.getByText('Got stock').closest('details')).toBeNull();
  });

  const failing = (name: string) =>
    tool(name, {}, { ms: 9, code: 'execution_failed', content: 'boom at cart.js:12' });

  it('tells the visitor of a failure in words of its own, and the owner what the page said', () => {
    const entries = session([user('Hm?'), agent([failing('get_stock')])]);
    const shown = mount({ session: entries }).screen.getByText('Get stock').closest('.way');
    expect(shown?.textContent).toContain('That didn’t work');
    expect(shown?.textContent).not.toContain('boom');
    const owner = mount({ session: entries, options: { isDebug: true } });
    expect(owner.root.textContent).toContain('boom at cart.js:12');
    const outcome = { isError: true, code: 'execution_failed', content: 'boom', durationMs: 1 };
    const still = during({ state: 'posting', outcome });
    expect(still.root.textContent).not.toContain('boom');
  });

  it('stands outside the fold while it can be run here', async () => {
    const parts = ['one', 'two', 'three'].map((name) => tool(name, {}, { ms: 100 }));
    const turn = agent([...parts, part], { turn: { state: 'paused' } });
    const view = mount({
      session: session([user('Hm?'), turn], { run: paused(part) }),
      tools: tools(call(part, 'Weather', { state: 'elsewhere' })),
    });
    const fold = view.screen.getByText('One · Two · Three').closest('details');
    const button = view.screen.getByRole('button', { name: 'Run it here?' });
    expect(fold?.contains(button)).toBe(false);
    expect(fold?.contains(view.screen.getByText('Weather'))).toBe(false);
    await view.pass(600);
    await view.user.click(button);
    expect(view.called('runToolHere')).toEqual([[part.toolUseId]]);
  });

  it('waits for nothing once the turn is over', () => {
    const view = mount({ session: session([user('Hm?'), agent([tool('a_tool', {})])]) });
    expect(view.screen.getByText('No longer needed')).toBeTruthy();
  });
});

describe('a tool’s name in words', () => {
  it.each([
    ['add_to_cart', 'Add to cart'],
    ['getStockLevel', 'Get stock level'],
    ['shop/list-orders', 'List orders'],
    ['mcp__search_products', 'Search products'],
    ['___', '___'],
  ])('%s reads "%s"', (name, words) => expect(readableName(name)).toBe(words));
});
