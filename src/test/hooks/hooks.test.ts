// What the hooks of all frameworks share, with a chat that only notes what it is told.

import { expect, it } from 'vitest';
import { createOffer, type Given, messagesOf, withChat } from '../../hooks/index.ts';
import type { DrawnByPage } from '../../hooks/types.ts';
import type { TranscriptEntry } from '../../session/types.ts';
import { createToolRegistry } from '../../tools/registry.ts';
import type { PageTool, Tool } from '../../tools/types.ts';

interface Double extends DrawnByPage {
  /** What the agent is offered now. */
  offered(): string[];
  find(name: string): Tool | null;
  run(name: string): Promise<unknown>;
  registrations: number;
  say(...entries: TranscriptEntry[]): void;
}

function createDouble(): Double {
  const registry = createToolRegistry();
  let entries: readonly TranscriptEntry[] = [];
  const chat: Double = {
    registrations: 0,
    registerTool: <Input>(tool: PageTool<Input>, how?: { signal?: AbortSignal }) => {
      chat.registrations += 1;
      registry.register(tool, how);
    },
    getSnapshot: () => ({ entries }),
    subscribe: () => () => {},
    offered: () => registry.list().map(({ name, description }) => `${name}: ${description}`),
    find: registry.find,
    run: async (name) =>
      registry
        .find(name)
        ?.execute({}, { signal: new AbortController().signal, toolUseId: 'call_1' }),
    say(...all) {
      entries = all;
    },
  };
  return chat;
}

/** A component that offers a tool: `give` is its next rendering. */
function component(chat: Double, first: Given) {
  let given = first;
  const offer = createOffer(() => given);
  offer.update(chat);
  return {
    give(next: Partial<Given>) {
      given = { ...given, ...next };
      offer.update(chat);
    },
    leave: offer.end,
    comeBack: () => offer.update(chat),
  };
}

it('runs the functions of the last rendering without registering again', async () => {
  const chat = createDouble();
  const one = component(chat, { name: 'count', description: 'Counts.', execute: () => 1 });
  one.give({ execute: () => 2 });
  expect(await chat.run('count')).toBe(2);
  expect(chat.registrations).toBe(1);
  one.give({ description: 'Counts again.' });
  expect(chat.offered()).toEqual(['count: Counts again.']);
  expect(chat.registrations).toBe(2);
});

it('writes a call’s HTML by the last rendering without registering again', () => {
  const chat = createDouble();
  const html = (words: string) => ({ html: () => words });
  const one = component(chat, {
    name: 'show',
    description: 'Shows.',
    execute: () => 1,
    ui: html('First'),
  });
  one.give({ ui: html('Second') });
  expect(chat.registrations).toBe(1);
  const { ui } = chat.find('show') as { ui: { html(): string } };
  expect(ui.html()).toBe('Second');
  one.give({ ui: { ...html('Third'), height: 300 } });
  expect(chat.registrations).toBe(2);
});

it('gives a name to the component that came last, whichever changes, and back to the earlier one', async () => {
  const chat = createDouble();
  const outer = component(chat, { name: 'greet', description: 'Outer.', execute: () => 'outer' });
  const inner = component(chat, { name: 'greet', description: 'Inner.', execute: () => 'inner' });
  expect(chat.offered()).toEqual(['greet: Inner.']);
  outer.give({ description: 'Outer, changed.' });
  expect(chat.offered()).toEqual(['greet: Inner.']);
  expect(await chat.run('greet')).toBe('inner');
  inner.leave();
  expect(chat.offered()).toEqual(['greet: Outer, changed.']);
  inner.comeBack();
  expect(chat.offered()).toEqual(['greet: Inner.']);
  outer.leave();
  inner.leave();
  expect(chat.offered()).toEqual([]);
});

it('moves a tool whose name changes, and one that goes to another chat', () => {
  const [chat, other] = [createDouble(), createDouble()];
  let given: Given = { name: 'a', description: 'A.', execute: () => 1 };
  const offer = createOffer(() => given);
  offer.update(chat);
  given = { ...given, name: 'b' };
  offer.update(chat);
  expect(chat.offered()).toEqual(['b: A.']);
  offer.update(other);
  expect([chat.offered(), other.offered()]).toEqual([[], ['b: A.']]);
});

const user = (key: string, text: string, state: 'sending' | 'sent'): TranscriptEntry => ({
  kind: 'user',
  key,
  content: [{ type: 'text', text }],
  delivery: { state },
  isSentTwice: false,
  at: 1,
});
const agent = (text: string, isPreview: boolean): TranscriptEntry => ({
  kind: 'agent',
  key: 'turn',
  parts: [
    { kind: 'thought', key: 't', text: 'Hm.' },
    {
      kind: 'message',
      key: 'm',
      eventId: 'event_2',
      blocks: [{ type: 'text', text }],
      isPreview,
    },
  ],
  turn: { state: 'working' },
  citations: [],
  usage: null,
  at: 2,
});

it('lists what was said without thoughts, and keeps each message that has not changed', () => {
  const chat = createDouble();
  const none = messagesOf(chat);
  expect(none).toEqual([]);
  chat.say(user('local_1', 'Hello', 'sending'));
  expect(messagesOf(chat)).toEqual([
    { id: 'local_1', role: 'user', text: 'Hello', at: 1, isPending: true },
  ]);
  chat.say(user('local_1', 'Hello', 'sent'), agent('Wel', true));
  const [said, writing] = messagesOf(chat);
  expect([said?.isPending, writing?.isPending, writing?.text]).toEqual([false, true, 'Wel']);
  chat.say(user('local_1', 'Hello', 'sent'), agent('Welcome.', false));
  const later = messagesOf(chat);
  expect(later[0]).toBe(said);
  expect(later[1]).toEqual({
    id: 'event_2',
    role: 'agent',
    text: 'Welcome.',
    at: 2,
    isPending: false,
  });
  chat.say(user('local_1', 'Hello', 'sent'), agent('Welcome.', false));
  expect(messagesOf(chat)).toBe(later);
});

it('finds no chat by a name where there is no page, and leaves no trace there', () => {
  const seen: unknown[] = [];
  withChat('default', (chat) => {
    seen.push(chat);
    return undefined;
  })();
  expect(seen).toEqual([]);
  expect('bellhop' in globalThis).toBe(false);
});
