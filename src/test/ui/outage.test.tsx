// @vitest-environment jsdom
// An outage in a browser that keeps nothing.

import { describe, expect, it } from 'vitest';
import { session, user } from '../../../test/gallery/build.ts';
import { mount } from './harness.ts';

const KEPT = 'This browser keeps nothing: the chat ends with this page.';
const waiting = user('Hi', { delivery: { state: 'queued', why: 'order' } });

describe('a browser that keeps nothing', () => {
  it.each([
    ['offline', { connection: 'offline' as const }, /You’re offline/],
    [
      'without a gateway',
      { trouble: { kind: 'unreachable' as const, retryAt: null } },
      /Reconnect/,
    ],
  ])('is told of beside what waits %s, since that ends with the page', (_, state, outage) => {
    const { screen } = mount({ session: session([waiting], { ...state, isForgetful: true }) });
    expect(screen.getByText(outage)).toBeTruthy();
    expect(screen.getByText(KEPT)).toBeTruthy();
  });

  it('is not told of where storage works', () => {
    const { screen } = mount({ session: session([waiting], { connection: 'offline' }) });
    expect(screen.queryByText(KEPT)).toBeNull();
  });
});
