// @vitest-environment jsdom
import { fireEvent } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { agent, running, session, text, user } from '../../../test/gallery/build.ts';
import type { InputBlock } from '../../protocol/index.ts';
import type { SessionSnapshot } from '../../session/types.ts';
import { mount } from './harness.ts';

// Fetched where the owner allows attachments; here it is at hand.
await import('../../ui/attach/attach.tsx');

const box = (view: ReturnType<typeof mount>) =>
  view.screen.getByRole('textbox', { name: 'Message' }) as HTMLTextAreaElement;

describe('the composer', () => {
  it('sends on Enter, without the blank around it, and is empty at once', async () => {
    const view = mount({ session: session([]) });
    await view.user.type(box(view), '  Hello {Enter}');
    expect(view.called('send')).toEqual([[[text('Hello')]]]);
    expect(box(view).value).toBe('');
  });

  it('breaks the line on Shift and Enter', async () => {
    const view = mount({ session: session([]) });
    await view.user.type(box(view), 'One{Shift>}{Enter}{/Shift}two');
    expect(box(view).value).toBe('One\ntwo');
    expect(view.called('send')).toEqual([]);
  });

  it('leaves Enter to an input method that composes', async () => {
    const view = mount({ session: session([]) });
    await view.user.type(box(view), 'にほん');
    fireEvent.keyDown(box(view), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(box(view), { key: 'Enter', keyCode: 229 });
    expect(view.called('send')).toEqual([]);
    fireEvent.keyDown(box(view), { key: 'Enter' });
    expect(view.called('send')).toHaveLength(1);
  });

  it('sends nothing but blank, and its button says so', async () => {
    const view = mount({ session: session([]) });
    await view.user.type(box(view), '   {Enter}');
    await view.user.click(view.screen.getByRole('button', { name: 'Send' }));
    expect(view.called('send')).toEqual([]);
    const button = view.screen.getByRole('button', { name: 'Send' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.hasAttribute('disabled')).toBe(false);
  });

  it('brings the last message back on ↑, when it is empty', async () => {
    const view = mount({ session: session([user('First'), agent(['Yes']), user('Second')]) });
    await view.user.type(box(view), '{ArrowUp}');
    expect(box(view).value).toBe('Second');
    fireEvent.input(box(view), { target: { value: 'x' } });
    fireEvent.keyDown(box(view), { key: 'ArrowUp' });
    expect(box(view).value).toBe('x');
  });

  it('begins with the draft and tells each change of it', async () => {
    const view = mount({ session: session([]), draft: 'Half a' });
    expect(box(view).value).toBe('Half a');
    await view.user.type(box(view), ' word');
    expect(view.called('setDraft').at(-1)).toEqual(['Half a word']);
  });

  it('takes back what the session refuses', async () => {
    const view = mount({ session: session([]) });
    view.ports.actions.send = async () => null;
    await view.user.type(box(view), 'Hello{Enter}');
    await view.pass();
    expect(box(view).value).toBe('Hello');
  });

  it('takes back what a broken session throws at it', async () => {
    const view = mount({ session: session([]) });
    view.ports.actions.send = () => Promise.reject(new Error('storage is full'));
    await view.user.type(box(view), 'Hello{Enter}');
    await view.pass();
    expect(box(view).value).toBe('Hello');
  });

  it('stands in one order for eyes and keys, however long the text is', async () => {
    const view = mount({ session: session([]), options: { allowAttachments: true } });
    const order = () =>
      [...view.root.querySelectorAll('.composer-box > :is(textarea, button)')].map(
        (element) => element.getAttribute('aria-label') ?? element.textContent,
      );
    await view.pass();
    expect(order()).toEqual(['Message', 'Attach a document', 'Send']);
    fireEvent.input(box(view), { target: { value: 'One\ntwo\nthree\nfour' } });
    await view.pass();
    expect(order()).toEqual(['Message', 'Attach a document', 'Send']);
  });

  it('takes text from the page', async () => {
    const view = mount({ session: session([]) });
    view.panel.setDraft('I need help with my order');
    await view.pass();
    expect(box(view).value).toBe('I need help with my order');
  });

  it.each<[string, SessionSnapshot['run']]>([
    ['a reply runs', running(0)],
    ['its message is on its way', { state: 'coming', isStopping: false }],
  ])('offers Stop while %s, in the place of Send, and takes each press at once', async (_, run) => {
    const view = mount({ session: session([user('Hello')]) });
    await view.show(session([user('Hello')], { run }));
    await view.user.click(view.screen.getByRole('button', { name: 'Stop' }));
    expect(view.called('interrupt')).toHaveLength(1);
    await view.show(session([user('Hello')], { run: { ...run, isStopping: true } as typeof run }));
    const stopping = view.screen.getByRole('button', { name: 'Stopping…' });
    expect(stopping.getAttribute('aria-disabled')).toBe('true');
    await view.user.click(stopping);
    expect(view.called('interrupt')).toHaveLength(1);
  });

  /** As a browser tells of one: `detail` counts the clicks in one place, right behind each other. */
  const pointerClick = ({ detail, pointerType }: { detail: number; pointerType: string }) =>
    Object.defineProperty(new MouseEvent('click', { bubbles: true, detail }), 'pointerType', {
      value: pointerType,
    });
  const click = (button: HTMLElement, detail: number, pointerType = 'mouse') => {
    if (pointerType !== '') fireEvent.pointerDown(button, { pointerType });
    fireEvent(button, pointerClick({ detail, pointerType }));
  };

  async function sent() {
    const view = mount({ session: session([]) });
    await view.user.type(box(view), 'Hello');
    const button = view.screen.getByRole('button', { name: 'Send' });
    click(button, 1);
    expect(view.called('send')).toHaveLength(1);
    return { view, button };
  }
  const stopShows = (view: Awaited<ReturnType<typeof sent>>['view']) =>
    view.show(session([user('Hello')], { run: { state: 'coming', isStopping: false } }));

  it('takes the second click of a double click on Send for no Stop, and the next for one', async () => {
    const { view, button } = await sent();
    await stopShows(view);
    expect(button.textContent).toBe('Stop');
    click(button, 2);
    expect(view.called('interrupt')).toEqual([]);
    click(button, 3);
    expect(view.called('interrupt')).toHaveLength(1);
  });

  it('takes a press that began on Send for no Stop', async () => {
    const { view, button } = await sent();
    fireEvent.pointerDown(button, { pointerType: 'mouse' });
    await stopShows(view);
    fireEvent(button, pointerClick({ detail: 1, pointerType: 'mouse' }));
    expect(view.called('interrupt')).toEqual([]);
    click(button, 1);
    expect(view.called('interrupt')).toHaveLength(1);
  });

  it.each([
    ['a key', 0, ''],
    ['a screen reader', 1, ''],
    ['a finger', 1, 'touch'],
    ['a finger, right behind its Send', 2, 'touch'],
    ['another click', 1, 'mouse'],
  ])('takes a Stop by %s at once', async (_, detail, pointerType) => {
    const { view, button } = await sent();
    await stopShows(view);
    click(button, detail, pointerType);
    expect(view.called('interrupt')).toHaveLength(1);
  });

  it('has the text again of a message that Stop took back, beside what was written since', async () => {
    const { view, button } = await sent();
    await stopShows(view);
    let giveBack = (_: InputBlock[]) => {};
    view.ports.actions.interrupt = () =>
      new Promise((resolve) => {
        giveBack = resolve;
      });
    click(button, 0, '');
    await view.user.type(box(view), 'And');
    giveBack([{ type: 'text', text: 'Hello' }]);
    await view.pass();
    expect(box(view).value).toBe('And\nHello');
  });

  it('says to a screen reader that it is stopping', async () => {
    const { view, button } = await sent();
    await stopShows(view);
    click(button, 0, '');
    await view.pass(500);
    const regions = view.screen.getAllByRole('status');
    expect(regions.map(({ lastChild }) => lastChild?.textContent)).toContain('Stopping…');
  });

  it('offers no Stop that could do nothing, offline', async () => {
    const view = mount({
      session: session([user('Hello')], { run: running(1), connection: 'offline' }),
    });
    const button = view.screen.getByRole('button', { name: 'Stop' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await view.user.click(button);
    expect(view.called('interrupt')).toEqual([]);
  });

  it('offers both while a reply runs and something is written', async () => {
    const view = mount({ session: session([user('Hello')], { run: running(1) }) });
    await view.user.type(box(view), 'And');
    expect(view.screen.getByRole('button', { name: 'Stop' })).toBeTruthy();
    await view.user.click(view.screen.getByRole('button', { name: 'Send' }));
    expect(view.called('send')).toHaveLength(1);
  });

  it('takes documents where the owner allows them: reads, names, removes and sends them', async () => {
    const view = mount({ session: session([]), options: { allowAttachments: true } });
    await view.pass();
    const input = view.root.querySelector('input[type=file]') as HTMLInputElement;
    const files = ['a.txt', 'b.txt'].map((name) => new File([name], name, { type: 'text/plain' }));
    await view.user.upload(input, files);
    await view.pass();
    await view.user.click(view.screen.getByRole('button', { name: 'Remove a.txt' }));
    await view.user.click(view.screen.getByRole('button', { name: 'Send' }));
    expect(view.called('send')).toEqual([
      [
        [
          {
            type: 'document',
            title: 'b.txt',
            source: { type: 'text', media_type: 'text/plain', data: 'b.txt' },
          },
        ],
      ],
    ]);
  });

  it('says why a document can’t be read, and sends nothing with it', async () => {
    const view = mount({ session: session([]), options: { allowAttachments: true } });
    view.ports.readDocument = () => Promise.reject(new Error('big.iso is too large'));
    await view.pass();
    const input = view.root.querySelector('input[type=file]') as HTMLInputElement;
    await view.user.upload(input, new File(['x'], 'big.iso'));
    await view.pass();
    expect(view.screen.getByText('big.iso is too large')).toBeTruthy();
    await view.user.type(box(view), 'See{Enter}');
    expect(view.called('send')).toEqual([]);
  });

  it('goes to the file that is in the way, and says why, where Enter can send nothing with it', async () => {
    const view = mount({ session: session([]) }, { options: { allowAttachments: true } });
    view.ports.readDocument = () => Promise.reject(new Error('Can’t read film.mp4.'));
    await view.pass();
    await view.user.upload(
      view.root.querySelector('input[type=file]') as HTMLInputElement,
      new File(['x'], 'film.mp4'),
    );
    await view.pass();
    await view.user.type(box(view), 'Look{Enter}');
    await view.pass();
    expect(view.called('send')).toEqual([]);
    expect(view.root.activeElement?.getAttribute('aria-label')).toContain('film.mp4');
    expect(view.root.querySelector('[role=status]')?.textContent).toBe('Can’t read film.mp4.');
    await view.user.keyboard('{Enter}');
    await view.user.type(box(view), '{Enter}');
    expect(view.called('send')).toEqual([[[text('Look')]]]);
  });

  it('offers no documents unless the owner allows them', () => {
    const view = mount({ session: session([]) });
    expect(view.screen.queryByRole('button', { name: 'Attach a document' })).toBeNull();
  });

  it('sends a suggestion as it stands', async () => {
    const view = mount({ session: session([]), options: { prompts: ['Where is my order?'] } });
    await view.user.click(view.screen.getByRole('button', { name: 'Where is my order?' }));
    expect(view.called('send')).toEqual([[[text('Where is my order?')]]]);
  });
});
