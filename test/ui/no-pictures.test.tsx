// @vitest-environment jsdom
// Pictures of the owner's origins where the part that chooses them can't be had.

import { waitFor } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { agent, message, session, user } from '../gallery/build.ts';
import { mount } from './harness.ts';

vi.mock('../../src/ui/later/pictures.ts', () => {
  throw new TypeError('Failed to fetch');
});

it('all pictures wait for a press, which shows them', async () => {
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
