// @vitest-environment jsdom
// @vitest-environment-options {"url": "http://localhost:5173/"}

import { expect, it, vi } from 'vitest';
import { isMarked } from '../../widget/mark.ts';
import { isOwnMachine } from '../../widget/own-host.ts';
import { welcome } from '../../widget/own-machine.ts';

it.each(['localhost', 'shop.localhost', '127.0.0.1', '[::1]'])(
  '%s is the developer’s own',
  (host) => expect(isOwnMachine(host)).toBe(true),
);

it.each(['shop.example', 'localhost.example', 'notlocalhost', '10.127.0.1', '128.0.0.1'])(
  '%s is not',
  (host) => expect(isOwnMachine(host)).toBe(false),
);

it('has the next page fetch the engine at once, and go on with nothing', () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  welcome('default@https://gateway.example');
  expect(localStorage['bellhop:default@https://gateway.example']).toBeTruthy();
  expect(isMarked('default@https://gateway.example')).toBe(false);
  expect(info.mock.calls.flat().join()).toContain('?bellhop-debug');
  info.mockRestore();
});

it('leaves alone the mark of an earlier page that has something unfinished', () => {
  localStorage['bellhop:help@https://gateway.example'] = '1';
  welcome('help@https://gateway.example');
  expect(isMarked('help@https://gateway.example')).toBe(true);
});
