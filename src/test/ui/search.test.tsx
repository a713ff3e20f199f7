// @vitest-environment jsdom
// The search in a conversation: from the menu or by Ctrl+F, through what is shown and what is stored, to the message.

import { expect, it, vi } from 'vitest';
import { agent, message, NOW, session, text, tool, user } from '../../../test/gallery/build.ts';
import type { SessionSnapshot } from '../../session/types.ts';
import { mount } from './harness.ts';

const asked = user('Is the tent heavy?');
const answered = agent(['The **Fjell** tent weighs 2.1 kg.']);
const talk = () => session([asked, answered, user('And a stove?'), agent(['Yes.'])]);

async function search(view: ReturnType<typeof mount>, words: string) {
  await view.user.click(view.screen.getByRole('button', { name: 'Menu' }));
  await view.user.click(
    await view.screen.findByRole('menuitem', { name: 'Search this conversation' }),
  );
  const field = await view.screen.findByRole('searchbox', { name: 'Search this conversation' });
  await view.pass();
  expect(view.root.activeElement).toBe(field);
  await view.user.type(field, words);
  await view.pass(250);
}
const hits = (view: ReturnType<typeof mount>) =>
  [...view.root.querySelectorAll('.hit')].map((one) => one.textContent);
const stored = (eventId: string, words: string) => ({
  eventId,
  kind: 'user' as const,
  content: [text(words)],
  at: NOW - 3 * 86_400_000,
});

it('lists the messages in which all words stand, newest first, with who said it and when', async () => {
  const view = mount({ session: talk() });
  await search(view, 'TENT');
  expect(hits(view).map((line) => line?.replace(/[\u00a0\u202f]/g, ' '))).toEqual([
    'The Fjell tent weighs 2.1 kg.Fjell & Veld said · today, 2:03 PM',
    'Is the tent heavy?You said · today, 2:02 PM',
  ]);
  expect([...view.root.querySelectorAll('mark')].map((one) => one.textContent)).toEqual([
    'tent',
    'tent',
  ]);
  await view.user.type(view.screen.getByRole('searchbox'), ' heavy');
  await view.pass(250);
  expect(hits(view)).toHaveLength(1);
});

it('goes to the message, which gets the focus, and from there to the next', async () => {
  const view = mount({ session: talk() });
  await search(view, 'tent');
  await view.user.click(view.screen.getByRole('button', { name: /The Fjell tent weighs/ }));
  await view.screen.findByRole('search');
  await view.pass();
  await view.pass(50);
  const row = view.root.querySelector('[data-found]');
  expect(row?.getAttribute('data-key')).toBe(answered.key);
  expect(view.root.activeElement).toBe(row);
  expect(view.root.querySelector('.found-place')?.textContent).toBe('1 of 2');
  await view.user.click(view.screen.getByRole('button', { name: 'Earlier match' }));
  await view.pass(50);
  expect(view.root.querySelector('.found-place')?.textContent).toBe('2 of 2');
  expect(view.root.querySelector('[data-found]')?.getAttribute('data-key')).toBe(asked.key);
  await view.pass(3_000);
  expect(view.root.querySelector('[data-found]')).toBeNull();
  await view.user.click(view.screen.getByRole('button', { name: 'Back' }));
  expect(((await view.screen.findByRole('searchbox')) as HTMLInputElement).value).toBe('tent');
});

it('marks the words of the message, not those in the steps above it', async () => {
  const marks = new Map<string, Range[]>();
  vi.stubGlobal('Highlight', function Highlight(...ranges: Range[]) {
    return ranges;
  });
  vi.stubGlobal('CSS', { ...globalThis.CSS, highlights: marks });
  const looked = tool('search_products', { query: 'a tent' }, { ms: 300, content: 'One tent' });
  const view = mount({
    session: session([asked, agent([looked, message('This tent is light.')])]),
  });
  await view.user.click(view.root.querySelector('.way > summary') as HTMLElement);
  await view.pass();
  expect(view.root.querySelector('.way')?.textContent).toContain('a tent');
  await search(view, 'tent');
  await view.user.click(view.screen.getByRole('button', { name: /This tent is light/ }));
  await view.screen.findByRole('search');
  await view.pass(50);
  const places = [...marks.values()].flat().map((one) => one.startContainer.textContent);
  expect(places).toEqual(['This tent is light.']);
  vi.unstubAllGlobals();
});

it('says kindly that nothing was found', async () => {
  const view = mount({ session: talk() });
  await search(view, 'canoe');
  expect(view.screen.getAllByText('Nothing found. Try another word, or part of one.')).toBeTruthy();
});

it('finds what is only stored, and has older messages read until it is there', async () => {
  const old = user('Which tent for winter?');
  const before: SessionSnapshot = { ...talk(), hasOlder: true };
  const view = mount({
    session: before,
    foundInText: {
      [String(before.sessionId)]: [stored(String(old.eventId), 'Which tent for winter?')],
    },
  });
  await search(view, 'winter');
  await view.pass();
  await view.user.click(view.screen.getByRole('button', { name: /Which tent for/ }));
  await view.screen.findByRole('search');
  await view.pass();
  expect(view.root.querySelector('.found-place')?.textContent).toBe('Loading…');
  expect(view.called('loadOlder')).toHaveLength(1);
  await view.show(session([old, ...talk().entries]));
  await view.pass(50);
  expect(view.root.querySelector('[data-found]')?.getAttribute('data-key')).toBe(old.key);
});

it('opens an earlier conversation at the message', async () => {
  const old = user('Which tent for winter?');
  const view = mount({
    session: talk(),
    conversations: [
      { sessionId: 'c1', title: 'Tents', updatedAt: NOW, isCurrent: true },
      { sessionId: 'c2', title: 'Cold', updatedAt: NOW - 9e7, isCurrent: false },
    ],
    foundInText: { c2: [stored(String(old.eventId), 'Which tent for winter?')] },
  });
  await search(view, 'winter');
  await view.user.click(view.screen.getByRole('button', { name: 'Earlier conversations' }));
  const field = await view.screen.findByRole('searchbox', { name: 'Search conversations' });
  expect((field as HTMLInputElement).value).toBe('winter');
  await view.pass(300);
  await view.user.click(view.screen.getByRole('button', { name: /Which tent for winter/ }));
  expect(view.called('openConversation')).toEqual([['c2']]);
  await view.screen.findByRole('search');
  await view.show({ ...session([old, agent(['The Veld.'])]), sessionId: 'c2' });
  await view.pass(50);
  expect(view.root.querySelector('[data-found]')?.getAttribute('data-key')).toBe(old.key);
});

it('opens by Ctrl+F in the panel, and leaves a second press to the browser', async () => {
  const view = mount({ session: talk() });
  const press = () => {
    const event = new KeyboardEvent('keydown', {
      code: 'KeyF',
      key: 'f',
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
      composed: true,
    });
    view.screen.getByRole('log').dispatchEvent(event);
    return event.defaultPrevented;
  };
  await view.pass();
  expect(press()).toBe(true);
  await view.screen.findByRole('searchbox');
  expect(press()).toBe(false);
});
