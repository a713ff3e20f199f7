// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { agent, running, session, text, user } from '../../../test/gallery/build.ts';
import type { DocumentBlock } from '../../protocol/index.ts';
import { mount } from './harness.ts';

// Fetched where the owner allows attachments; here it is at hand.
await import('../../ui/attach/attach.tsx');

const READ: DocumentBlock = {
  type: 'document',
  title: 'order.txt',
  source: { type: 'text', media_type: 'text/plain', data: 'Two mugs' },
};
const WORDS = 'Will be sent once the attachment is read';

/** A message with a document that is being read until a test lets go of it. */
async function write(state = session([])) {
  const view = mount({ session: state, options: { allowAttachments: true } });
  await view.pass();
  const reading = { resolve: (_: DocumentBlock) => {}, reject: (_: Error) => {} };
  view.ports.readDocument = () =>
    new Promise((resolve, reject) => Object.assign(reading, { resolve, reject }));
  const box = view.screen.getByRole('textbox', { name: 'Message' }) as HTMLTextAreaElement;
  const input = view.root.querySelector('input[type=file]') as HTMLInputElement;
  await view.user.upload(input, new File(['Two mugs'], 'order.txt'));
  await view.user.type(box, 'My order');
  return { ...view, box, reading };
}

describe('a message whose attachment is still being read', () => {
  it.each([
    ['Enter', (view: Awaited<ReturnType<typeof write>>) => view.user.type(view.box, '{Enter}')],
    [
      'Send',
      (view: Awaited<ReturnType<typeof write>>) =>
        view.user.click(view.screen.getByRole('button', { name: 'Send' })),
    ],
  ])('goes out by itself once it is read, when %s was pressed, and says so', async (_, press) => {
    const view = await write();
    await press(view);
    await view.pass(1_000);
    expect(view.called('send')).toEqual([]);
    expect(view.box.value).toBe('My order');
    expect(view.root.querySelector('.waiting')?.textContent).toContain(WORDS);
    const status = view.root.querySelector('.panel [role=status]');
    expect(status?.textContent).toBe(WORDS);
    view.reading.resolve(READ);
    await view.pass();
    expect(view.called('send')).toEqual([[[READ, text('My order')]]]);
    expect(view.box.value).toBe('');
    expect(view.root.querySelector('.waiting')).toBeNull();
  });

  it('does not go out by itself when nothing was pressed', async () => {
    const view = await write();
    view.reading.resolve(READ);
    await view.pass();
    expect(view.called('send')).toEqual([]);
  });

  it.each([
    [
      'Cancel',
      (view: Awaited<ReturnType<typeof write>>) =>
        view.user.click(view.screen.getByRole('button', { name: 'Cancel' })),
    ],
    ['another word', (view: Awaited<ReturnType<typeof write>>) => view.user.type(view.box, '!')],
    [
      'removing it',
      (view: Awaited<ReturnType<typeof write>>) =>
        view.user.click(view.screen.getByRole('button', { name: 'Remove order.txt' })),
    ],
  ])('is taken back by %s', async (_, act) => {
    const view = await write();
    await view.user.type(view.box, '{Enter}');
    await act(view);
    await view.pass();
    expect(view.root.querySelector('.waiting')).toBeNull();
    expect(view.root.activeElement).toBe(view.box);
    view.reading.resolve(READ);
    await view.pass();
    expect(view.called('send')).toEqual([]);
    expect(view.box.value).toContain('My order');
  });

  it('stays where it is when the attachment can’t be read, with the reason', async () => {
    const view = await write();
    await view.user.type(view.box, '{Enter}');
    view.reading.reject(new Error('order.txt is too large'));
    await view.pass();
    expect(view.called('send')).toEqual([]);
    expect(view.box.value).toBe('My order');
    expect(view.root.querySelector('.waiting')).toBeNull();
    view.screen.getByText('order.txt is too large');
  });

  it('goes to no conversation but the one it was written for', async () => {
    const view = await write();
    await view.user.type(view.box, '{Enter}');
    await view.show({ ...session([user('Before')]), sessionId: 'another' });
    view.reading.resolve(READ);
    await view.pass();
    expect(view.called('send')).toEqual([]);
    expect(view.box.value).toBe('My order');
  });

  it('leaves Stop at hand while a reply runs', async () => {
    const view = await write(session([user('Hi'), agent([])], { run: running() }));
    view.screen.getByRole('button', { name: 'Stop' });
    await view.user.type(view.box, '{Enter}');
    await view.user.click(view.screen.getByRole('button', { name: 'Stop' }));
    expect(view.called('interrupt')).toHaveLength(1);
    view.reading.resolve(READ);
    await view.pass();
    expect(view.called('send')).toHaveLength(1);
  });
});
