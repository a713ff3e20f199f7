// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import {
  agent,
  byPerson,
  call,
  message,
  NOW,
  paused,
  question,
  running,
  session,
  thought,
  tool,
  tools,
  user,
} from '../../../test/gallery/build.ts';
import type { TurnPart, TurnState } from '../../session/types.ts';
import { mount } from './harness.ts';

const WORKING: { turn: TurnState } = { turn: { state: 'working' } };
const good = (name: string) => tool(name, {}, { ms: 100 });
const bad = (name: string) => tool(name, {}, { ms: 9, code: 'execution_failed' });
const search = good('search_products');
const stock = good('get_stock');

const show = (parts: (TurnPart | string)[], options = {}) =>
  mount({ session: session([user('Hm?'), agent(parts)]), options });
const working = (...parts: (TurnPart | string)[]) =>
  mount({ session: session([user('Hm?'), agent(parts, WORKING)], { run: running() }) });

type View = ReturnType<typeof mount>;
/** As one reads it: a duration has a space that doesn't break. */
const read = (element: Element | null) => element?.textContent?.replaceAll('\u00a0', ' ').trim();
const lines = ({ root }: View) =>
  [...root.querySelectorAll('.way')].map((way) => read(way.querySelector('summary') ?? way));
const answers = ({ root }: View) => [...root.querySelectorAll('.turn .answer')].map(read);
const list = ({ root }: View) =>
  [...(root.querySelector('.way-list')?.children ?? [])].map((item) =>
    read(item.querySelector('summary') ?? item),
  );

describe('the way to an answer', () => {
  it('is one line that says what was done, and unfolds to a list', () => {
    const view = show([search, stock, 'Four in M.']);
    expect(lines(view)).toEqual(['Searched products · Got stock']);
    expect(view.root.querySelector<HTMLDetailsElement>('details.way')?.open).toBe(false);
    expect(list(view)).toEqual(['Searched products 0.1 s', 'Got stock 0.1 s']);
    expect(answers(view)).toEqual(['Four in M.']);
  });

  it('of one step unfolds to what it was given and what it answered', () => {
    const done = tool('get_stock', { size: 'M' }, { ms: 300, content: 'four pieces' });
    const view = show([done, 'Four.']);
    expect(lines(view)).toEqual(['Got stock']);
    expect(list(view)).toEqual([]);
    expect(view.root.querySelector('.way')?.textContent).toContain('four pieces');
  });

  it('says how far a call is, as its server tells it, and no longer once it has ended', () => {
    const part = tool('bake_bread', {});
    const told = (...parts: (TurnPart | string)[]) =>
      mount({
        session: session([user('Hm?'), agent(parts, WORKING)], {
          run: running(),
          progress: [part.toolUseId, 'Kneading\u202e the dough'],
        }),
      });
    expect(lines(told(part))).toEqual(['Bake bread Kneading[U+202E] the dough']);
    expect(lines(told(good('get_stock'), part))).toEqual(['Bake bread Kneading[U+202E] the dough']);
    const ended = { ...tool('bake_bread', {}, { ms: 100 }), toolUseId: part.toolUseId };
    expect(lines(told(ended)).join()).not.toContain('Kneading');
    expect(lines(told(tool('bake_cake', {})))).toEqual(['Bake cake Working…']);
  });

  it('is no control where there is nothing to unfold', () => {
    const view = show([search, 'Yes.']);
    expect(view.root.querySelector('p.way')?.textContent).toBe('Searched products');
  });

  it('says a title once, the first of many, and from ten on their number', () => {
    expect(lines(show([search, search, 'Yes.']))).toEqual(['Searched products']);
    const five = ['a', 'b', 'c', 'd', 'e'].map(good);
    expect(lines(show([...five, 'Yes.']))).toEqual(['A · B · +3 Done']);
    const twelve = Array.from({ length: 12 }, (_, at) => good(`find_${'abcdefghijkl'[at]}`));
    expect(lines(show([...twelve, 'Yes.']))).toEqual(['12 steps']);
  });

  it('says how much of it failed, and calls only what has failed whole bad', () => {
    const mixed = show([search, bad('get_stock'), search, stock]);
    expect(lines(mixed)).toEqual(['4 steps, 1 failed']);
    expect(mixed.root.querySelector('.way > summary .icon-bad')).toBeNull();
    const all = show([bad('a'), bad('b'), bad('c')]);
    expect(lines(all)).toEqual(['3 steps, 3 failed']);
    expect(all.root.querySelector('.way > summary .icon-bad')).not.toBeNull();
    expect(lines(show([bad('get_stock')]))).toEqual(['Get stock That didn’t work']);
  });

  it('doesn’t call done what the visitor declined, and names it', () => {
    const declined = tool('add_to_cart', {}, { code: 'declined' });
    expect(lines(show([search, declined, 'All right.']))).toEqual([
      'Searched products Add to cart: You said no',
    ]);
  });

  it('says what happens now while the agent works, and stays unfolded meanwhile', async () => {
    const first = tool('search_products', { query: 'jacket' }, { isPending: true });
    const turn = agent([first], WORKING);
    const asked = user('Hm?');
    const at = (parts: TurnPart[]) => session([asked, { ...turn, parts }], { run: running() });
    const view = mount({ session: at([first]) });
    await view.pass();
    expect(lines(view)).toEqual(['Searching products…']);
    await view.user.click(view.screen.getByText('Searching products…'));
    expect(view.root.querySelector<HTMLDetailsElement>('.way')?.open).toBe(true);
    await view.pass();
    const done = { ...first, result: search.result };
    await view.show(at([done]));
    expect(lines(view)).toEqual(['Replying…']);
    await view.show(at([done, { ...stock, result: null }]));
    expect(lines(view)).toEqual(['Getting stock…']);
    expect(view.root.querySelector<HTMLDetailsElement>('.way')?.open).toBe(true);
    await view.show(at([done, stock, message('Four', true)]));
    expect(lines(view)).toEqual(['Searched products · Got stock']);
    expect(view.root.querySelectorAll('.replying, .way .dots')).toHaveLength(0);
  });

  it('says that it is being stopped, or takes long, while a step runs', async () => {
    const live = tool('search_products', {}, { isPending: true });
    const turn = agent([live], WORKING);
    const view = mount({ session: session([user('Hm?'), turn], { run: running(0) }) });
    await view.pass(20_000);
    expect(lines(view)).toEqual(['Searching products… Taking longer than usual']);
    await view.show(session([user('Hm?'), turn], { run: running(21, true) }));
    expect(lines(view)).toEqual(['Stopping…']);
  });

  it('unfolds by itself where a card splits it in two', async () => {
    const answered = { ms: 9, content: '{"chosen":["A"]}' };
    const card = tool('offer_choices', { question: 'Which?', options: ['A', 'B'] }, answered);
    const parts = [search, stock, card, stock, search, 'So.'];
    const view = show(parts, { cards: ['choices'] });
    await vi.waitFor(() => expect(view.root.querySelector('.answered')).toBeTruthy(), 60_000);
    expect(lines(view)).toEqual(['Searched products · Got stock', 'Got stock · Searched products']);
    await view.user.click(view.screen.getByText('Searched products · Got stock'));
    await view.pass();
    const folds = [...view.root.querySelectorAll<HTMLDetailsElement>('.way')];
    expect([folds.at(0)?.open, folds.at(-1)?.open]).toEqual([true, false]);
  });
});

