// @vitest-environment jsdom
import { fireEvent } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { agent, message, session, text, user } from '../../../test/gallery/build.ts';
import type { DocumentBlock } from '../../protocol/index.ts';
import { mount } from './harness.ts';

// Fetched where the owner allows attachments; here it is at hand.
await import('../../ui/attach/attach.tsx');

const files = () => [new File(['Two mugs'], 'order.txt', { type: 'text/plain' })];
const document: DocumentBlock = {
  type: 'document',
  title: 'order.txt',
  source: { type: 'text', media_type: 'text/plain', data: 'Two mugs' },
};

async function open(allowAttachments: boolean) {
  const view = mount({ session: session([]), options: { allowAttachments } });
  await view.pass();
  return view;
}
const names = (view: Awaited<ReturnType<typeof open>>) =>
  [...view.root.querySelectorAll('.attachments .chip-name')].map((one) => one.textContent);
const panelOf = (view: Awaited<ReturnType<typeof open>>) =>
  view.root.querySelector('.panel') as HTMLElement;

describe('a file', () => {
  it('that is held over the panel and let go is attached', async () => {
    const view = await open(true);
    const held = { dataTransfer: { types: ['Files'], files: files() } };
    fireEvent.dragOver(panelOf(view), held);
    await view.pass();
    expect(view.screen.getByText('Drop documents here')).toBeTruthy();
    fireEvent.drop(panelOf(view), held);
    await view.pass();
    expect(view.screen.queryByText('Drop documents here')).toBeNull();
    expect(names(view)).toEqual(['order.txt']);
  });

  it('that is carried on past the panel leaves no trace', async () => {
    const view = await open(true);
    fireEvent.dragOver(panelOf(view), { dataTransfer: { types: ['Files'] } });
    fireEvent.dragLeave(panelOf(view));
    await view.pass();
    expect(view.screen.queryByText('Drop documents here')).toBeNull();
    expect(names(view)).toEqual([]);
  });

  it('that is pasted into the text is attached', async () => {
    const view = await open(true);
    fireEvent.paste(view.screen.getByRole('textbox', { name: 'Message' }), {
      clipboardData: { files: files() },
    });
    await view.pass();
    expect(names(view)).toEqual(['order.txt']);
  });

  it.each([
    ['before the part that attaches has come, and always where none may be attached', false],
    ['where they may be attached', true],
  ])('never opens in place of the page: %s', async (_, allowAttachments) => {
    const view = mount({ session: session([]), options: { allowAttachments } });
    // False: somebody has taken it.
    const held = { dataTransfer: { types: ['Files'], files: files() } };
    expect(fireEvent.dragOver(panelOf(view), { dataTransfer: { types: ['Files'] } })).toBe(false);
    expect(fireEvent.drop(panelOf(view), held)).toBe(false);
  });

  it('is heard of by no place for files that the page has', async () => {
    const view = await open(true);
    const heard: string[] = [];
    const hear = ({ type }: Event) => void heard.push(type);
    globalThis.document.addEventListener('drop', hear);
    fireEvent.drop(panelOf(view), { dataTransfer: { types: ['Files'], files: files() } });
    globalThis.document.removeEventListener('drop', hear);
    expect(heard).toEqual([]);
  });

  it.each(['drop', 'paste'] as const)(
    'is refused in words where the owner takes none: %s',
    async (how) => {
      const view = await open(false);
      const field = view.screen.getByRole('textbox', { name: 'Message' });
      if (how === 'drop')
        fireEvent.drop(panelOf(view), { dataTransfer: { types: ['Files'], files: files() } });
      else fireEvent.paste(field, { clipboardData: { types: ['Files'], files: files() } });
      await vi.waitFor(() =>
        expect(view.root.querySelector('.edit-note')?.textContent).toContain('Files can’t be sent'),
      );
      expect(names(view)).toEqual([]);
      await view.user.type(field, 'As text');
      await view.pass();
      expect(view.root.querySelector('.edit-note')).toBeNull();
    },
  );

  it('is taken no more once the owner no longer allows it', async () => {
    const view = await open(true);
    view.ports.options.set({ ...view.ports.options.get(), allowAttachments: false });
    await view.pass();
    fireEvent.drop(panelOf(view), { dataTransfer: { types: ['Files'], files: files() } });
    await view.pass();
    expect(names(view)).toEqual([]);
  });
});

describe('a paste', () => {
  const picture = () => [new File(['PNG'], 'image.png', { type: 'image/png' })];
  const paste = async (
    allowAttachments: boolean,
    data: Record<string, string>,
    held = picture(),
  ) => {
    const view = await open(allowAttachments);
    const isLeft = fireEvent.paste(view.screen.getByRole('textbox', { name: 'Message' }), {
      clipboardData: {
        types: [...Object.keys(data), 'Files'],
        files: held,
        getData: (type: string) => data[type] ?? '',
      },
    });
    await view.pass();
    // Left to the browser, which puts the text into the field.
    return { isLeft, names: names(view), said: view.root.querySelector('.edit-note') !== null };
  };

  it.each([
    ['of cells', { 'text/plain': 'Lamp\t90\r\nShade\t12\r\n', 'text/html': '<table></table>' }],
    ['of a text processor', { 'text/plain': 'Dear Sir', 'text/rtf': '{\\rtf1 Dear Sir}' }],
    ['of one letter', { 'text/plain': 'x' }],
  ])('%s with a picture of it is text', async (_, data) => {
    for (const isAllowed of [true, false]) {
      expect(await paste(isAllowed, data)).toEqual({ isLeft: true, names: [], said: false });
    }
  });

  it.each([
    ['of nothing but a picture', {}],
    ['of a picture of a page', { 'text/html': '<img src="https://shop.example/lamp.png">' }],
    ['of a picture and an empty line', { 'text/plain': '\r\n' }],
  ])('%s is a picture', async (_, data) => {
    expect(await paste(true, data)).toEqual({ isLeft: false, names: ['image.png'], said: false });
  });

  it.each([
    'order.txt',
    '/home/anna/order.txt',
    'file:///home/anna/order.txt\n',
    'order.txt\rorder.txt',
  ])('of a file that comes with its name is that file: %j', async (text) => {
    const { names } = await paste(true, { 'text/plain': text }, files());
    expect(names).toEqual(['order.txt']);
  });

  it('of text and no file is left to the browser', async () => {
    const view = await open(true);
    const isLeft = fireEvent.paste(view.screen.getByRole('textbox', { name: 'Message' }), {
      clipboardData: { types: ['text/plain'], files: [], getData: () => 'Hello' },
    });
    expect(isLeft).toBe(true);
  });
});

it('documents of an earlier message come back with its text, also where none may be attached', async () => {
  const sent = user([document, text('My order')]);
  const view = mount({ session: session([sent, agent([message('Two mugs, then.')])]) });
  await view.pass();
  await view.user.click(view.screen.getByRole('button', { name: 'Edit and resend' }));
  await view.pass();
  await view.pass();
  await view.user.click(view.screen.getByRole('button', { name: 'Remove order.txt' }));
  await view.user.click(view.screen.getByRole('button', { name: 'Send' }));
  expect(view.called('send')).toEqual([[[text('My order')]]]);
});
