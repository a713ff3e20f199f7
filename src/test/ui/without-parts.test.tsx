// @vitest-environment jsdom
// The panel where parts that only some pages ask for can't be had.

import { waitFor } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { agent, message, running, session, text, user } from '../../../test/gallery/build.ts';
import { mount } from './harness.ts';

const network = vi.hoisted(() => ({ isUp: true, asked: 0 }));
afterEach(() => {
  network.isUp = true;
});
vi.mock('../../ui/end-part.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('../../ui/end-part.ts')>();
  return {
    ...real,
    loadedEnd: () => null,
    fetchEnd: async () => {
      network.asked += 1;
      if (!network.isUp) throw new TypeError('Failed to fetch');
      return real.fetchEnd();
    },
  };
});
vi.mock('../../ui/later/pictures.ts', () => {
  throw new TypeError('Failed to fetch');
});
vi.mock('../../ui/attach/attach.tsx', () => {
  throw new TypeError('Failed to fetch');
});

it('without what chooses pictures all of them wait for a press, which shows them', async () => {
  const view = mount({
    session: session([user('Hm?'), agent([message('![A map](https://pics.example/map.png)')])]),
    options: { imageOrigins: ['https://pics.example'] },
  });
  await waitFor(() => expect(view.root.querySelector('.rich p:not(.plain)')).toBeTruthy());
  await view.pass(100);
  expect(view.root.querySelector('.log img')).toBeNull();
  await view.user.click(
    view.screen.getByRole('button', { name: 'Show image from pics.example: A map' }),
  );
  expect(view.screen.getByRole('img', { name: 'A map' })).toBeTruthy();
});

it('without what attaches documents messages are written and sent as ever', async () => {
  const view = mount({ session: session([]), options: { allowAttachments: true } });
  await view.pass();
  expect(view.screen.queryByRole('button', { name: 'Attach a document' })).toBeNull();
  await view.user.type(view.screen.getByRole('textbox', { name: 'Message' }), 'Hello{Enter}');
  expect(view.called('send')).toEqual([[[text('Hello')]]]);
});

const failing = () =>
  session([
    user('Hm?'),
    agent([], { turn: { state: 'failed', code: 'run_timeout', text: 'x', requestId: 'req_1' } }),
  ]);

it('what went wrong with an answer is said as soon as the words for it have come', async () => {
  const view = mount({ session: session([user('Hm?')], { run: running(1) }) });
  await view.show(failing());
  await view.pass(1_000);
  expect(view.screen.getAllByText('That took too long.')).toHaveLength(2);
  expect(view.screen.getByRole('button', { name: 'Edit' })).toBeTruthy();
});

it('without the words for it a failed answer is called so, aloud too, and can be tried again', async () => {
  network.isUp = false;
  const view = mount({ session: session([user('Hm?')], { run: running(1) }) });
  await view.show(failing());
  await view.pass(1_000);
  const [shown, heard] = view.screen.getAllByText('Something went wrong.');
  expect(shown?.closest('.turn-end')).toBeTruthy();
  expect(heard?.closest('[role=status]')).toBeTruthy();
  await view.user.click(view.screen.getByRole('button', { name: 'Retry' }));
  expect(view.called('send')).toEqual([[[text('Hm?')]]]);
});

it('an answer that ended by itself fetches no words for its end', async () => {
  network.asked = 0;
  const view = mount({ session: session([user('Hm?')], { run: running(1) }) });
  await view.show(session([user('Hm?'), agent([message('So.')])]));
  await view.pass(1_000);
  expect(view.root.querySelector('.turn-end')).toBeNull();
  expect(network.asked).toBe(0);
});
