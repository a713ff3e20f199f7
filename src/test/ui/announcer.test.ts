// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import {
  agent,
  call,
  NOW,
  paused,
  question,
  running,
  session,
  source,
  thought,
  tool,
  tools,
  user,
} from '../../../test/gallery/build.ts';
import type { AgentEntry } from '../../session/types.ts';
import { pieces } from '../../ui/model/speech.ts';
import { mount } from './harness.ts';

type View = ReturnType<typeof mount>;

/** Writes down everything the live regions say, inside and outside, in order. */
function record(view: View): string[] {
  const heard: string[] = [];
  for (const region of view.root.querySelectorAll('[aria-live=polite], [aria-live=assertive]')) {
    const place = region.closest('.panel') ? '' : 'outside ';
    const how = region.getAttribute('aria-live') === 'assertive' ? '! ' : '';
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) heard.push(`${place}${how}${node.textContent}`);
    }).observe(region, { childList: true });
  }
  return heard;
}

const failed = (code: string) => ({ state: 'failed', code, requestId: 'req_1', text: '' }) as const;

const asked = user('Which one?');
const answer = (words: string, fields: Partial<AgentEntry> = {}): AgentEntry => ({
  ...agent([words]),
  ...fields,
});

describe('what screen readers hear', () => {
  it('says Replying once, after a second, and then the answer and how many sources', async () => {
    const view = mount({ session: session([asked]) });
    const heard = record(view);
    await view.show(session([asked], { run: running(0) }));
    await view.pass(900);
    expect(heard).toEqual([]);
    await view.pass(200);
    await view.pass(30_000);
    expect(heard).toEqual(['Replying…']);
    const citations = [source('https://a.example/1', 'A'), source('https://a.example/2', 'B')];
    await view.show(session([asked, answer('Take the **Fjell**.', { citations })]));
    await view.pass(2000);
    expect(heard).toEqual(['Replying…', 'Take the Fjell.', '2 sources']);
  });

  it('leaves nothing in the regions that a screen reader would still find there later', async () => {
    const view = mount({ session: session([asked]) });
    const texts = () =>
      [...view.root.querySelectorAll('[aria-live=polite]')].map((one) => one.textContent).join('');
    await view.show(session([asked], { run: running(0) }));
    await view.pass(1100);
    expect(texts()).toBe('Replying…');
    await view.pass(4000);
    expect(texts()).toBe('Replying…');
    await view.pass(2000);
    expect(texts()).toBe('');
    // What comes after that is heard at once, and stays as long.
    await view.show(session([asked, answer('Yes.')]));
    await view.pass(100);
    expect(texts()).toBe('Yes.');
    await view.pass(6000);
    expect(texts()).toBe('');
  });

  it('keeps a text for five seconds also while others follow, for a screen reader that asks for it late', async () => {
    const view = mount({ session: session([asked]) });
    const region = view.root.querySelector('.panel [aria-live=polite]');
    const texts = () => [...(region?.children ?? [])].map((one) => one.textContent);
    const done = answer('Yes.', { citations: [source('https://a.example/1', 'A')] });
    await view.show(session([asked, done]));
    await view.pass(600);
    expect(texts()).toEqual(['Yes.', '1 source']);
    // What is new is said alone: a screen reader that reads the whole region would say the answer twice.
    expect(region?.getAttribute('aria-atomic')).toBe('false');
    await view.pass(4_300);
    const later = [asked, done, user('And?'), answer('No.')];
    await view.show(session(later));
    await view.pass(1_000);
    expect(texts()).toEqual(['Yes.', '1 source', 'No.']);
    await view.show(session([...later, user('Hm'), answer('Hm.')]));
    await view.pass(100);
    expect(texts()).toEqual(['No.', 'Hm.']);
  });

  it('keeps a question beside the next one, and says neither twice', async () => {
    const parts = ['add_to_cart', 'apply_coupon'].map((name) =>
      tool(name, {}, { isPending: true }),
    );
    const turn = agent(parts, { turn: { state: 'paused' } });
    const view = mount({ session: session([asked, turn], { run: paused(...parts) }) });
    const region = view.root.querySelector('.panel [aria-live=assertive]');
    view.ports.tools.set(tools(...parts.map((part) => question(part, part.name))));
    await view.pass(700);
    const texts = [...(region?.children ?? [])].map((one) => one.textContent);
    expect(texts).toEqual(['add_to_cart?', 'apply_coupon?']);
    // An alert is read out whole whenever something in it changes.
    expect(region?.getAttribute('role')).toBeNull();
  });

  it('says nothing of a run that ends within a second but its answer', async () => {
    const view = mount({ session: session([asked]) });
    const heard = record(view);
    await view.show(session([asked], { run: running(0) }));
    await view.pass(500);
    await view.show(session([asked, answer('Yes.')]));
    await view.pass(5000);
    expect(heard).toEqual(['Yes.']);
  });

  it('never announces history, thoughts or times', async () => {
    const past = [asked, agent([thought('Secret thought', 2000), 'An old answer'])];
    const view = mount({ session: session([], { isRestored: false, isUpToDate: false }) });
    const heard = record(view);
    await view.show(session(past, { isUpToDate: false }));
    await view.show(session(past));
    await view.pass(5000);
    await view.show(
      session([...past, user('And now?'), agent([thought('Hm', 900), 'A new answer'])]),
    );
    await view.pass(5000);
    expect(heard).toEqual(['A new answer']);
  });

  it('says an answer that ends while the next message already waits', async () => {
    const working = agent(['Yes.'], { turn: { state: 'working' } });
    const next = user('And?', { delivery: { state: 'queued', why: 'order' } });
    const view = mount({ session: session([asked, working, next], { run: running(0) }) });
    const heard = record(view);
    const done = { ...working, turn: { state: 'ended', stopReason: 'end_turn' } } as const;
    await view.show(session([asked, done, next]));
    await view.pass(500);
    expect(heard).toEqual(['Yes.']);
  });

  it('says how a turn ended, where there is something to say, after what came of its answer', async () => {
    const view = mount({ session: session([asked]) });
    const heard = record(view);
    const broken = agent([], { turn: failed('upstream_error') });
    await view.show(session([asked, broken]));
    await view.pass(2000);
    expect(heard).toEqual(['Something went wrong.']);
    const cut = agent(['It is'], { turn: { state: 'ended', stopReason: 'max_tokens' } });
    await view.show(session([asked, broken, user('Again'), cut]));
    await view.pass(2000);
    expect(heard).toEqual(['Something went wrong.', 'It is', 'Answer cut short.']);
  });

  it('says nothing of older messages that are loaded later', async () => {
    const now = [user('Hello'), agent(['Hello!'])];
    const view = mount({ session: session(now, { hasOlder: true }) });
    const heard = record(view);
    await view.show(session([user('Older'), agent(['Older answer']), ...now]));
    await view.pass(5000);
    expect(heard).toEqual([]);
  });

  it('says an answer once, however often the transcript changes after it', async () => {
    const view = mount({ session: session([asked]) });
    const heard = record(view);
    const done = answer('Yes.');
    await view.show(session([asked, done]));
    await view.show(session([asked, { ...done }]));
    await view.pass(5000);
    expect(heard).toEqual(['Yes.']);
  });

  it('says a long answer in pieces, one after the other', async () => {
    const view = mount({ session: session([asked]) });
    const heard = record(view);
    const sentence = `So ${'words and '.repeat(13)}more.`;
    await view.show(session([asked, answer(`${sentence} ${sentence} ${sentence}`)]));
    await view.pass(0);
    expect(heard).toHaveLength(1);
    // A busy computer must have read the first before it goes.
    await view.pass(300);
    expect(heard).toHaveLength(1);
    await view.pass(300);
    expect(heard).toEqual([`${sentence} ${sentence}`, sentence]);
  });

  it('says no more of an endless answer than somebody could listen to', async () => {
    const view = mount({ session: session([asked]) });
    const heard = record(view);
    const parts = [0, 1, 2].map(() => 'Some words of it. '.repeat(1000));
    await view.show(session([asked, agent(parts)]));
    await view.pass(120_000);
    const said = heard.join(' ').length;
    expect(said).toBeGreaterThan(19_000);
    expect(said).toBeLessThan(21_000);
  });

  it('says a tool’s state, and the next one five seconds later', async () => {
    const first = tool('search', {}, { isPending: true });
    const second = tool('stock', {}, { isPending: true });
    const turn = agent([first, second], { turn: { state: 'paused' } });
    const view = mount({ session: session([asked, turn], { run: paused(first, second) }) });
    const heard = record(view);
    const at = { state: 'running', startedAt: NOW } as const;
    view.ports.tools.set(tools(call(first, 'Search products', at)));
    await view.pass(100);
    view.ports.tools.set(tools(call(second, 'Look at the stock', at)));
    await view.pass(4000);
    expect(heard).toEqual(['Search products: Working…']);
    await view.pass(1000);
    expect(heard).toEqual(['Search products: Working…', 'Look at the stock: Working…']);
  });

  it('says nothing of the work of a card, which is heard as what it shows', async () => {
    const card = tool('offer_choices', {}, { isPending: true });
    const turn = agent([card], { turn: { state: 'paused' } });
    const view = mount({ session: session([asked, turn], { run: paused(card) }) });
    const heard = record(view);
    const at = { state: 'running', startedAt: NOW, isCard: true } as const;
    view.ports.tools.set(tools(call(card, 'Question', at)));
    await view.pass(6000);
    expect(heard).toEqual([]);
  });

  it('says two questions that come at once one after the other', async () => {
    const parts = ['add_to_cart', 'apply_coupon'].map((name) =>
      tool(name, {}, { isPending: true }),
    );
    const turn = agent(parts, { turn: { state: 'paused' } });
    const view = mount({ session: session([asked, turn], { run: paused(...parts) }) });
    const heard = record(view);
    view.ports.tools.set(tools(...parts.map((part) => question(part, part.name))));
    await view.pass(100);
    expect(heard).toEqual(['! add_to_cart?']);
    await view.pass(600);
    expect(heard).toEqual(['! add_to_cart?', '! apply_coupon?']);
  });

  it('interrupts for a question, once', async () => {
    const part = tool('add_to_cart', { product: 'Fjell' }, { isPending: true });
    const turn = agent([part], { turn: { state: 'paused' } });
    const view = mount({ session: session([asked, turn], { run: paused(part) }) });
    const heard = record(view);
    view.ports.tools.set(tools(question(part, 'Add to cart')));
    await view.pass(100);
    view.ports.tools.set(tools(question(part, 'Add to cart')));
    await view.pass(100);
    expect(heard).toEqual(['! Add to cart: Fjell?']);
  });

  it('says a question that waits when the panel is opened', async () => {
    const part = tool('add_to_cart', { product: 'Fjell' }, { isPending: true });
    const turn = agent([part], { turn: { state: 'paused' } });
    const view = mount(
      {
        session: session([asked, turn], { run: paused(part) }),
        tools: tools(question(part, 'Add to cart')),
      },
      { isClosed: true },
    );
    const heard = record(view);
    view.panel.open();
    await view.pass(600);
    expect(heard).toEqual(['! Add to cart: Fjell?']);
  });

  it('interrupts for a message that couldn’t be sent', async () => {
    const view = mount({ session: session([{ ...asked, delivery: { state: 'sending' } }]) });
    const heard = record(view);
    const refused = { state: 'refused', code: 'x', message: '' } as const;
    await view.show(session([{ ...asked, delivery: refused }]));
    expect(heard).toEqual(['! Not sent']);
  });

  it('interrupts once for a message that is stopped, however often it is tried again', async () => {
    const view = mount({ session: session([{ ...asked, delivery: { state: 'sending' } }]) });
    const heard = record(view);
    const blocked = { state: 'blocked', why: 'no_credits' } as const;
    for (const delivery of [blocked, { state: 'sending' } as const, blocked]) {
      await view.show(session([{ ...asked, delivery }]));
    }
    expect(heard).toEqual(['! Not sent']);
  });

  it('speaks outside of the panel while that is closed', async () => {
    const view = mount({ session: session([asked]) }, { isClosed: true });
    const heard = record(view);
    await view.show(session([asked, answer('Yes.')]));
    await view.pass(500);
    expect(heard).toEqual(['outside Yes.']);
  });

  it('says nothing again when the panel opens or closes', async () => {
    const view = mount({ session: session([asked]) }, { isClosed: true });
    const heard = record(view);
    await view.show(session([asked, answer('Yes.')]));
    await view.pass(500);
    view.panel.open();
    await view.pass(500);
    view.panel.close();
    await view.pass(500);
    expect(heard).toEqual(['outside Yes.']);
  });

  it('says only that something came, or nothing, where the visitor wants that', async () => {
    const view = mount({ session: session([asked]) });
    const heard = record(view);
    await view.user.click(view.screen.getByRole('button', { name: 'Menu' }));
    await view.user.click(await view.screen.findByRole('menuitem', { name: /^Screen reader/ }));
    await view.user.click(await view.screen.findByRole('radio', { name: 'Short notices' }));
    await view.show(session([asked, answer('A long answer')]));
    await view.pass(500);
    expect(heard).toEqual(['1 new message']);
    expect(view.ports.preferences?.get('announce')).toBe('short');
    await view.user.click(view.screen.getByRole('radio', { name: 'Off' }));
    await view.show(session([asked, answer('A long answer'), user('Hm'), answer('Another')]));
    await view.pass(500);
    expect(heard).toEqual(['1 new message']);
  });
});

