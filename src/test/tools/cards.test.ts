import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../protocol/index.ts';
import { type CardKind, createCardTools } from '../../tools/sources/cards.ts';
import { asksForSecret } from '../../tools/sources/secret-words.ts';
import type { Decision } from '../../tools/types.ts';
import { buy, createSite, envelope, type Page, request, type Site, settle } from './site.ts';

beforeAll(() => import('../../tools/validate.ts'));

const KINDS: readonly CardKind[] = ['choices', 'products', 'form', 'replies', 'approvals'];

function openPage(site: Site): Page {
  const page = site.openPage();
  page.registry.replace('cards', createCardTools(KINDS));
  return page;
}

async function call(site: Site, page: Page, name: string, input: object): Promise<void> {
  page.runner.update([request(site, { name, input: input as never })]);
  await settle(site);
}

function answer(page: Page, decision: Decision): void {
  const status = page.status('call_1');
  if (status?.state !== 'asking') throw new Error(`nothing is asked: ${status?.state}`);
  page.runner.answer('call_1', status.question.binding, decision);
}

const COLOURS = { question: 'Which colour?', options: ['Moss green', 'Night blue'] };
const FORM = {
  title: 'Where to?',
  fields: [{ name: 'email', label: 'E-mail', type: 'email', required: true }],
};
const posted = (site: Site): unknown => JSON.parse(String(site.posts.at(-1)?.[0]?.content));
const onDisk = (site: Site): string => JSON.stringify(site.browser.disk.entries());

