// @vitest-environment jsdom
import { fireEvent } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { DocumentBlock } from '../../src/protocol/index.ts';
import { agent, message, session, text, user } from '../gallery/build.ts';
import { mount } from './harness.ts';

// Fetched where the owner allows attachments; here it is at hand.
await import('../../src/ui/attach/attach.tsx');

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

  it('is taken neither way where the owner no longer allows it', async () => {
    const view = await open(true);
    view.ports.options.set({ ...view.ports.options.get(), allowAttachments: false });
    await view.pass();
    fireEvent.dragOver(panelOf(view), { dataTransfer: { types: ['Files'], files: files() } });
    fireEvent.drop(panelOf(view), { dataTransfer: { types: ['Files'], files: files() } });
    fireEvent.paste(view.screen.getByRole('textbox', { name: 'Message' }), {
      clipboardData: { files: files() },
    });
    await view.pass();
    expect(view.screen.queryByText('Drop documents here')).toBeNull();
    expect(names(view)).toEqual([]);
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
