// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { agent, NOW, session, source, text, user } from '../../../test/gallery/build.ts';
import { STATES } from '../../../test/gallery/states.ts';
import { transcriptText } from '../../ui/later/transcript.ts';
import { createChatModel } from '../../ui/model/chat-model.ts';
import { createPages } from '../../ui/model/pages.ts';
import { mount } from './harness.ts';

/** A message that is only stored on this device. */
const stored = (words: string, eventId = 'stored_1') => ({
  eventId,
  kind: 'user' as const,
  content: [text(words)],
  at: NOW - 86_400_000,
});

const box = (view: ReturnType<typeof mount>) => view.screen.getByRole('textbox');

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the panel', () => {
  it.each(STATES.map((state) => [state.name, state] as const))('draws "%s"', (_, state) => {
    const view = mount(state);
    const { title, isInline } = view.ports.options.get();
    expect(view.screen.getByRole(isInline ? 'region' : 'dialog', { name: title })).toBeTruthy();
    expect(view.screen.getByRole('log')).toBeTruthy();
  });

  it('opens with the focus in the composer and gives it back', async () => {
    const view = mount({ session: session([]) }, { isClosed: true });
    const opener = document.createElement('button');
    document.body.append(opener);
    opener.focus();
    expect(view.panel.isOpen()).toBe(false);
    view.panel.open();
    expect(view.root.activeElement).toBe(box(view));
    view.panel.close();
    expect(document.activeElement).toBe(opener);
    opener.remove();
  });

  it('opens without taking the focus, when told so', () => {
    const view = mount({ session: session([]) }, { isClosed: true });
    view.panel.open({ focus: false });
    expect(view.panel.isOpen()).toBe(true);
    expect(view.root.activeElement).toBeNull();
  });

  it('tells whether it is open', async () => {
    const view = mount({ session: session([]) }, { isClosed: true });
    const told: boolean[] = [];
    view.panel.openness.subscribe(() => told.push(view.panel.openness.get()));
    view.panel.open();
    await view.user.click(view.screen.getByRole('button', { name: 'Close chat' }));
    expect(told).toEqual([true, false]);
    expect(view.called('close')).toHaveLength(1);
  });

  it('never moves the focus when something arrives', async () => {
    const view = mount({ session: session([user('Hello')]) });
    box(view).focus();
    await view.show(session([user('Hello'), agent(['Hello!'])]));
    expect(view.root.activeElement).toBe(box(view));
  });

  it('counts messages that arrive while it is closed, not those that were there', async () => {
    const old = [user('Hello'), agent(['An old answer'])];
    const view = mount(
      { session: session([], { isRestored: false, isUpToDate: false }) },
      { isClosed: true },
    );
    await view.show(session(old));
    expect(view.panel.unread.get()).toBe(0);
    await view.show(session([...old, user('And?'), agent(['One', 'Two'])]));
    expect(view.panel.unread.get()).toBe(2);
    view.panel.open();
    expect(view.panel.unread.get()).toBe(0);
    await view.show(session([...old, user('And?'), agent(['One', 'Two']), agent(['Three'])]));
    view.panel.close();
    expect(view.panel.unread.get()).toBe(0);
  });

  it('counts nothing that comes in above, and nothing of another conversation', async () => {
    const now = [user('Hello'), agent(['Hello!'])];
    const view = mount({ session: session(now) }, { isClosed: true });
    await view.show(session([user('Older'), agent(['Older answer']), ...now]));
    expect(view.panel.unread.get()).toBe(0);
    await view.show(session([agent(['Elsewhere'])], { sessionId: 'another' }));
    expect(view.panel.unread.get()).toBe(0);
  });

  it('has a hidden heading for each message', () => {
    const view = mount({ session: session([user('Hello'), agent(['Hello!'])]) });
    const headings = view.screen.getAllByRole('heading', { level: 3 });
    expect(headings.map((heading) => heading.textContent)).toEqual([
      'You said',
      'Fjell & Veld said',
    ]);
  });

  it('keeps rows that don’t change', async () => {
    const entries = [user('Hello'), agent(['Hello!'])];
    const view = mount({ session: session(entries) });
    const row = view.root.querySelector('article');
    await view.show(session([...entries, user('And?')]));
    expect(view.root.querySelector('article')).toBe(row);
    expect(view.root.querySelectorAll('article')).toHaveLength(3);
  });

  it('shows a skeleton only after 300 ms', async () => {
    const view = mount({ session: session([], { isRestored: false, isUpToDate: false }) });
    await view.pass(250);
    expect(view.screen.queryByText('Loading…')).toBeNull();
    await view.pass(100);
    expect(view.screen.getByText('Loading…')).toBeTruthy();
  });

  it('shows a visitor of whom this device holds nothing the greeting at once, however slow the line is', async () => {
    const unread = session([], { isRestored: false, isUpToDate: false });
    for (const isStored of [false, true]) {
      const view = mount({ session: unread }, { hasStored: async () => isStored });
      await view.pass(400);
      expect(view.root.querySelector('.greeting.is-empty') === null).toBe(isStored);
      expect(view.screen.queryByText('Loading…') === null).toBe(!isStored);
    }
  });

  it('greets with a heading, what it can do, and a picture; as one text once the conversation has begun', async () => {
    const greeting = 'Hello! I know our jackets. What are you planning?';
    const view = mount({ session: session([]), options: { greeting } });
    const hello = () => view.root.querySelector('.greeting .hello');
    expect(hello()?.querySelector('b')?.textContent).toBe('Hello!');
    expect(view.root.querySelectorAll('.avatar')).toHaveLength(2);
    await view.show(session([user('Hi')]));
    expect(hello()?.textContent).toBe(greeting);
    expect(hello()?.querySelector('b')).toBeNull();
    expect(view.root.querySelectorAll('.avatar')).toHaveLength(1);
  });

  it.each([
    ['Welcome', 'Welcome'],
    ['Hi there\nAsk me about bikes.', 'Hi there'],
    ['Ask me about St. John’s Street.', 'Ask me about St. John’s Street.'],
    ['こんにちは！何かお探しですか？', 'こんにちは！'],
    ['Hello!', 'Hello!'],
  ])('takes the first line or call of "%s" as its heading', (greeting, heading) => {
    const view = mount({ session: session([]), options: { greeting } });
    expect(view.root.querySelector('.greeting b')?.textContent).toBe(heading);
  });

  it('moves the greeting from where it stood to its row', async () => {
    const view = mount({ session: session([]) });
    const box = () => view.root.querySelector<HTMLElement>('.greeting');
    const tops = [260, 80];
    const at = () => ({ top: tops[box()?.classList.contains('is-empty') ? 0 : 1] }) as DOMRect;
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(at);
    await view.show(session([user('Hi')]));
    vi.restoreAllMocks();
    expect(box()?.className).toBe('greeting moves');
    expect(box()?.style.getPropertyValue('--from')).toBe('180px');
  });

  it('keeps the greeting in sight while a conversation that began here gets its id', async () => {
    const view = mount({ session: session([], { sessionId: null }) });
    const greeting = () => view.root.querySelector('.greeting.is-empty');
    expect(greeting()).toBeTruthy();
    await view.show(session([], { isUpToDate: false }));
    await view.pass(400);
    expect(greeting()).toBeTruthy();
    expect(view.screen.queryByText('Loading…')).toBeNull();
    // Another one may hold anything.
    await view.show(session([], { sessionId: 'another', isUpToDate: false }));
    await view.pass(400);
    expect(greeting()).toBeNull();
    expect(view.screen.getByText('Loading…')).toBeTruthy();
  });

  it('goes on writing after a suggestion, but calls no keyboard up on touch', async () => {
    for (const isTouch of [false, true]) {
      vi.stubGlobal('matchMedia', (query: string) => ({
        matches: isTouch && query === '(pointer: coarse)',
        addEventListener() {},
        removeEventListener() {},
      }));
      const view = mount({ session: session([]), options: { prompts: ['Hello?'] } });
      view.screen.getByRole('button', { name: 'Hello?' }).click();
      await view.pass();
      expect(view.called('send')).toHaveLength(1);
      expect(view.root.activeElement).toBe(view.screen.getByRole(isTouch ? 'log' : 'textbox'));
    }
  });

  it('separates days by the visitor’s calendar', () => {
    const view = mount({
      session: session([
        user('Yesterday', { minutesAgo: 24 * 60 }),
        user('Today', { minutesAgo: 1 }),
      ]),
    });
    const days = [...view.root.querySelectorAll('.day')].map((day) => day.textContent);
    expect(days).toEqual(['yesterday', 'today']);
  });

  it('is a region of the page, always open, when it is inline', () => {
    const view = mount({ session: session([]), options: { isInline: true } });
    expect(view.screen.getByRole('region', { name: 'Fjell & Veld' })).toBeTruthy();
    expect(view.screen.queryByRole('button', { name: 'Close chat' })).toBeNull();
    view.panel.close();
    expect(view.panel.isOpen()).toBe(true);
  });

  it('remembers that the visitor made it bigger', async () => {
    const view = mount({ session: session([]) });
    await view.user.click(view.screen.getByRole('button', { name: 'Make bigger' }));
    expect(view.ports.preferences?.get('size')).toBe('expanded');
    expect(view.screen.getByRole('button', { name: 'Make smaller' })).toBeTruthy();
  });

  it('speaks the language that arrives later, in its direction', async () => {
    const view = mount(
      { session: session([]) },
      { hints: { choice: 'ar' }, load: async () => ({ send: 'إرسال' }) },
    );
    await view.pass();
    expect(view.screen.getByRole('button', { name: 'إرسال' })).toBeTruthy();
    expect(view.root.querySelector('.bellhop')?.getAttribute('dir')).toBe('rtl');
  });

  it('takes everything away when it is destroyed', async () => {
    const view = mount({ session: session([user('Hello')]) });
    view.panel.destroy();
    expect(view.root.childElementCount).toBe(0);
    await view.show(session([]));
    expect(view.root.childElementCount).toBe(0);
  });
});

