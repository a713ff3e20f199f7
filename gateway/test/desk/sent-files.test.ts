// Files that a person sends to a visitor.

import { expect, it } from 'vitest';
import { readConversation } from '../../agents/conversation.ts';
import type { HistoryEvent } from '../../log/history-event.ts';
import { createDeskScene } from '../desk-people.ts';

const desk = createDeskScene({
  options: { sessionLimits: { waiting: 9, events: 999, bytesPerDay: 20_000 } },
});

/** One pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = (data = PNG) => ({
  title: 'lamp.bin',
  // By its first bytes it is a picture, whatever it is called.
  source: { type: 'base64', media_type: 'application/octet-stream', data },
});
const list = { title: 'prices.csv', source: { type: 'text', media_type: 'text/csv', data: 'a,b' } };

async function taken() {
  const session = await desk.harness.session();
  await session.say('Show me');
  await desk.harness.settled();
  await desk.agent.call('POST', `/admin/sessions/${session.id}/takeover`);
  return {
    session,
    send: (body: object) => desk.agent.call('POST', `/admin/sessions/${session.id}/messages`, body),
  };
}

it('are blocks of the message: pictures are shown, any other is saved', async () => {
  const { session, send } = await taken();
  const reply = await send({ text: 'Here.', files: [picture(), list] });
  expect(reply.status).toBe(201);
  const sent = (await session.events()).findLast(({ type }) => type === 'agent.message');
  expect(sent?.content).toEqual([
    {
      type: 'text',
      text: 'Here.',
      extra_content: { gateway: { person: { name: 'Anna', act: 'said' } } },
    },
    {
      type: 'image',
      alt: 'lamp.bin',
      source: { type: 'base64', media_type: 'image/png', data: PNG },
    },
    { type: 'document', ...list },
  ]);
});

it('go without a word, too, and their names stand in its place', async () => {
  const { session, send } = await taken();
  expect((await send({ files: [picture()] })).status).toBe(201);
  const sent = (await session.events()).findLast(({ type }) => type === 'agent.message');
  expect(sent?.content).toMatchObject([{ type: 'text', text: 'lamp.bin' }, { type: 'image' }]);
});

it('are refused where they are none, or too much for one conversation and day', async () => {
  const { send } = await taken();
  expect((await send({})).status).toBe(400);
  expect((await send({ files: [] })).status).toBe(400);
  expect((await send({ files: [picture('not base64')] })).status).toBe(400);
  const link = { title: 'x', source: { type: 'url', url: 'https://elsewhere.example/x' } };
  expect((await send({ files: [link] })).status).toBe(400);
  const much = { ...list, source: { ...list.source, data: 'x'.repeat(30_000) } };
  expect((await send({ files: [much] })).status).toBe(429);
});

it('are told to the agent by name, as what the team has sent', () => {
  const event = {
    id: 'evt_1',
    type: 'agent.message',
    content: [
      { type: 'text', text: 'Here.' },
      {
        type: 'image',
        alt: 'lamp.png',
        source: { type: 'base64', media_type: 'image/png', data: PNG },
      },
    ],
  } as unknown as HistoryEvent;
  expect(readConversation([event])).toMatchObject([
    { role: 'agent', text: 'Here.\n\n[The file "lamp.png" was sent to the visitor here.]' },
  ]);
});