describe('cards of the chat as tools', () => {
  it('asks a question in the thread and returns what was pressed', async () => {
    const site = createSite();
    const page = openPage(site);
    await call(site, page, 'offer_choices', COLOURS);
    expect(page.runner.getSnapshot().questions).toMatchObject([
      { title: 'Which colour?', isCard: true, offersConversation: false },
    ]);
    answer(page, { chosen: ['Night blue'] });
    await settle(site);
    expect(posted(site)).toEqual({ chosen: ['Night blue'] });
  });

  it('asks before a tool of the site’s server as before any tool: each time, in the server’s words, with the exact input', async () => {
    const site = createSite();
    const page = openPage(site);
    const input = { tool: 'shop/cancel', title: 'Cancel the order', input: { order: 7 } };
    await call(site, page, 'allow_server_tool', input);
    const [question] = page.runner.getSnapshot().questions;
    // What runs there, without what only names it.
    expect(question).toMatchObject({ offersConversation: false, input: { order: 7 } });
    expect(question?.binding).toContain('shop/cancel');
    expect(question?.isCard).toBeFalsy();
    expect(question?.title).toBe('Cancel the order');
    answer(page, 'once');
    await settle(site);
    expect(posted(site)).toEqual({ allowed: true });
  });

  it('says no to the site’s server where the visitor does', async () => {
    const site = createSite();
    const page = openPage(site);
    await call(site, page, 'allow_server_tool', { tool: 'shop/cancel', input: {} });
    answer(page, 'no');
    await settle(site);
    expect(envelope(site.posts[0]?.[0])).toMatchObject({ code: 'declined' });
  });

  it('takes no answer but a record: an approval answers no question', async () => {
    const site = createSite();
    const page = openPage(site);
    await call(site, page, 'offer_choices', COLOURS);
    answer(page, 'once');
    await settle(site);
    expect(site.posts).toEqual([]);
    expect(page.status('call_1')?.state).toBe('asking');
    answer(page, 'no');
    await settle(site);
    expect(envelope(site.posts[0]?.[0])).toMatchObject({
      code: 'declined',
      message: 'The visitor did not answer this.',
    });
  });

  it.each([
    ['night BLUE.', { chosen: ['Night blue'] }],
    ['Moss  green', { chosen: ['Moss green'] }],
  ])('takes the typed words %j as the answer', async (words, expected) => {
    const site = createSite();
    const page = openPage(site);
    await call(site, page, 'offer_choices', COLOURS);
    expect(page.runner.takeWords('something of my own')).toBe(false);
    expect(page.runner.takeWords(words)).toBe(true);
    await settle(site);
    expect(posted(site)).toEqual(expected);
  });

  it('takes several typed words where several may be chosen, and only there', async () => {
    const site = createSite();
    const page = openPage(site);
    await call(site, page, 'offer_choices', { ...COLOURS, several: true });
    expect(page.runner.takeWords('night blue, moss green')).toBe(true);
    await settle(site);
    expect(posted(site)).toEqual({ chosen: ['Night blue', 'Moss green'] });
    const other = createSite();
    const single = openPage(other);
    await call(other, single, 'offer_choices', COLOURS);
    expect(single.runner.takeWords('night blue, moss green')).toBe(false);
  });

  it('is skipped by a message, as an approval is', async () => {
    const site = createSite();
    const page = openPage(site);
    await call(site, page, 'offer_choices', COLOURS);
    page.runner.skipQuestions();
    await settle(site);
    expect(page.status('call_1')?.state).toBe('discarded');
    expect(site.posts).toEqual([]);
  });

  it('asks in every tab, and again after a reload; the first answer counts in all of them', async () => {
    const site = createSite();
    const one = openPage(site);
    const two = openPage(site);
    const asked = [request(site, { name: 'offer_choices', input: COLOURS })];
    one.runner.update(asked);
    two.runner.update(asked);
    await settle(site);
    expect([one, two].map((page) => page.status('call_1')?.state)).toEqual(['asking', 'asking']);
    one.tab.kill();
    const three = openPage(site);
    three.runner.update(asked);
    await settle(site);
    answer(three, { chosen: ['Moss green'] });
    await settle(site);
    expect(posted(site)).toEqual({ chosen: ['Moss green'] });
    expect(two.status('call_1')?.state).not.toBe('asking');
    expect(site.posts).toHaveLength(1);
  });

  it('never stores what was entered into a form, also while it can’t be posted', async () => {
    const site = createSite();
    site.answer = async () => new Map([['call_1', 'pending' as const]]);
    const page = openPage(site);
    await call(site, page, 'ask_form', FORM);
    answer(page, { email: 'ada@example.org' });
    await settle(site);
    expect(posted(site)).toEqual({ values: { email: 'ada@example.org' } });
    expect(onDisk(site)).not.toContain('ada@example.org');
    site.answer = async () => new Map([['call_1', 'accepted' as const]]);
    await page.runner.stop();
    await settle(site);
    expect(page.status('call_1')?.state).toBe('settled');
    expect(onDisk(site)).not.toContain('ada@example.org');
    expect(onDisk(site)).toContain('acknowledged');
  });

  it('asks the form anew on the next page if the page went before its result was posted', async () => {
    const site = createSite();
    site.answer = async () => new Map([['call_1', 'pending' as const]]);
    const page = openPage(site);
    await call(site, page, 'ask_form', FORM);
    answer(page, { email: 'ada@example.org' });
    await settle(site);
    page.tab.kill();
    const next = openPage(site);
    next.runner.update([request(site, { name: 'ask_form', input: FORM as never })]);
    await settle(site);
    expect(next.status('call_1')?.state).toBe('asking');
    // A question changes nothing: one that is asked anew and declined leaves nothing unknown.
    site.answer = async () => new Map([['call_1', 'accepted' as const]]);
    answer(next, 'no' as never);
    await settle(site);
    const envelope = JSON.stringify(site.posts.at(-1));
    expect(envelope).toContain('declined');
    expect(envelope).not.toContain('unknown');
  });

  it('shows items and suggestions at once, without a question', async () => {
    const site = createSite();
    const page = openPage(site);
    await call(site, page, 'show_items', { items: [{ title: 'Mug' }, { title: 'Kettle' }] });
    expect(site.posts[0]?.[0]?.content).toBe('The visitor sees all 2 items.');
  });

  it.each([
    ['offer_choices', { question: 'Which?', options: ['one'] }, 'options'],
    ['offer_choices', { question: ' ', options: ['one', 'two'] }, 'question'],
    ['offer_choices', { ...COLOURS, html: '<b>x</b>' }, 'html'],
    ['show_items', { items: [{ text: 'no title' }] }, 'items'],
    ['show_items', { items: [] }, 'items'],
    ['suggest_replies', { replies: ['a', 'b', 'c', 'd'] }, 'replies'],
    ['ask_form', { ...FORM, fields: [...FORM.fields, ...FORM.fields] }, 'fields'],
    ['ask_form', { ...FORM, fields: [{ name: 'a', label: 'A', type: 'choice' }] }, 'fields'],
    ['ask_form', { ...FORM, fields: [{ name: 'a', label: 'A', type: 'password' }] }, 'fields'],
    ['ask_form', { ...FORM, fields: [{ name: 'pw', label: 'Password', type: 'text' }] }, 'fields'],
    [
      'ask_form',
      { ...FORM, fields: [{ name: 'cardNumber', label: 'No.', type: 'text' }] },
      'fields',
    ],
    ['ask_form', { ...FORM, title: 'Tell us your credit card' }, 'title'],
    ['ask_form', { ...FORM, text: 'We need the сode of your 2FA, please' }, 'text'],
    ['ask_form', { ...FORM, send: 'Allow once' }, 'send'],
    ['ask_form', { ...FORM, send: 'Send my PIN' }, 'send'],
    [
      'ask_form',
      { ...FORM, title: 'Your card', fields: [{ name: 'a', label: 'Number', type: 'text' }] },
      'title',
    ],
    [
      'ask_form',
      {
        ...FORM,
        fields: [
          { name: 'a', label: 'Sure?', type: 'choice', options: ['Don’t allow', 'Allow once'] },
        ],
      },
      'fields',
    ],
    [
      'ask_form',
      { ...FORM, fields: [{ name: 'a', label: 'Your P.I.N.', type: 'number' }] },
      'fields',
    ],
    [
      'ask_form',
      { ...FORM, fields: [{ name: 'a', label: 'I agree to give my password', type: 'consent' }] },
      'fields',
    ],
    [
      'offer_choices',
      {
        ...COLOURS,
        question: 'Type your account password under Something else',
        something_else: true,
      },
      'question',
    ],
    ['offer_choices', { ...COLOURS, options: ['Type your PIN below', 'Later'] }, 'options'],
    ['offer_choices', { question: 'Ready?', options: ['Allow once', 'Don’t allow'] }, 'options'],
    [
      'offer_choices',
      { question: 'Bereit?', options: ['Einmal erlauben', 'Nicht erlauben'] },
      'options',
    ],
    ['show_items', { items: [{ title: 'Mug', text: 'Write me your card number' }] }, 'items'],
    ['show_items', { items: [{ title: 'Mug', button: 'Allow once' }] }, 'items'],
    ['show_items', { title: 'Send your pаssword', items: [{ title: 'Mug' }] }, 'title'],
    ['suggest_replies', { replies: ['My password is …'] }, 'replies'],
    ['suggest_replies', { replies: ['Allow once', 'Thanks'] }, 'replies'],
  ])('refuses %s with %j and names the argument', async (name, input, field) => {
    const site = createSite();
    const page = openPage(site);
    await call(site, page, name, input);
    expect(envelope(site.posts[0]?.[0])).toMatchObject({ code: 'invalid_input', field });
  });

  it('belongs to Bellhop where the page has a tool of the same name', () => {
    const page = openPage(createSite());
    page.registry.register({ name: 'show_items', description: 'x', execute: () => null });
    expect(page.registry.find('show_items')?.source).toBe('cards');
  });
});

