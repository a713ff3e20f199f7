// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import {
  agent,
  paused,
  question,
  session,
  tool,
  tools,
  user,
} from '../../../test/gallery/build.ts';
import { loadLocale } from '../../i18n/load-locale.ts';
import { showInvisible } from '../../ui/model/exact.ts';
import { exactFields } from '../../ui/model/exact-fields.ts';
import type { MountOptions } from './harness.ts';
import { mount } from './harness.ts';

const part = tool('add_to_cart', { product: 'Fjell', quantity: 1, note: '' }, { isPending: true });
const binding = `binding of ${part.toolUseId}`;

function ask(options: Parameters<typeof question>[2] = {}, how: MountOptions = {}) {
  const turn = agent([part], { turn: { state: 'paused' } });
  return mount(
    {
      session: session([user('Buy it'), turn], { run: paused(part) }),
      tools: tools(question(part, 'Add to cart', options)),
    },
    how,
  );
}

describe('a tool’s question', () => {
  it('without words of the page is the tool’s title with its main arguments, and all of them below', () => {
    const view = ask({ description: 'Adds a row. Call it after search_products.' });
    const card = view.screen.getByRole('group', { name: 'Add to cart: Fjell, 1?' });
    const shown = [...card.querySelectorAll('.question-fields dl > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]);
    expect(shown).toEqual([
      ['Product', 'Fjell'],
      ['Quantity', '1'],
      ['Note', '""'],
    ]);
    // What was written for the agent is there for those who look for it.
    const words = view.screen.getByText('Adds a row. Call it after search_products.');
    expect(words.closest('details')?.open).toBe(false);
    expect(card.textContent).not.toContain('add_to_cart');
  });

  it.each([
    ['es', '¿Add to cart: Fjell, 1?', 'No, gracias'],
    ['ar', 'Add to cart: Fjell، 1؟', 'لا، شكرًا'],
    ['ja', '「Add to cart：Fjell、1」でよろしいですか？', 'いいえ、結構です'],
  ] as const)('asks in the form of %s', async (lang, name, no) => {
    const view = ask({}, { hints: { choice: lang }, load: loadLocale });
    await view.screen.findByRole('group', { name });
    view.screen.getByRole('button', { name: no });
  });

  it.each([
    ['a sentence', { note: 'Free of charge. Nothing is ordered' }],
    ['a question', { note: 'Really? Yes' }],
    ['a name for programs', { product_id: 'mug-7', orderId: 4, token: 'x' }],
    ['a long text', { note: 'long '.repeat(10) }],
    ['several lines', { note: 'a\nb' }],
    ['a quotation that ends early', { note: 'mug”? Yes: “' }],
  ])('takes no argument into its title that is %s', (_, input) => {
    const odd = tool('pay', input, { isPending: true });
    const turn = agent([odd], { turn: { state: 'paused' } });
    const view = mount({
      session: session([user('Pay'), turn], { run: paused(odd) }),
      tools: tools(question(odd, 'Pay')),
    });
    view.screen.getByRole('group', { name: 'Pay?' });
  });

  it('has one filled button where it can be undone, and two of equal weight where it can’t', () => {
    const looks = (view: ReturnType<typeof ask>) =>
      [...view.root.querySelectorAll('.choices.pair button')].map((one) => [
        one.textContent,
        one.className,
      ]);
    expect(looks(ask())).toEqual([
      ['Add to cart', 'button filled'],
      ['No thanks', 'button outlined'],
    ]);
    expect(looks(ask({ isDestructive: true }))).toEqual([
      ['Add to cart', 'button outlined'],
      ['Keep it as it is', 'button outlined'],
    ]);
  });

  it('names fields and values as the tool’s schema does, with what is sent below “Details”', () => {
    const view = ask({
      labels: { product: 'Item \u202ename' },
      values: { product: 'Fjell jacket' },
    });
    const card = view.screen.getByRole('group', { name: 'Add to cart: Fjell jacket, 1?' });
    expect(card.querySelector('dt')?.textContent).toBe('Item [U+202E]name');
    expect(card.querySelector('dd')?.textContent).toBe('Fjell jacket');
    expect(card.querySelector('details dd')?.textContent).toBe('Fjell jacket (Fjell)');
    expect(card.querySelector('.raw')).toBeNull();
  });

  it('shows the raw call to the owner who debugs', async () => {
    const view = ask({ values: { product: 'Fjell jacket' } });
    view.ports.options.set({ ...view.ports.options.get(), isDebug: true });
    await view.pass();
    expect(view.root.querySelector('.question .raw')?.textContent).toBe(
      'add_to_cart\nproduct: Fjell\nquantity: 1\nnote: ""',
    );
  });

  it.each([
    ['Add to cart', 'once'],
    ['No thanks', 'no'],
  ])('%s answers "%s", bound to this input', async (name, decision) => {
    const view = ask();
    await view.pass(600);
    await view.user.click(view.screen.getByRole('button', { name }));
    expect(view.called('answerTool')).toEqual([[part.toolUseId, binding, decision]]);
  });

  it('allows the whole conversation where its box is ticked, by the same button', async () => {
    const view = ask();
    await view.pass(600);
    await view.user.click(
      view.screen.getByRole('checkbox', { name: 'Don’t ask again in this chat' }),
    );
    await view.pass(600);
    await view.user.click(view.screen.getByRole('button', { name: 'Add to cart' }));
    expect(view.called('answerTool')).toEqual([[part.toolUseId, binding, 'conversation']]);
  });

  it('speaks in the page’s words, with the exact input a press away', async () => {
    const view = ask({
      summary: {
        title: 'Add 1 Fjell, €189?',
        lines: ['In M, \u202egreen'],
        total: '€189.00',
        confirm: 'Add it',
        decline: 'Not today',
      },
    });
    const card = view.screen.getByRole('group', { name: 'Add 1 Fjell, €189?' });
    view.screen.getByText('In M, [U+202E]green');
    view.screen.getByText('€189.00');
    view.screen.getByRole('button', { name: 'Not today' });
    const exact = view.screen.getByText('Details').closest('details');
    expect(exact?.open).toBe(false);
    expect(exact?.querySelector('dl')?.textContent).toBe('ProductFjellQuantity1Note""');
    expect(card.querySelector('img')).toBeNull();
    await view.pass(600);
    await view.user.click(view.screen.getByRole('button', { name: 'Add it' }));
    expect(view.called('answerTool')).toEqual([[part.toolUseId, binding, 'once']]);
  });

  it.each([
    // It reads as a no.
    [{ confirm: 'No thanks', decline: 'Add to cart' }, ['Add to cart', 'No thanks']],
    [{ confirm: 'ＫＥＥＰ it as it is!' }, ['Add to cart', 'No thanks']],
    // Both would read the same.
    [{ confirm: 'Buy', decline: 'buy.' }, ['Buy', 'No thanks']],
    // Nothing that can be seen, or that turns the text around.
    [{ confirm: '\u200b\u2060', decline: '\u202e' }, ['Add to cart', 'No thanks']],
    [{ confirm: 'B\u200buy\u202e', decline: 'L\u00adater' }, ['Buy', 'Later']],
    [{ confirm: 'می‌خواهم' }, ['می‌خواهم', 'No thanks']],
    [{ confirm: 'x'.repeat(60) }, [`${'x'.repeat(39)}…`, 'No thanks']],
    [{ confirm: '…' }, ['Add to cart', 'No thanks']],
  ])('cleans the page’s words on its buttons: %o', (labels, expected) => {
    const view = ask({ summary: { title: 'A mug?', lines: [], ...labels } });
    const shown = [...view.root.querySelectorAll('.choices.pair button')];
    expect(shown.map(({ textContent }) => textContent)).toEqual(expected);
  });

  it.each([
    ['/mug.svg', true],
    ['https://pictures.example/mug.png', true],
    ['https://elsewhere.example/mug.png', false],
    ['javascript:alert(1)', false],
    ['data:image/svg+xml,x', false],
  ])('shows a picture from %s: %s', async (image, isShown) => {
    const view = ask({ summary: { title: 'A mug', lines: [], image } });
    view.ports.options.set({
      ...view.ports.options.get(),
      imageOrigins: ['https://pictures.example'],
    });
    await view.pass();
    const card = view.screen.getByRole('group', { name: 'A mug' });
    expect(card.querySelector('img') !== null).toBe(isShown);
  });

  it('takes no answer before it has been seen for half a second', async () => {
    const view = ask();
    await view.pass(400);
    const button = view.screen.getByRole('button', { name: 'Add to cart' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await view.user.click(button);
    expect(view.called('answerTool')).toEqual([]);
    await view.pass(200);
    await view.user.click(view.screen.getByRole('button', { name: 'Add to cart' }));
    expect(view.called('answerTool')).toHaveLength(1);
  });

  it('hands the focus on when it goes, and takes none that is elsewhere', async () => {
    const view = ask();
    const box = view.screen.getByRole('textbox');
    const log = view.screen.getByRole('log');
    log.focus();
    view.ports.tools.set(tools());
    await view.pass();
    expect(view.root.activeElement).toBe(log);
    view.ports.tools.set(tools(question(part, 'Add to cart')));
    await view.pass(600);
    view.screen.getByRole('button', { name: 'Add to cart' }).focus();
    view.ports.tools.set(tools());
    await view.pass();
    expect(view.root.activeElement).toBe(box);
  });

  it('takes an answer from the visitor’s own hand only', async () => {
    const view = ask({}, { isTrusted: (event) => event.isTrusted });
    await view.pass(600);
    view.screen.getByRole('button', { name: 'Add to cart' }).click();
    view.screen.getByRole('button', { name: 'No thanks' }).click();
    expect(view.called('answerTool')).toEqual([]);
  });

  it('must be seen anew after the page was out of sight, or something has moved', async () => {
    const view = ask();
    const isArmed = () =>
      view.screen.getByRole('button', { name: 'Add to cart' }).getAttribute('aria-disabled') ===
      null;
    const log = view.screen.getByRole('log');
    let y = 0;
    const scroll = (place: EventTarget) => {
      y += 10;
      view.screen.getByRole('button', { name: 'Add to cart' }).getBoundingClientRect = () =>
        new DOMRect(0, y, 200, 44);
      place.dispatchEvent(new Event('scroll'));
    };
    for (const happens of [
      // A window that lay over the page closes between the two clicks of a double click.
      () => window.dispatchEvent(new Event('focus')),
      () => document.dispatchEvent(new Event('visibilitychange')),
      () => scroll(log),
      () => scroll(document),
      // Another card goes, and this one comes to stand under the pointer.
      () => {
        const other = tool('look', {}, { isPending: true });
        const both = tools(question(part, 'Add to cart'), question(other, 'Look'));
        view.ports.tools.set(both);
      },
    ]) {
      await view.pass(600);
      expect(isArmed()).toBe(true);
      happens();
      await view.pass(0);
      expect(isArmed()).toBe(false);
      await view.user.click(view.screen.getByRole('button', { name: 'Add to cart' }));
    }
    expect(view.called('answerTool')).toEqual([]);
  });

  it('is named by its own words, whatever the call’s id is', () => {
    const strange = { ...part, toolUseId: 'x bh-title', key: 'x bh-title' };
    const turn = agent([strange], { turn: { state: 'paused' } });
    const view = mount({
      session: session([user('Buy it'), turn], { run: paused(strange) }),
      tools: tools(question(strange, 'Add to cart')),
    });
    expect(view.screen.getByRole('group', { name: 'Add to cart: Fjell, 1?' })).toBeTruthy();
  });

  it('of an input that is nested without end is drawn, in the room that its text takes', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 20_000; level++) deep = [deep];
    const nested = tool('look', { deep } as never, { ms: 5 });
    const view = mount({ session: session([user('Hm?'), agent([nested])]) });
    expect(view.root.querySelector('.way .fields dd')?.textContent?.length).toBeLessThan(100_000);
    let hundreds: unknown = 1;
    for (let level = 0; level < 900; level++) hundreds = [hundreds];
    const [field] = exactFields({ hundreds } as never);
    expect(field?.value).toBe(JSON.stringify(hundreds));
  });

  it('tells fields apart that would read the same, and takes no name for what every object has', () => {
    const input = { amount: 1, 'x/amount': 999, toString: 'a', valueOf: 'b', hasOwnProperty: 'c' };
    const odd = tool('pay', input, { isPending: true });
    const turn = agent([odd], { turn: { state: 'paused' } });
    const view = mount({
      session: session([user('Pay'), turn], { run: paused(odd) }),
      tools: tools(question(odd, 'Pay', { labels: { valueOf: 'Value', other: 'Amount' } })),
    });
    const names = [...view.root.querySelectorAll('.question dt')].map((name) => name.textContent);
    expect(names).toEqual(['amount', 'x/amount', 'To string', 'Value', 'Has own property']);
  });

  it('of thousands of fields shows every one, the last of them as one text', () => {
    const input = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`f${at}`, at]));
    const many = tool('look', input, { isPending: true });
    const turn = agent([many], { turn: { state: 'paused' } });
    const view = mount({
      session: session([user('Look'), turn], { run: paused(many) }),
      tools: tools(question(many, 'Look')),
    });
    expect(view.root.querySelectorAll('.question dt')).toHaveLength(101);
    const shown = view.root.querySelector('.question .fields')?.textContent ?? '';
    for (let at = 100; at < 5000; at++) expect(shown).toContain(`f${at}: ${at}`);
  });

  it('is answered once', async () => {
    const view = ask();
    await view.pass(600);
    await view.user.click(view.screen.getByRole('button', { name: 'No thanks' }));
    await view.user.click(view.screen.getByRole('button', { name: 'Add to cart' }));
    expect(view.called('answerTool')).toHaveLength(1);
  });

  it('offers nothing for the conversation where each call must be asked for', () => {
    const view = ask({ offersConversation: false, isDestructive: true });
    expect(
      view.screen.queryByRole('checkbox', { name: 'Don’t ask again in this chat' }),
    ).toBeNull();
    expect(view.screen.getByText('This can’t be undone.')).toBeTruthy();
  });

  it('never takes the focus', async () => {
    const turn = agent([part], { turn: { state: 'paused' } });
    const view = mount({ session: session([user('Buy it'), turn], { run: paused(part) }) });
    const box = view.screen.getByRole('textbox');
    box.focus();
    view.ports.tools.set(tools(question(part, 'Add to cart')));
    await view.pass(600);
    expect(view.root.activeElement).toBe(box);
  });

  it('is declined by Escape, after the menu and before the panel', async () => {
    const view = ask();
    await view.pass(600);
    await view.user.click(view.screen.getByRole('button', { name: 'Menu' }));
    await view.screen.findByRole('menu');
    await view.user.keyboard('{Escape}');
    await view.pass();
    expect(view.screen.queryByRole('menu')).toBeNull();
    expect(view.called('answerTool')).toEqual([]);
    view.screen.getByRole('textbox').focus();
    await view.user.keyboard('{Escape}');
    expect(view.called('answerTool')).toEqual([[part.toolUseId, binding, 'no']]);
    expect(view.panel.isOpen()).toBe(true);
    view.ports.tools.set(tools());
    await view.user.keyboard('{Escape}');
    expect(view.panel.isOpen()).toBe(false);
    expect(view.called('close')).toHaveLength(1);
  });

  it('shows what would be invisible, or turn the text around', () => {
    expect(showInvisible('a\u202eb\u200bc\u0000d\ne')).toBe('a\\u{202e}b\\u{200b}c\\u{0}d\ne');
    expect(showInvisible('x\u{e0041}y')).toBe('x\\u{e0041}y');
    expect(showInvisible('Fjell 👍 ü مرحبا')).toBe('Fjell 👍 ü مرحبا');
    const pile = `Z${'\u0301'.repeat(6)}`;
    expect(showInvisible(pile)).toBe(`Z${'\u0301'.repeat(4)}\\u{301}\\u{301}`);
    expect(showInvisible('ที่ שָׁלוֹם ế')).toBe('ที่ שָׁלוֹם ế');
  });
});