describe('the menu', () => {
  async function pick(view: ReturnType<typeof mount>, name: string) {
    await view.user.click(view.screen.getByRole('button', { name: 'Menu' }));
    await view.user.click(
      await view.screen.findByRole('menuitem', { name: new RegExp(`^${name}`) }),
    );
    await view.pass();
  }
  const talk = () => session([user('Hello'), agent(['Hello!'])]);

  it('is walked through with the arrows', async () => {
    const view = mount({ session: talk() });
    await view.user.click(view.screen.getByRole('button', { name: 'Menu' }));
    await view.screen.findByRole('menu');
    await view.pass();
    const at = () => view.root.activeElement?.textContent;
    expect(at()).toBe('New conversation');
    await view.user.keyboard('{ArrowDown}');
    expect(at()).toBe('Earlier conversations');
    await view.user.keyboard('{End}{ArrowDown}');
    expect(at()).toBe('New conversation');
  });

  it('starts a new conversation', async () => {
    const view = mount({ session: talk() });
    await pick(view, 'New conversation');
    expect(view.called('newConversation')).toHaveLength(1);
    expect(view.root.activeElement).toBe(box(view));
  });

  it('says in a line what clears, what deletes and what a screen reader hears', async () => {
    const view = mount({ session: talk(), options: { canDelete: true } });
    await view.user.click(view.screen.getByRole('button', { name: 'Menu' }));
    const menu = await view.screen.findByRole('menu');
    expect([...menu.querySelectorAll('.note')].map((one) => one.textContent)).toEqual([
      'Removes it here. Our copy stays.',
      'Removes it here and from our records.',
      'What it reads out when a reply arrives',
    ]);
  });

  it('asks before it clears this device, and says what goes and what stays', async () => {
    const view = mount({ session: talk() });
    await pick(view, 'Clear from this device');
    await view.screen.findByRole('alertdialog');
    await view.pass();
    expect(view.root.activeElement?.textContent).toBe('Cancel');
    expect(view.called('clearDevice')).toEqual([]);
    view.screen.getByText(
      'Its messages go from this device. Our copy and your other conversations stay.',
    );
    await view.user.click(view.screen.getByRole('button', { name: 'Clear' }));
    expect(view.called('clearDevice')).toHaveLength(1);
  });

  it('deletes for good only where the owner does, and asks before', async () => {
    const plain = mount({ session: talk() });
    await plain.user.click(plain.screen.getByRole('button', { name: 'Menu' }));
    await plain.screen.findByRole('menu');
    expect(plain.screen.queryByText(/Delete for good/)).toBeNull();
    const view = mount({ session: talk(), options: { canDelete: true } });
    await pick(view, 'Delete for good');
    await view.screen.findByRole('alertdialog');
    await view.pass();
    expect(view.root.activeElement?.textContent).toBe('Cancel');
    expect(view.called('deleteConversation')).toEqual([]);
    await view.user.click(view.screen.getByRole('button', { name: 'Delete for good' }));
    expect(view.called('deleteConversation')).toHaveLength(1);
    await view.pass();
    // What was done elsewhere can't be seen here, so it is said.
    expect(view.screen.getByRole('alertdialog', { name: 'Deleted for good' })).toBeTruthy();
    const said = [...view.root.querySelectorAll('[role=status]')].map((one) => one.textContent);
    expect(said.join()).toContain('Deleted for good');
    const close = view.screen.getByRole('alertdialog').querySelector('button');
    expect(close?.textContent).toBe('Close');
    expect(view.root.activeElement).toBe(close);
    await view.user.keyboard('{Enter}');
    expect(view.screen.queryByRole('alertdialog')).toBeNull();
  });

  it('says where a conversation went wrong, and keeps it', async () => {
    const view = mount({
      session: talk(),
      options: { canDelete: true },
      isDeletable: false,
    });
    await pick(view, 'Delete for good');
    await view.screen.findByRole('alertdialog');
    await view.user.click(view.screen.getByRole('button', { name: 'Delete for good' }));
    await view.pass();
    expect(view.screen.getByRole('alertdialog').textContent).toContain('Nothing was deleted');
    expect(view.screen.getByText('Hello!')).toBeTruthy();
  });

  it('lists earlier conversations and opens one', async () => {
    const state = STATES.find(({ name }) => name === 'conversations');
    const view = mount({ session: talk(), conversations: state?.conversations ?? [] });
    await pick(view, 'Earlier conversations');
    const open = await view.screen.findByRole('button', { name: /Can I return/ });
    await view.user.click(open);
    expect(view.called('openConversation')).toEqual([['c2']]);
  });

  it('has no search where conversations are seen at one look', async () => {
    const state = STATES.find(({ name }) => name === 'conversations');
    const view = mount({ session: talk(), conversations: state?.conversations ?? [] });
    await pick(view, 'Earlier conversations');
    await view.screen.findByRole('button', { name: /Can I return/ });
    expect(view.screen.queryByRole('searchbox')).toBeNull();
  });

  it('searches titles and what is stored from ten conversations on, and says what it found', async () => {
    const state = STATES.find(({ name }) => name === 'conversations-many');
    const view = mount({
      session: talk(),
      conversations: state?.conversations ?? [],
      foundInText: { c7: [stored('When can I see the tents?')] },
    });
    await pick(view, 'Earlier conversations');
    const field = await view.screen.findByRole('searchbox', { name: 'Search conversations' });
    const titles = () =>
      [...view.root.querySelectorAll('.conversation-title')].map((one) => one.textContent);
    expect(titles()).toHaveLength(11);
    await view.user.type(field, 'TENT');
    expect(titles()).toEqual(['Does the tent come with pegs?']);
    await view.pass(1_000);
    expect(view.called('findMessages')).toEqual([['TENT']]);
    expect(titles()).toEqual(['Does the tent come with pegs?', 'Opening hours']);
    await view.pass(1_000);
    expect(view.root.textContent).toContain('Earlier conversations: 2');
    await view.user.keyboard('{Backspace>4}');
    await view.user.type(field, 'canoe');
    expect(view.screen.getByText('No conversation found')).toBeTruthy();
    await view.user.keyboard('{Backspace>5}');
    expect(titles()).toHaveLength(11);
  });

  it('copies the whole conversation, older messages first, and says so where it was pressed', async () => {
    const view = mount({ session: { ...talk(), hasOlder: true } });
    await view.user.click(view.screen.getByRole('button', { name: 'Menu' }));
    const copy = await view.screen.findByRole('menuitem', { name: 'Copy conversation' });
    await view.user.click(copy);
    expect(view.called('loadOlder')).toHaveLength(1);
    await view.show(session([user('From before'), ...talk().entries]));
    await view.screen.findByRole('menuitem', { name: 'Copied' });
    const text = await navigator.clipboard.readText();
    expect(text).toMatch(/You said: From before[\s\S]*You said: Hello[\s\S]*said: Hello!/);
    await view.pass(2_500);
    expect(view.screen.getByRole('menuitem', { name: 'Copy conversation' })).toBeTruthy();
  });

  it('switches the sound as the visitor wants, whatever the owner has set', async () => {
    const settings = new Map<string, string>();
    const view = mount({ session: talk(), options: { hasSound: true } }, { settings });
    await view.user.click(view.screen.getByRole('button', { name: 'Menu' }));
    const sound = await view.screen.findByRole('menuitemcheckbox', { name: 'Sound' });
    expect(sound.ariaChecked ?? sound.getAttribute('aria-checked')).toBe('true');
    await view.user.click(sound);
    expect(sound.getAttribute('aria-checked')).toBe('false');
    expect(settings.get('sound')).toBe('off');
    await view.user.click(sound);
    expect(settings.get('sound')).toBe('on');
  });

  it('keeps what screen readers hear in a sheet of its own', async () => {
    const settings = new Map<string, string>();
    const view = mount({ session: talk() }, { settings });
    await pick(view, 'Screen reader');
    const short = await view.screen.findByRole('radio', { name: 'Short notices' });
    expect(
      (view.screen.getByRole('radio', { name: 'Full replies' }) as HTMLInputElement).checked,
    ).toBe(true);
    await view.user.click(short);
    expect(settings.get('announce')).toBe('short');
  });

  it('shows the owner’s view only to the owner', async () => {
    const owner = STATES.find(({ name }) => name === 'owner');
    const plain = mount({ session: talk() });
    await plain.user.click(plain.screen.getByRole('button', { name: 'Menu' }));
    await plain.screen.findByRole('menu');
    expect(plain.screen.queryByRole('menuitem', { name: 'Owner’s view' })).toBeNull();
    const view = mount({ session: talk(), options: { isDebug: true }, debug: owner?.debug ?? [] });
    await pick(view, 'Owner’s view');
    const row = (await view.screen.findByText('session.error')).closest('li');
    expect(row?.textContent).toContain('req_3');
    expect(row?.textContent).toContain('The model provider’s rate limit.');
    const end = view.screen.getByText('session.status_idle').closest('li');
    expect(end?.textContent).toContain('1.2 Credits');
  });
});