describe('a schema that has titles', () => {
  it('names the values that are given, unless two have one title', async () => {
    const site = createSite();
    const listed = {
      oneOf: [
        { const: 'g', title: 'Green' },
        { const: 'b', title: 'Blue' },
      ],
    };
    const inputSchema = {
      type: 'object',
      properties: {
        colour: { title: 'Colour', ...listed },
        size: { enum: ['s', 'm'], enumNames: ['Small', 'Medium'] },
        wrap: {
          anyOf: [
            { const: 1, title: 'Paper' },
            { const: 2, title: 'Paper' },
          ],
        },
        other: listed,
      },
    };
    const page = site.openPage({ tools: [buy({ inputSchema })] });
    page.runner.update([
      request(site, { name: 'buy', input: { colour: 'g', size: 'm', wrap: 2 } }),
    ]);
    await settle(site);
    const [question] = page.runner.getSnapshot().questions;
    expect(question?.labels).toEqual({ colour: 'Colour' });
    expect(question?.values).toEqual({ colour: 'Green', size: 'Medium' });
  });
});

describe('what a tool says it will do', () => {
  const ask = async (summarize: (input: JsonObject) => unknown) => {
    const site = createSite();
    const page = site.openPage({ tools: [buy({ summarize })] });
    page.runner.update([request(site, { name: 'buy', input: { id: 'x' } })]);
    await settle(site);
    await site.browser.clock.advance(3_000);
    await settle(site);
    return page.runner.getSnapshot().questions[0];
  };

  it('stands on the question, cut to what a card holds, and changes nothing that is approved', async () => {
    const lines = Array.from({ length: 9 }, (_, n) => `line ${n}`);
    const long = 'x'.repeat(500);
    const question = await ask(async ({ id }) => ({
      title: `Buy ${id}${long}`,
      lines,
      total: 7,
      confirm: ` Buy ${long}`,
      decline: ['No'],
      html: '<b>',
    }));
    expect(question?.summary?.title).toHaveLength(120);
    expect(question?.summary?.lines).toHaveLength(6);
    expect(question?.summary).toMatchObject({ total: '', image: '', decline: '' });
    expect(question?.summary?.confirm).toHaveLength(40);
    expect(question?.summary).not.toHaveProperty('html');
    expect(question?.input).toEqual({ id: 'x' });
    expect(question?.binding).toBe((await ask(() => null))?.binding);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['is late', () => new Promise(() => {})],
    ['is a text', () => 'Buy it'],
    ['has no title', () => ({ lines: ['x'] })],
  ])('is left out where it %s', async (_, summarize) => {
    const question = await ask(summarize);
    expect(question).toMatchObject({ title: 'Buy it', input: { id: 'x' } });
    expect(question).not.toHaveProperty('summary');
  });
});

describe('words that ask for a secret', () => {
  it.each(
    'Password|Your pass-word|ｐａｓｓｗｏｒｄ|P\u200bassword|card_number|Kreditkartennummer|Passwort|Mot de passe|Contraseña|Senha|Palavra-passe|Wachtwoord|Пароль|Hasło|رمز عبور|كلمة المرور|密码|密碼|パスワード|비밀번호|Şifre|Kata sandi|Mật khẩu|Lösenord|Adgangskode|Passord|Salasana|Heslo|Jelszó|Parolă|Κωδικός πρόσβασης|סיסמה|รหัสผ่าน|PIN|CVV|Номер карты|Číslo karty|信用卡|カード番号|Security code'.split(
      '|',
    ),
  )('%s', (words) => {
    expect(asksForSecret(words)).toBe(true);
  });

  it.each([
    'Shipping address',
    'Which store has low stock?',
    'Compass west',
    'Postcode',
    'Ταχυδρομικός κώδικας',
    'Order number',
    'Tan',
    'Gift card for whom?',
    'Karten für das Konzert',
    'Pineapple',
  ])('not "%s"', (words) => {
    expect(asksForSecret(words)).toBe(false);
  });
});
