// @vitest-environment jsdom

// Below a conversation: the colleagues who are there, and those whom a note calls.

import { signal } from '@preact/signals';
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { h } from 'preact';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConversationEntry } from '../../gateway/desk-types.ts';
import { createDesk } from '../model/desk.ts';
import { ENGLISH } from '../texts/messages.ts';
import { createTexts } from '../texts/texts.ts';
import { StepIn } from '../views/step-in.tsx';
import type { View } from '../views/view.ts';

afterEach(cleanup);

const ENTRY = { session_id: 'ses_1', held_by: null, wanted_at: null } as ConversationEntry;
const person = (name: string) => ({
  person_id: `person_${name}`,
  name,
  picture: null,
  presence: 'here',
});

/** Anna's desk, opened while nobody else was at it. */
async function openPane() {
  const people = [person('Anna')];
  const notes: { text: string; mentions: string[] }[] = [];
  const desk = createDesk({
    async fetch(input, init) {
      const path = String(input);
      if (path.endsWith('/stream')) return new Promise<Response>(() => {});
      if (path.endsWith('/desk/me')) return Response.json({ ...person('Anna'), role: 'agent' });
      if (path.endsWith('/colleagues')) return Response.json({ data: [...people] });
      if (path.endsWith('/notes') && init?.method === 'POST')
        notes.push(JSON.parse(String(init.body)));
      return Response.json({ ...ENTRY, data: [], runs: {}, counts: {}, next_page: null });
    },
    address: {
      path: () => '/desk/conversations/ses_1',
      query: () => '',
      takeFragment: () => '',
      go() {},
      leave() {},
      onBack() {},
    },
    after: () => () => {},
    isVisible: () => true,
    passkeys: { isThere: false, make: async () => null, use: async () => null },
  });
  await desk.start();
  await Promise.all([desk.work.load(), desk.conversation.open('ses_1')]);
  const texts = signal(createTexts('en', ENGLISH));
  const view = {
    desk,
    texts,
    t: texts.peek().t,
    isPhone: signal(false),
    drafts: { read: () => '', write() {} },
  } as unknown as View;
  render(h(StepIn, { view, entry: ENTRY }));
  const user = userEvent.setup();
  const note = async () => {
    await user.click(screen.getByRole('button', { name: 'Note' }));
    return screen.getByRole('textbox');
  };
  return { desk, people, notes, user, note };
}

describe('a note', () => {
  it('offers a colleague who came after the desk was opened', async () => {
    const { people, notes, user, note } = await openPane();
    people.push(person('Ben'));
    await user.type(await note(), 'Ask @be');
    await user.click(await screen.findByRole('option', { name: /Ben/ }));
    await user.keyboard('please{Enter}');
    await waitFor(() =>
      expect(notes).toEqual([{ text: 'Ask @Ben please', mentions: ['person_Ben'] }]),
    );
  });

  it('calls a colleague who came since, where the name was written without the list', async () => {
    const { people, notes, user, note } = await openPane();
    const field = await note();
    people.push(person('Ben'));
    await user.click(field);
    await user.paste('Ask @Ben, please');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(notes.map(({ mentions }) => mentions)).toEqual([['person_Ben']]));
  });

  it('says that a name is nobody’s before it is posted, and is posted by the next press', async () => {
    const { notes, user, note } = await openPane();
    await user.type(await note(), 'Ask @be.{Enter}');
    await screen.findByText('@be is nobody here. Add the note anyway?');
    expect(notes).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Add the note' }));
    await waitFor(() => expect(notes).toEqual([{ text: 'Ask @be.', mentions: [] }]));
    await waitFor(() => expect(screen.queryByText(/is nobody here/)).toBeNull());
  });
});

describe('the colleagues in a conversation', () => {
  const there = (name: string) => ({
    person_id: `person_${name}`,
    name,
    session_id: 'ses_1',
    state: 'reading',
  });

  it('are both named where there are two', async () => {
    const { desk } = await openPane();
    desk.presences.hear(['Ben', 'Cem'].map(there));
    await screen.findByText('Ben is reading');
    screen.getByText('Cem is reading');
  });

  it('are one name and a number where there are more, which tells the others’ names', async () => {
    const { desk } = await openPane();
    desk.presences.hear(['Ben', 'Cem', 'Dana', 'Eva'].map(there));
    const more = await screen.findByTitle('Cem is reading, Dana is reading, Eva is reading');
    expect(more.firstElementChild?.textContent).toBe('+3');
    expect(document.querySelectorAll('.chip.there')).toHaveLength(2);
  });
});
