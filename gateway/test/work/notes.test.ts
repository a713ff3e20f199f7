import { describe, expect, it } from 'vitest';
import type { Note, SavedReply } from '../../work/notes-schema.ts';
import { type Browser, createDeskScene } from '../desk-people.ts';

const desk = createDeskScene();
const ask = async <Body>(by: Browser, method: string, path: string, body?: unknown) => {
  const reply = await by.call(method, path, body);
  return { ...reply, body: reply.body as unknown as Body };
};
async function talk() {
  const session = await desk.harness.session({ script: [[{ say: 'Yes.' }]] });
  await session.say('Hello?');
  await desk.harness.settled();
  return session;
}
const idOf = async (by: Browser) => (await by.call('GET', '/admin/desk/me')).body.person_id;

describe('a note', () => {
  it('is read by colleagues, is unread for whom it mentions, and never by the visitor', async () => {
    const session = await talk();
    const path = `/admin/conversations/${session.id}`;
    const last = (await desk.agent.call('GET', `${path}/events`)).body.data.at(-1);
    const read = () => desk.agent.call('POST', `${path}/read`, { event_id: last?.id });
    await read();
    const isUnread = async () => (await desk.agent.call('GET', path)).body.is_unread;
    expect(await isUnread()).toBe(false);
    const anna = await idOf(desk.agent);
    const text = '@Anna: a heron, be careful';
    const made = await ask<Note>(desk.owner, 'POST', `${path}/notes`, { text, mentions: [anna] });
    expect(made.status).toBe(201);
    expect(await isUnread()).toBe(true);
    const seen = (await ask<{ data: Note[] }>(desk.agent, 'GET', `${path}/notes`)).body.data;
    expect(seen).toEqual([made.body]);
    await read();
    expect(await isUnread()).toBe(false);
    expect(JSON.stringify(await session.events())).not.toContain('heron');
    const exported = await desk.owner.call('GET', `/admin/sessions/${session.id}/export`);
    expect(JSON.stringify(exported.body)).toContain('heron');
    const own = `${path}/notes/${made.body.note_id}`;
    expect((await desk.agent.call('DELETE', own)).status).toBe(404);
    expect((await desk.owner.call('DELETE', own)).status).toBe(204);
    const left = (await ask<{ data: Note[] }>(desk.agent, 'GET', `${path}/notes`)).body.data;
    expect(left).toEqual([]);
  });

  it('goes with its conversation, and calls nobody who isn’t there', async () => {
    const session = await talk();
    const path = `/admin/conversations/${session.id}/notes`;
    const refused = await desk.agent.call('POST', path, { text: 'x', mentions: ['person_gone'] });
    expect(refused.status).toBe(400);
    expect((await desk.agent.call('POST', path, { text: ' ' })).status).toBe(400);
    await desk.agent.call('POST', path, { text: 'Secret' });
    await desk.owner.call('DELETE', `/admin/sessions/${session.id}`);
    expect(await desk.harness.db.query('SELECT 1 FROM notes')).toEqual([]);
    expect((await desk.agent.call('GET', path)).status).toBe(404);
  });
});

describe('saved replies', () => {
  it('are one’s own or everybody’s', async () => {
    const save = (body: object) => ask<SavedReply>(desk.agent, 'POST', '/admin/desk/replies', body);
    const names = async (by: Browser) =>
      (await ask<{ data: SavedReply[] }>(by, 'GET', '/admin/desk/replies')).body.data.map(
        ({ name }) => name,
      );
    const { body: own } = await save({ name: 'Hello', text: 'Hello {visitor.name}' });
    await save({ name: 'Back soon', text: 'Bis gleich', language: 'de', is_shared: true });
    expect((await save({ name: 'x', text: 'x', language: 'German' })).status).toBe(400);
    expect(await names(desk.agent)).toEqual(['Back soon', 'Hello']);
    expect(await names(desk.owner)).toEqual(['Back soon']);
    const path = `/admin/desk/replies/${own.reply_id}`;
    expect((await desk.owner.call('PATCH', path, { name: 'x' })).status).toBe(404);
    await desk.agent.call('PATCH', path, { is_shared: true });
    expect(await names(desk.owner)).toEqual(['Back soon', 'Hello']);
    expect((await desk.owner.call('DELETE', path)).status).toBe(204);
    expect(await names(desk.agent)).toEqual(['Back soon']);
  });
});
