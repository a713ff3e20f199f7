// @vitest-environment jsdom
// The panel where parts that only some pages ask for can't be had.

import { waitFor } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { agent, message, session, text, user } from '../gallery/build.ts';
import { mount } from './harness.ts';

vi.mock('../../src/ui/later/pictures.ts', () => {
  throw new TypeError('Failed to fetch');
});
vi.mock('../../src/ui/attach/attach.tsx', () => {
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