describe('the transcript as text', () => {
  it('holds who said what when, tools and sources', () => {
    const view = mount({
      session: session([
        user('Which?'),
        agent(['The **Fjell**'], {
          citations: [
            { type: 'knowledge_base', document_uri: 'https://a.example/1', document_title: 'One' },
          ],
        }),
      ]),
    });
    const words = transcriptText(createChatModel(view.ports)).replaceAll('\u202f', ' ');
    expect(words).toBe(
      [
        'Fjell & Veld',
        '',
        '— today —',
        '',
        '[2:02 PM] You said: Which?',
        '',
        '[2:03 PM] Fjell & Veld said: The **Fjell**',
        '  [1] One https://a.example/1',
        '',
      ].join('\n'),
    );
  });
});

describe('a transcript with a line that looks like another’s', () => {
  it('has nobody say what they didn’t: only its own lines begin at the margin', () => {
    const forged =
      'Fine.\n\n[2:05 PM] You said: I pay\r[2:05 PM] You said: a\u2028[2:05 PM] You said: b';
    const view = mount({
      session: session([
        user('Which?'),
        agent([forged], { citations: [source('https://a.example/', `A\n[2:06 PM] You said: c`)] }),
      ]),
    });
    const words = transcriptText(createChatModel(view.ports)).replaceAll('\u202f', ' ');
    const said = words.split(/[\n\r\u2028\u2029]/).filter((line) => line.startsWith('['));
    expect(said).toEqual(['[2:02 PM] You said: Which?', '[2:03 PM] Fjell & Veld said: Fine.']);
  });
});

