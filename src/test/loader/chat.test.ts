// @vitest-environment jsdom
// The chat before its engine: what the page and the visitor ask for is kept, in order, and nothing is fetched early.

import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { createChat } from '../../loader/chat.ts';
import type { Chat, EngineModule, RawOptions } from '../../widget/types.ts';

const GIVEN = { gateway: 'https://gateway.example', session: '/session' };

let navigation: EventTarget;
let chats: Chat[];
let onDestroy: Mock<() => void>;

beforeEach(() => {
  // jsdom has none.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
    },
  );
  vi.stubGlobal('CSS', { supports: () => true });
  navigation = new EventTarget();
  vi.stubGlobal('navigation', navigation);
  history.replaceState(null, '', '/');
  chats = [];
  onDestroy = vi.fn();
});

afterEach(() => {
  for (const chat of chats) chat.destroy();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

/** An engine that comes when `arrive` is called, and carries out two verbs. */
function setup(options: RawOptions = {}) {
  const done: string[] = [];
  const asked: { arrive(): void; fail(error: Error): void }[] = [];
  const mount = (chat: Chat): void => {
    chat.configure({});
    Object.assign(chat, {
      open: () => done.push('open'),
      send: async (text: string) => {
        done.push(`send ${text}`);
        return true;
      },
      draft: async (text: string) => void done.push(`draft ${text}`),
    });
  };
  const load = () =>
    new Promise<EngineModule>((resolve, reject) => {
      asked.push({ arrive: () => resolve({ mount }), fail: reject });
    });
  const chat = createChat({ ...GIVEN, ...options }, 'default', load, onDestroy);
  chats.push(chat);
  const host = () => document.querySelector<HTMLElement>('bellhop-host');
  const button = () => host()?.shadowRoot?.querySelector('button') ?? null;
  return { chat, done, asked, host, button };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('a chat before its engine', () => {
  it('draws one button once nothing required is missing, and tells that it is ready', async () => {
    const { chat, host, button, asked } = setup({ session: undefined });
    expect(chat.configure({})).toBe('session');
    expect(host()).toBeNull();
    expect(chat.configure({ session: '/session' })).toBeFalsy();
    expect(button()?.ariaLabel).toBe('Chat');
    expect(await chat.ready).toBe(chat);
    expect(chat.configure({ launcher: 'Ask' })).toBeFalsy();
    expect(document.querySelectorAll('bellhop-host')).toHaveLength(1);
    expect(button()?.textContent).toBe('Ask');
    expect(asked).toHaveLength(0);
  });

  it('fetches the engine once, when the pointer or the focus comes near', async () => {
    const { chat, button, asked } = setup();
    chat.configure({});
    button()?.dispatchEvent(new Event('pointerenter'));
    button()?.dispatchEvent(new Event('focus'));
    button()?.click();
    await settle();
    expect(asked).toHaveLength(1);
  });

  it('does in their order what was asked for before the engine came', async () => {
    const { chat, done, asked } = setup();
    void chat.draft('one');
    chat.configure({});
    expect(asked).toHaveLength(0);
    const sent = chat.send('two');
    chat.open();
    await settle();
    expect(asked).toHaveLength(1);
    asked[0]?.arrive();
    expect(await sent).toBe(true);
    await settle();
    expect(done).toEqual(['draft one', 'send two', 'open']);
  });

  it('says that it could not load to who has pressed, and fetches at the next press', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { chat, button, asked, done } = setup();
    chat.configure({});
    button()?.click();
    await settle();
    asked[0]?.fail(new Error('offline'));
    await settle();
    expect(button()?.textContent).toBe('Chat failed. Please reload.');
    expect(error).toHaveBeenCalledOnce();
    button()?.click();
    await settle();
    asked[1]?.arrive();
    await settle();
    expect(button()?.textContent).toBe('');
    expect(done).toEqual(['open', 'open']);
    error.mockRestore();
  });

  it('shows that it is coming to who has pressed, once that takes 300 ms, until it is there', async () => {
    vi.useFakeTimers();
    const { chat, button, asked } = setup();
    chat.configure({});
    const isBusy = () => button()?.textContent === 'Chat…' && button()?.ariaLabel === 'Chat…';
    button()?.dispatchEvent(new Event('pointerenter'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isBusy()).toBe(false);
    button()?.click();
    await vi.advanceTimersByTimeAsync(290);
    expect(isBusy()).toBe(false);
    await vi.advanceTimersByTimeAsync(20);
    expect(isBusy()).toBe(true);
    asked[0]?.arrive();
    await vi.advanceTimersByTimeAsync(0);
    expect(isBusy()).toBe(false);
    button()?.click();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isBusy()).toBe(false);
    vi.useRealTimers();
  });

  it('is no longer coming once it could not load', async () => {
    vi.useFakeTimers();
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { chat, button, asked } = setup();
    chat.configure({});
    button()?.click();
    await vi.advanceTimersByTimeAsync(500);
    asked[0]?.fail(new Error('offline'));
    await vi.advanceTimersByTimeAsync(500);
    expect(button()?.textContent).toBe('Chat failed. Please reload.');
    error.mockRestore();
    vi.useRealTimers();
  });

  it('says nothing to who has only come near', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { chat, button, asked } = setup();
    chat.configure({});
    button()?.dispatchEvent(new Event('pointerenter'));
    await settle();
    asked[0]?.fail(new Error('offline'));
    await settle();
    expect(button()?.textContent).toBe('');
    error.mockRestore();
  });

  it('fetches nothing for the owner’s nudge once it was seen in this tab', async () => {
    sessionStorage.setItem('bellhop:default@https://gateway.example', 'Hello?');
    const seen = setup({ nudge: 'Hello?' });
    // Another text is another nudge.
    const other = setup({ nudge: 'New here?' });
    seen.chat.configure(GIVEN);
    other.chat.configure(GIVEN);
    await vi.waitFor(() => expect(other.asked).toHaveLength(1));
    expect(seen.asked).toHaveLength(0);
  });

  it('fetches nothing for the owner’s nudge where the browser keeps nothing: it would come on every page', async () => {
    vi.stubGlobal('sessionStorage', undefined);
    const { chat, asked } = setup({ nudge: 'Hello?' });
    chat.configure(GIVEN);
    await chat.ready;
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toHaveLength(0);
  });

  it('fetches the engine for a nudge, also one asked for before anything is drawn, and tells nobody if that fails', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { chat, button, asked } = setup();
    void chat.nudge('Hello?', { afterMs: 0 });
    await settle();
    expect(asked).toHaveLength(0);
    chat.configure({});
    await settle();
    expect(asked).toHaveLength(1);
    asked[0]?.fail(new Error('offline'));
    await settle();
    expect(button()?.textContent).toBe('');
    error.mockRestore();
    const { chat: other, asked: wanted } = setup({ nudge: 'Hello?' });
    other.configure({});
    await settle();
    expect(wanted).toHaveLength(1);
  });

  it('fetches the engine by itself where an earlier page left something unfinished', async () => {
    localStorage.setItem(`bellhop:default@${GIVEN.gateway}`, '1');
    const { chat, asked } = setup();
    chat.configure({});
    await settle();
    expect(asked).toHaveLength(1);
  });

  it('hides and shows on the page’s word, and keeps off the paths that hide-on names', () => {
    const { chat, host } = setup({ hideOn: '/checkout/*' });
    chat.configure({});
    const isShown = () => host()?.shadowRoot?.adoptedStyleSheets[0]?.disabled === false;
    expect([isShown(), chat.state.isShown]).toEqual([true, true]);
    chat.hide();
    expect([isShown(), chat.state.isShown]).toEqual([false, false]);
    chat.show();
    expect(isShown()).toBe(true);
  });

  it('notices the paths of a single-page site before its engine has come', () => {
    const { chat, host, asked } = setup({ hideOn: '/checkout/*' });
    chat.configure({});
    const goTo = (path: string): boolean => {
      history.pushState(null, '', path);
      navigation.dispatchEvent(new Event('navigatesuccess'));
      return host()?.shadowRoot?.adoptedStyleSheets[0]?.disabled === false;
    };
    expect(['/checkout/pay', '/', '/checkout/'].map(goTo)).toEqual([false, true, false]);
    chat.hide();
    expect(goTo('/')).toBe(false);
    expect(asked).toHaveLength(0);
  });

  it.each([
    ['steps up when it would cover what the visitor has just focused', undefined, '0px -80px'],
    ['stays in the page’s own element, whatever is focused', document.body, ''],
  ])('%s', (_, target, moved) => {
    const { chat, button } = setup({ target });
    chat.configure({});
    const field = document.body.appendChild(document.createElement('input'));
    const box = (top: number, bottom: number) =>
      ({ top, bottom, left: 900, right: 1000 }) as DOMRect;
    vi.spyOn(field, 'getBoundingClientRect').mockReturnValue(box(700, 740));
    const own = button();
    if (own) vi.spyOn(own, 'getBoundingClientRect').mockReturnValue(box(720, 780));
    field.focus();
    expect(own?.style.getPropertyValue('translate')).toBe(moved);
    field.remove();
  });

  it('listens to nothing any more once it is destroyed, and fetches nothing', async () => {
    const { chat, host, button, asked, done } = setup({ hideOn: '/checkout/*' });
    chat.configure({});
    const element = host();
    const own = button();
    own?.dispatchEvent(new Event('pointerenter'));
    chat.destroy();
    expect(onDestroy).toHaveBeenCalledOnce();
    expect(host()).toBeNull();
    history.pushState(null, '', '/checkout/');
    navigation.dispatchEvent(new Event('navigatesuccess'));
    expect(element?.style.display).toBe('');
    const look = own && vi.spyOn(own, 'getBoundingClientRect');
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    field.remove();
    expect(look).not.toHaveBeenCalled();
    asked[0]?.arrive();
    await settle();
    expect(done).toEqual([]);
  });
});
