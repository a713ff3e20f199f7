// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { createSettings } from '../../widget/settings.ts';
import type { RawOptions } from '../../widget/types.ts';

const environment = {
  baseUrl: 'https://shop.example/',
  isColor: (value: string) => /^[a-z]+$/.test(value),
};
const begin = (raw: RawOptions, history = 'local') =>
  createSettings(raw, 'bellhop:x:settings', history, environment);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('what the owner has set at the desk', () => {
  it('counts below what stands in the page', () => {
    const raw: RawOptions = { title: 'The page’s', sound: false };
    begin(raw).take({ title: 'The desk’s', sound: true, greeting: 'Hello', prompts: ['a', 'b'] });
    expect(raw).toEqual({
      title: 'The page’s',
      sound: false,
      greeting: 'Hello',
      prompts: ['a', 'b'],
    });
  });

  it('is there at once on the next page, as long as anything may be kept', () => {
    for (const [history, isThere] of [
      ['local', true],
      ['session', true],
      ['none', false],
    ] as const) {
      begin({}, history).take({ title: 'Ask us' });
      const raw: RawOptions = {};
      begin(raw, history);
      expect([history, 'title' in raw]).toEqual([history, isThere]);
    }
  });

  it('is deleted where the owner takes it back, or changes how long anything is kept', () => {
    const raw: RawOptions = {};
    const settings = begin(raw);
    settings.take({ title: 'Ask us', color: 'red' });
    settings.take({ color: 'red' });
    expect(raw).toEqual({ color: 'red' });
    begin({}, 'session').take({ color: 'red' });
    expect(localStorage).toHaveLength(0);
    begin({}, 'session').take({});
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    'gateway',
    'session',
    'site',
    'token',
    'sessionId',
    'name',
    'target',
    'strings',
    'tools',
    'publishTools',
    'abilities',
    'loginNonceUrl',
    'nonceUrl',
    'deleteUrl',
    'feedbackUrl',
    'images',
    'history',
    'transport',
    'nonce',
    'debug',
    'hideOn',
    'nudge',
    'userToken',
    'getSession',
    'base',
  ])('never sets %s', (name) => {
    const raw: RawOptions = {};
    begin(raw).take({ [name]: 'https://evil.example/' });
    expect(raw).toEqual({});
  });

  it('is checked like attributes, also where it was stored', () => {
    const wrong = {
      color: 'red;}*{display:none}',
      theme: 'pink',
      avatar: 'javascript:alert(1)',
      contact: { toString: 'x' },
      offset: { x: 1 },
      launcher: 'none',
      title: 'Ask us',
    };
    const raw: RawOptions = {};
    begin(raw).take(wrong);
    expect(raw).toEqual({ title: 'Ask us' });
    localStorage.setItem('bellhop:x:settings', JSON.stringify(wrong));
    const next: RawOptions = {};
    begin(next);
    expect(next).toEqual({ title: 'Ask us' });
    for (const text of ['{', 'null', '7', '"title"', '[]']) {
      localStorage.setItem('bellhop:x:settings', text);
      const other: RawOptions = {};
      begin(other);
      expect(other).toEqual({});
    }
  });

  it('gives way to what the page sets later', () => {
    const raw: RawOptions = {};
    const settings = begin(raw);
    settings.take({ color: 'red' });
    settings.leave({ color: 'blue' });
    raw.color = 'blue';
    settings.take({ color: 'green' });
    expect(raw).toEqual({ color: 'blue' });
  });
});