describe('pieces of an answer', () => {
  it('are whole sentences of at most 280 characters', () => {
    const text = Array.from({ length: 20 }, (_, at) => `This is sentence number ${at}.`).join(' ');
    const made = pieces(text, 'en');
    expect(made.join(' ')).toBe(text);
    expect(made.every((piece) => piece.length <= 280 && piece.endsWith('.'))).toBe(true);
  });

  it('cut a sentence without an end at a space, and lose nothing', () => {
    const text = 'word '.repeat(200).trim();
    const made = pieces(text, 'en');
    expect(made.join(' ')).toBe(text);
    expect(Math.max(...made.map((piece) => piece.length))).toBeLessThanOrEqual(280);
  });

  it('cut a text without spaces too', () => {
    expect(pieces('x'.repeat(600), 'en').map((piece) => piece.length)).toEqual([280, 280, 40]);
  });

  it('end at spaces in a browser that knows no sentences, and lose nothing', () => {
    const { Segmenter } = Intl;
    try {
      Object.assign(Intl, { Segmenter: undefined });
      const text = Array.from({ length: 20 }, (_, at) => `This is sentence number ${at}.`).join(
        ' ',
      );
      const made = pieces(text, 'en');
      expect(made.join(' ')).toBe(text);
      expect(Math.max(...made.map((piece) => piece.length))).toBeLessThanOrEqual(280);
    } finally {
      Object.assign(Intl, { Segmenter });
    }
  });

  it('are none for nothing', () => {
    expect(pieces('  \n', 'en')).toEqual([]);
  });
});
