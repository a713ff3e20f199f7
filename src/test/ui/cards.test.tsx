// @vitest-environment jsdom
import { fireEvent, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { checkField, hasCardNumber } from '../../ui/cards/check-field.ts';
import type { FieldType, FormField } from '../../ui/cards/read-card.ts';
import '../../ui/cards/index.tsx';
import { tools } from '../../../test/gallery/build.ts';
import { CARDS } from '../../../test/gallery/states/cards.ts';
import { type MountOptions, mount } from './harness.ts';

function cardState(name: string) {
  const state = CARDS.find((one) => one.name === name);
  if (state === undefined) throw new Error(`The gallery has no ${name}.`);
  const { presses: _, ...rest } = state;
  return rest;
}

/** A state of the gallery, once its buttons take a press. */
async function show(name: string, options: MountOptions = {}, [from, to]: string[] = ['', '']) {
  const { session, ...rest } = cardState(name);
  const changed = JSON.parse(JSON.stringify(session).replace(from ?? '', to ?? ''));
  const view = mount({ ...rest, session: changed }, options);
  for (let turn = 0; turn < 5; turn++) await view.pass(200);
  return view;
}
const answers = (view: Awaited<ReturnType<typeof show>>) =>
  view.called('answerTool').map(([, , decision]) => decision);

describe('a question in the thread', () => {
  it('is a group named by the question, and one press answers it', async () => {
    const view = await show('card-choices');
    view.screen.getByRole('group', { name: 'Which colour would you like?' });
    await view.user.click(view.screen.getByRole('button', { name: 'Night blue' }));
    await view.user.click(view.screen.getByRole('button', { name: 'Rust' }));
    expect(answers(view)).toEqual([{ chosen: ['Night blue'] }]);
  });

  it('is answered by the keyboard, and leaves a Skip', async () => {
    const view = await show('card-choices');
    view.screen.getByRole('button', { name: 'Skip' }).focus();
    await view.user.keyboard('{Enter}');
    expect(answers(view)).toEqual(['no']);
  });

  it.each([
    ['card-choices', 'Rust'],
    ['card-choices', 'Skip'],
    ['card-several', 'Confirm'],
    ['card-form', 'Use this address'],
    ['card-form', 'Skip'],
  ])('of %s is not answered by a script of the page that presses %s', async (name, button) => {
    const view = await show(name, { isTrusted: () => false });
    for (const box of view.screen.queryAllByRole('checkbox')) box.click();
    await view.pass();
    view.screen.getByRole('button', { name: button }).click();
    await view.pass();
    expect(answers(view)).toEqual([]);
    // Nor is anything of it checked, which would tell the script that it was heard.
    expect(view.root.querySelector('.fault')).toBeNull();
  });

  it.each([
    ['card-choices', 'Rust'],
    ['card-choices', 'Skip'],
    ['card-form', 'Use this address'],
    ['card-form', 'Skip'],
  ])(
    'of %s takes no press on %s by a hand that aimed at what stood there before',
    async (name, button) => {
      const view = mount(cardState(name));
      await view.pass(100);
      await view.user.click(view.screen.getByRole('button', { name: button }));
      await view.pass();
      expect(answers(view)).toEqual([]);
      expect(view.root.querySelector('.fault')).toBeNull();
    },
  );

  it('takes several ticks and an answer of one’s own', async () => {
    const view = await show('card-several');
    await view.user.click(view.screen.getByRole('checkbox', { name: 'It is light' }));
    await view.user.click(view.screen.getByRole('button', { name: 'Something else' }));
    await view.pass();
    await view.user.type(
      view.screen.getByRole('textbox', { name: 'Your own answer' }),
      'Made here',
    );
    for (let turn = 0; turn < 5; turn++) await view.pass(200);
    await view.user.click(view.screen.getByRole('button', { name: 'Confirm' }));
    expect(answers(view)).toEqual([{ chosen: ['It is light'], other: 'Made here' }]);
  });

  it('takes an answer of one’s own by Enter', async () => {
    const view = await show('card-several');
    await view.user.click(view.screen.getByRole('button', { name: 'Something else' }));
    await view.pass();
    const field = view.screen.getByRole('textbox', { name: 'Your own answer' });
    await view.user.type(field, 'Purple');
    for (let turn = 0; turn < 5; turn++) await view.pass(200);
    await view.user.keyboard('{Enter}');
    expect(answers(view)).toEqual([{ chosen: [], other: 'Purple' }]);
  });

  it('stays on Escape, which hides the panel instead', async () => {
    const view = await show('card-choices');
    view.screen.getByRole('button', { name: 'Rust' }).focus();
    await view.user.keyboard('{Escape}');
    expect(answers(view)).toEqual([]);
    expect(view.panel.isOpen()).toBe(false);
  });
});

describe('a form in the thread', () => {
  it('says what is wrong at the field, goes to the first, and sends what is right', async () => {
    const view = await show('card-form');
    const send = view.screen.getByRole('button', { name: 'Use this address' });
    const field = (name: RegExp) => view.screen.getByLabelText(name);
    await view.user.type(field(/^E-mail/), 'ada');
    await view.user.click(send);
    expect(answers(view)).toEqual([]);
    expect(view.root.activeElement).toBe(field(/^Name/));
    expect(view.screen.getAllByText('Please fill this in')).toHaveLength(2);
    view.screen.getByText('This doesn’t look like an e-mail address');
    await view.user.type(field(/^Name/), 'Ada');
    await view.user.type(field(/^E-mail/), '@example.org');
    await view.user.selectOptions(field(/^Country/), 'Norway');
    await view.user.click(field(/^I agree/));
    for (let turn = 0; turn < 5; turn++) await view.pass(200);
    await view.user.click(send);
    expect(answers(view)).toEqual([
      { name: 'Ada', email: 'ada@example.org', country: 'Norway', terms: true },
    ]);
    expect(JSON.stringify(view.ports.calls.filter(([name]) => name === 'setDraft'))).not.toContain(
      'Ada',
    );
  });

  it('has a few short answers that one must be chosen of as a group to press', async () => {
    const view = await show('card-rating');
    const send = view.screen.getByRole('button', { name: 'Send' });
    view.screen.getByRole('group', { name: 'How did this go?' });
    view.screen.getByRole('group', { name: 'Your answer' });
    await view.user.click(send);
    view.screen.getByText('Please fill this in');
    expect(view.root.activeElement).toBe(view.screen.getByRole('radio', { name: 'Good' }));
    await view.user.click(view.screen.getByRole('radio', { name: 'So-so' }));
    expect(view.screen.queryByText('Please fill this in')).toBeNull();
    for (let turn = 0; turn < 5; turn++) await view.pass(200);
    await view.user.click(send);
    expect(answers(view)).toEqual([{ rating: 'So-so' }]);
  });

  it('says of each field what is wrong with it by now, once the form was sent in vain', async () => {
    const view = await show('card-form');
    const send = view.screen.getByRole('button', { name: 'Use this address' });
    const email = view.screen.getByLabelText(/^E-mail/);
    const says = () => email.parentElement?.querySelector('.fault')?.textContent ?? null;
    // Before that nobody is told what they haven't finished.
    await view.user.type(email, 'ada');
    await view.user.tab();
    expect(says()).toBeNull();
    await view.user.type(email, '{Backspace>3/}');
    await view.user.click(send);
    expect(says()).toBe('Please fill this in');
    await view.user.type(email, 'ada');
    expect(says()).toBeNull();
    await view.user.tab();
    expect(says()).toBe('This doesn’t look like an e-mail address');
    await view.user.type(email, '@example.org');
    expect(says()).toBeNull();
  });

  it('tells what can’t be read from what is missing, and what is too long', async () => {
    const view = await show('card-form');
    const send = view.screen.getByRole('button', { name: 'Use this address' });
    const field = (name: RegExp) => view.screen.getByLabelText(name) as HTMLInputElement;
    const says = (name: RegExp) => field(name).parentElement?.querySelector('.fault')?.textContent;
    // As browsers tell of half a date and of letters in a number, whose value is empty.
    const garble = (name: RegExp, badInput: boolean) =>
      Object.defineProperty(field(name), 'validity', { value: { badInput }, configurable: true });
    garble(/^How many/, true);
    garble(/^Wished day/, true);
    fireEvent.input(field(/^Name/), { target: { value: 'A'.repeat(1_001) } });
    await view.pass();
    await view.user.click(send);
    expect(says(/^Name/)).toBe('At most 1000 characters');
    expect(says(/^How many/)).toBe('Please enter a number');
    expect(says(/^Wished day/)).toBe('Please enter a date');
    expect(says(/^Phone/)).toBeUndefined();
    expect(view.root.activeElement).toBe(field(/^Name/));
    garble(/^How many/, false);
    await view.user.type(field(/^How many/), '3');
    expect(says(/^How many/)).toBeUndefined();
  });

  it('lets no fault push its button away from under the pointer that is on its way', async () => {
    const view = await show('card-form');
    const send = view.screen.getByRole('button', { name: 'Use this address' });
    const email = view.screen.getByLabelText(/^E-mail/);
    await view.user.click(send);
    await view.user.type(email, 'ada');
    expect(email.parentElement?.querySelector('.fault')).toBeNull();
    fireEvent.blur(email, { relatedTarget: send });
    await view.pass();
    expect(email.parentElement?.querySelector('.fault')).toBeNull();
    fireEvent.blur(email, { relatedTarget: null });
    await view.pass();
    expect(email.parentElement?.querySelector('.fault')).not.toBeNull();
  });

  it('sends what was not agreed to as well', async () => {
    const view = await show('card-form', {}, [
      '"type":"consent","required":true',
      '"type":"consent"',
    ]);
    const fill = (name: RegExp, text: string) =>
      view.user.type(view.screen.getByLabelText(name), text);
    await fill(/^Name/, 'Ada');
    await fill(/^E-mail/, 'ada@example.org');
    await view.user.selectOptions(view.screen.getByLabelText(/^Country/), 'Norway');
    await view.user.click(view.screen.getByRole('button', { name: 'Use this address' }));
    expect(answers(view)).toEqual([
      { name: 'Ada', email: 'ada@example.org', country: 'Norway', terms: false },
    ]);
  });

  it('leads to its button where Enter in a field comes before that was in sight', async () => {
    const view = mount(cardState('card-form'));
    await view.pass(100);
    const field = view.screen.getByLabelText(/^Name/);
    field.focus();
    await view.user.keyboard('{Enter}');
    const send = view.screen.getByRole('button', { name: 'Use this address' });
    expect(view.root.activeElement).toBe(send);
    expect(answers(view)).toEqual([]);
    expect(view.root.querySelector('.fault')).toBeNull();
    for (let turn = 0; turn < 5; turn++) await view.pass(200);
    await view.user.keyboard('{Enter}');
    expect(view.root.activeElement).toBe(field);
    expect(view.root.querySelector('.fault')).not.toBeNull();
  });

  it.each([
    ['email', 'ada@host', 'badEmail'],
    ['phone', '12', 'badPhone'],
    ['phone', '+47 22 33 44 55', null],
    ['number', 'two', 'badNumber'],
    ['number', '7', 'atMost'],
    ['number', '0', 'atLeast'],
    ['date', '2026-13-40', 'badDate'],
    ['text', 'My card is 4111 1111 1111 1111', 'noCardNumber'],
    ['text', 'Order 4111 1111 1111 1112', null],
    ['consent', '', 'neededConsent'],
  ])('checks %s %j: %j', (type, value, word) => {
    const field: FormField = {
      name: 'x',
      label: 'X',
      type: type as FieldType,
      isRequired: true,
      options: [],
      min: 1,
      max: 5,
    };
    expect(checkField(field, value)?.word ?? null).toBe(word);
  });

  it('knows a card number however it is parted', () => {
    expect(hasCardNumber('4111-1111-1111-1111')).toBe(true);
    expect(hasCardNumber('4111111111111111 is it')).toBe(true);
    expect(hasCardNumber('2026-11-20 14:05')).toBe(false);
  });
});

describe('items and suggestions', () => {
  it('are one list, in which a name leads to the item and a price stands beside it', async () => {
    const view = await show('card-pictures');
    const items = view.screen.getByRole('region', { name: 'Four for wet days' });
    const rows = within(items).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Fjell rain jacket (opens in a new tab)€189.00Three layers, taped seams, packs into its own pocket.Add to cart',
      'Veld commuter shell with a reflective band and a long back (opens in a new tab)€1,095.00Lighter, for the city.Add to cart',
      'Skog ponchoSold out until May',
      'Gift card€25.00Choose amount',
    ]);
  });

  it('sends the words of the button and the item, and of a suggestion', async () => {
    const view = await show('card-items');
    view.screen.getByRole('region', { name: 'Two that keep rain out' });
    await view.user.click(view.screen.getByRole('button', { name: 'Add to cart: Veld poncho' }));
    await view.user.click(view.screen.getByRole('button', { name: 'Compare them' }));
    expect(view.called('send')).toEqual([
      [[{ type: 'text', text: 'Add to cart: Veld poncho' }]],
      [[{ type: 'text', text: 'Compare them' }]],
    ]);
  });

  it('send nothing where a script of the page presses them', async () => {
    const view = await show('card-items', { isTrusted: () => false });
    view.screen.getByRole('button', { name: 'Add to cart: Veld poncho' }).click();
    view.screen.getByRole('button', { name: 'Compare them' }).click();
    await view.pass();
    expect(view.called('send')).toEqual([]);
  });

  it('are ordinary steps where the owner shows no cards', async () => {
    const state = CARDS.find(({ name }) => name === 'card-items');
    const view = mount({ ...(state as NonNullable<typeof state>), options: { cards: [] } });
    await view.pass();
    expect(view.screen.queryByRole('region', { name: 'Two that keep rain out' })).toBeNull();
    view.screen.getByText(/^Showed .* · /);
  });
});

describe('a card that was answered', () => {
  it('says what was asked and answered; what was skipped says so', async () => {
    const view = await show('card-answered');
    view.screen.getByText('Night blue');
    view.screen.getByText('ada@example.org');
    // All of it, what was agreed to as well.
    expect(
      view.screen.getByText('I agree to the terms of delivery').nextElementSibling?.textContent,
    ).toBe('Agreed');
    view.screen.getByText('Skipped');
    expect(tools().questions).toEqual([]);
  });

  it('says what was not agreed to', async () => {
    const view = await show('card-answered', {}, ['terms\\":true', 'terms\\":false']);
    expect(
      view.screen.getByText('I agree to the terms of delivery').nextElementSibling?.textContent,
    ).toBe('Not agreed');
  });

  it('that failed before anybody saw it says nothing', async () => {
    const view = await show('card-refused');
    view.screen.getByText('Please pay at the checkout of this site.');
    expect(view.screen.queryByText('Couldn’t do that with these details')).toBeNull();
  });
});