describe('a sentence that fills the time', () => {
  it('stands in the fold, at its place', () => {
    const view = show(['One moment.', search, 'Let me see the stock:', stock, 'Four in M.']);
    expect(lines(view)).toEqual(['Searched products · Got stock']);
    expect(list(view)).toEqual([
      'One moment.',
      'Searched products 0.1 s',
      'Let me see the stock:',
      'Got stock 0.1 s',
    ]);
    expect(answers(view)).toEqual(['Four in M.']);
  });

  it.each([
    'Shall I look for it?',
    'It costs 129 €.',
    'Both are on [the page](https://shop.example).',
    'They are at www.shop.example today.',
    '**Sold out** in your size.',
    'First this.\n\nThen that.',
    `${'It is a long story. '.repeat(8)}`,
  ])('is none that may tell more: %s', (words) => {
    const view = show([search, words, stock, 'So.']);
    expect(lines(view)).toEqual(['Searched products', 'Got stock']);
    expect(answers(view)).toHaveLength(2);
  });

  it('is none where no step follows: the last words of a turn are its answer', () => {
    expect(answers(show([search, 'All done.']))).toEqual(['All done.']);
    expect(answers(show(['All done.', search]))).toEqual(['All done.']);
  });

  it('is none before a card, which it speaks of', () => {
    const answered = { ms: 9, content: '{"chosen":["A"]}' };
    const card = tool('offer_choices', { question: 'Which?', options: ['A', 'B'] }, answered);
    expect(answers(show(['Choose one.', card, 'So.']))).toEqual(['Choose one.', 'So.']);
  });

  it('is none of a person of the site', () => {
    const view = show([byPerson('Anna', 'said', 'One moment.'), search, 'So.']);
    expect(view.root.querySelector('.person')?.textContent).toContain('One moment.');
  });

  it('stays in sight as long as it leads to a question', async () => {
    const part = tool('add_to_cart', { product: 'Fjell' }, { isPending: true });
    const turn = agent([search, 'I can add it.', part], { turn: { state: 'paused' } });
    const view = mount({
      session: session([user('Buy it'), turn], { run: paused(part) }),
      tools: tools(question(part, 'Add to cart')),
    });
    expect(lines(view)).toEqual(['Searched products']);
    expect(answers(view)).toEqual(['I can add it.']);
    const running = call(part, 'Add to cart', { state: 'running', startedAt: NOW });
    await view.show(session([user('Buy it'), turn], { run: paused(part) }), tools(running));
    expect(lines(view)).toEqual(['Adding to cart…']);
    expect(answers(view)).toEqual([]);
  });
});

describe('thoughts on the way', () => {
  it('are the line where there is nothing else', async () => {
    const view = show([thought('About jackets.', 12_000), 'Yes.']);
    expect(lines(view)).toEqual(['Thought for 12 s']);
    expect(list(view)).toEqual(['About jackets.']);
    expect(lines(show([thought('a', 4000), thought('b', 4000), 'Yes.']))).toEqual([
      'Thought for 8 s',
    ]);
    expect(lines(working(thought('About')))).toEqual(['Thinking…']);
  });

  it('stand among the steps else', () => {
    const view = show([thought('About jackets.', 12_000), search, 'Yes.']);
    expect(lines(view)).toEqual(['Searched products']);
    expect(list(view)).toEqual(['Thought for 12 sAbout jackets.', 'Searched products 0.1 s']);
  });
});
