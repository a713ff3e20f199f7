import { expect, it } from 'vitest';
import { tellFormerWays } from '../../widget/former-ways.ts';
import type { Chat, RawOptions } from '../../widget/types.ts';

function setup(raw: RawOptions = { __proto__: null }) {
  const done: string[] = [];
  const told: string[] = [];
  let isShown = true;
  const chat = {
    get state() {
      return { isShown };
    },
    show(isWanted = true) {
      isShown = isWanted;
      done.push(`show ${isWanted}`);
    },
    hide: () => chat.show(false),
    unregisterTool: (name: string) => void done.push(`unregister ${name}`),
  } as unknown as Chat;
  tellFormerWays(chat, raw, (sentence) => told.push(sentence));
  return { chat, done, told };
}

it('says once what stands in the place of show(false), and hides all the same', () => {
  const { chat, done, told } = setup();
  chat.show(false);
  chat.show();
  chat.show(false);
  expect(done).toEqual(['show false', 'show true', 'show false']);
  expect(told).toEqual([
    'chat.hide() stands in the place of chat.show(false), which goes on working.',
  ]);
});

it('says nothing of hide() and show(), nor of the next path of a page on which the chat is hidden', () => {
  const { chat, done, told } = setup();
  chat.hide();
  chat.show(false);
  chat.show(true);
  expect(done).toEqual(['show false', 'show false', 'show true']);
  expect(told).toEqual([]);
});

it('says once how else a tool is taken back, and takes it back', () => {
  const { chat, done, told } = setup();
  chat.unregisterTool('a');
  chat.unregisterTool('b');
  expect(done).toEqual(['unregister a', 'unregister b']);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('registerTool(tool, { signal })');
});

it('says what an attribute is called now', () => {
  expect(setup({ __proto__: null, nonceUrl: '/nonce' }).told).toEqual([
    'data-nonce-url is called data-login-nonce-url now. The old name goes on working.',
  ]);
  expect(setup({ __proto__: null, loginNonceUrl: '/nonce' }).told).toEqual([]);
});