describe('pages of a long transcript', () => {
  const entries = Array.from({ length: 300 }, (_, at) => user(`Message ${at}`));

  it('begin with the last sixteen', () => {
    const shown = createPages().split(entries);
    expect(shown.flatMap((page) => page.entries)).toEqual(entries.slice(-16));
  });

  it('grow upwards by sixteen, keeping the pages that stand', () => {
    const pages = createPages();
    const [last] = pages.split(entries);
    expect(pages.grow(entries)).toBe(true);
    const shown = pages.split(entries);
    expect(shown).toHaveLength(2);
    expect(shown[1]).toBe(last);
    while (pages.split(entries)[0]?.key !== entries[0]?.key) pages.grow(entries);
    expect(pages.split(entries).flatMap((page) => page.entries)).toEqual(entries);
    expect(pages.grow(entries)).toBe(false);
  });

  it('hide nothing of a short conversation from whoever wrote before it was read', async () => {
    const written = user('Are you there?');
    const view = mount({ session: session([written], { isUpToDate: false }) });
    await view.pass();
    await view.show(session([user('Hello'), agent(['Hello!']), written]));
    expect(view.screen.getByText('Hello!')).toBeTruthy();
    expect(view.screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull();
  });

  it('show what comes before them while there are fewer than sixteen', () => {
    const pages = createPages();
    const [written] = pages.split(entries.slice(-1));
    const few = pages.split(entries.slice(-4));
    expect(few.flatMap((page) => page.entries)).toEqual(entries.slice(-4));
    expect(few.at(-1)).toBe(written);
    const shown = pages.split(entries).flatMap((page) => page.entries);
    expect(shown).toEqual(entries.slice(-16));
    expect(pages.split(entries).flatMap((page) => page.entries)).toEqual(shown);
  });

  it('begin a new page at the end when the last is full, and lose nothing in sight', () => {
    const pages = createPages();
    const [first] = pages.split(entries);
    const more = [...entries, user('One more')];
    const shown = pages.split(more);
    expect(shown).toHaveLength(2);
    expect(shown[0]).toBe(first);
    expect(shown.flatMap((page) => page.entries)).toEqual(more.slice(-17));
  });

  describe('that grows while the chat is open', () => {
    const MOST = 9 * 16;
    const entries = Array.from({ length: 300 }, (_, at) =>
      at % 2 === 0 ? user(`Message ${at}`) : agent([`Answer ${at}`]),
    );
    const rowsOf = ({ root }: ReturnType<typeof mount>) => root.querySelectorAll('[data-key]');
    async function grow(view: ReturnType<typeof mount>, from: number) {
      for (let count = from + 14; count <= entries.length; count += 14) {
        await view.show(session(entries.slice(0, count)));
        await view.pass(400);
      }
    }

    it('leave the document above, and come back as the visitor scrolls up', async () => {
      const view = mount({ session: session(entries.slice(0, 20)) });
      await grow(view, 20);
      expect(rowsOf(view).length).toBeLessThanOrEqual(MOST);
      expect(view.screen.getByText(/Answer 299/)).toBeTruthy();
      const shown = rowsOf(view).length;
      await view.user.click(view.screen.getByRole('button', { name: 'Show earlier messages' }));
      await view.pass();
      expect(rowsOf(view).length).toBe(shown + 16);
    });

    it('leave it also while the panel is closed', async () => {
      const view = mount({ session: session(entries.slice(0, 20)) });
      await view.pass();
      view.panel.close();
      await grow(view, 20);
      expect(rowsOf(view).length).toBeLessThanOrEqual(MOST);
    });

    it('stay with the place of the keyboard', async () => {
      const view = mount({ session: session(entries.slice(0, 20)) });
      await view.pass();
      const [first] = rowsOf(view);
      first?.querySelector('button')?.focus();
      await grow(view, 20);
      expect(first?.isConnected).toBe(true);
      expect(rowsOf(view).length).toBeGreaterThan(MOST);
    });

    it('stay while the visitor reads further up', async () => {
      const view = mount({ session: session(entries.slice(0, 20)) });
      await view.pass();
      const log = view.screen.getByRole('log');
      Object.defineProperty(log, 'scrollHeight', { value: 1_000 });
      log.scrollTop = 500;
      log.dispatchEvent(new Event('scroll'));
      log.scrollTop = 400;
      log.dispatchEvent(new Event('scroll'));
      await grow(view, 20);
      expect(rowsOf(view).length).toBeGreaterThan(MOST);
    });
  });

  it('wait in the middle if many come at once: each look draws one, from above', () => {
    const pages = createPages();
    pages.split(entries.slice(0, 30));
    const drawn = () => pages.split(entries).map(({ isWaiting }) => !isWaiting);
    const [old, ...first] = drawn();
    expect(old).toBe(true);
    expect(first.length).toBeGreaterThan(12);
    expect(first.slice(0, 2)).toEqual([true, false]);
    expect(first.slice(-3)).toEqual([false, true, true]);
    expect(drawn().slice(0, 4)).toEqual([true, true, true, false]);
    for (let look = 0; look < 20; look++) drawn();
    const all = pages.split(entries);
    expect(all.every(({ isWaiting }) => !isWaiting)).toBe(true);
    expect(pages.split(entries)).toEqual(all);
  });

  it('begin again with another conversation', () => {
    const pages = createPages();
    pages.split(entries);
    const other = [user('Hello')];
    expect(pages.split(other).flatMap((page) => page.entries)).toEqual(other);
    expect(pages.split([])).toEqual([]);
  });
});

describe('content from others', () => {
  it('is text wherever it stands', async () => {
    const evil = '<img src=x onerror="globalThis.hacked=1"><a href="/b">b</a>';
    const view = mount({
      session: session([user([text(evil)]), agent([evil])]),
      options: { title: evil, greeting: evil, prompts: [evil] },
    });
    await view.pass(100);
    expect(view.root.querySelector('img, .row a')).toBeNull();
  });
});
