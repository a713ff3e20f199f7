import { beforeAll, describe, expect, it } from 'vitest';
import type { ModelFactory } from '../../agents/model/open-model-agent.ts';
import type { TriedAnswer } from '../../learning/learning-schema.ts';
import { createDeskScene } from '../desk-people.ts';
import type { SessionHandle } from '../harness.ts';

/** Answers with the best passage that it finds; without one it doesn’t know. */
const models: ModelFactory = {
  problemOf: () => null,
  open: async () => ({
    async *turn({ history, search }) {
      const asked = JSON.stringify(history.findLast(({ type }) => type === 'user.message'));
      const [best] = await search(asked, 1);
      yield { kind: 'usage', usage: { model: 'm', input_tokens: 10, output_tokens: 5 } };
      const text = best?.text ?? 'I don’t know.';
      yield { kind: 'message', blocks: [{ type: 'text', text }] };
      yield { kind: 'end', stop_reason: 'end_turn' };
    },
  }),
};
const desk = createDeskScene({ models });
let projects = 0;

interface Place {
  project_id: string;
  agent: string;
}

async function place(): Promise<Place> {
  projects += 1;
  const project_id = `learning${projects}`;
  const made = await desk.harness.admin('POST', '/admin/agents', { name: 'Olga', project_id });
  return { project_id, agent: String(made.body.agent_id) };
}
async function ask(at: Place, text: string): Promise<SessionHandle> {
  const session = await desk.harness.session({ ...at });
  await session.say(text);
  await desk.harness.settled();
  await desk.harness.clock.advance(1000);
  return session;
}
const learn = async (session: SessionHandle, body: object) => {
  const path = `/admin/conversations/${session.id}/learned`;
  const reply = await desk.harness.admin('POST', path, body);
  return { ...reply, body: reply.body as unknown as TriedAnswer };
};
const read = async (session: SessionHandle, id: string) => {
  await desk.harness.settled();
  const path = `/admin/conversations/${session.id}/learned/${id}`;
  return (await desk.harness.admin('GET', path)).body as unknown as TriedAnswer;
};
const open = async ({ project_id }: Place) =>
  (await desk.harness.admin('GET', `/admin/numbers/unanswered?project_id=${project_id}`)).body
    .data as unknown as { question: string }[];

describe('an answer of the team’s to a question that got none', () => {
  let at: Place;
  beforeAll(async () => {
    at = await place();
  });

  it('becomes a document of the agent’s, is tried at once, and closes the group', async () => {
    const session = await ask(at, 'Do you deliver to Corsica?');
    expect(await open(at)).toHaveLength(1);
    const answer = 'Yes, within five days, for 12 euros.';
    const { status, body } = await learn(session, {
      question: 'Do you deliver to Corsica?',
      answer,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      answer,
      name: 'Owner',
      is_correction: false,
      ...{ agent: at.agent },
    });
    const tried = await read(session, body.learned_id);
    expect(tried.trial).toMatchObject({ state: 'answered', fault: null });
    expect(tried.trial.text).toContain('12 euros');
    expect(tried.passages[0]).toMatchObject({ is_new: true, title: 'Do you deliver to Corsica?' });
    expect(await open(at)).toEqual([]);
    const path = `/admin/collections/${body.collection_id}`;
    const { list } = (await desk.harness.admin('GET', path)).body;
    expect(list).toMatchObject([{ uri: body.uri, title: 'Do you deliver to Corsica?' }]);
    const later = await ask(at, 'Do you deliver to Corsica?');
    expect(JSON.stringify(await later.last())).not.toContain('know');
    const found = await later.events();
    expect(JSON.stringify(found)).toContain('12 euros');
  });

  it('is listed with who wrote it, and opens the question again where it is deleted', async () => {
    const path = `/admin/learned?project_id=${at.project_id}`;
    const list = async () =>
      (await desk.harness.admin('GET', path)).body.data as unknown as TriedAnswer[];
    const [only] = await list();
    expect(only?.name).toBe('Owner');
    const gone = await desk.harness.admin('DELETE', `/admin/learned/${only?.learned_id}`);
    expect(gone.status).toBe(204);
    expect(await list()).toEqual([]);
    expect(await open(at)).toHaveLength(1);
    const { list: documents } = (
      await desk.harness.admin('GET', `/admin/collections/${only?.collection_id}`)
    ).body;
    expect(documents).toEqual([]);
  });

  it('is open again when somebody asks it after that and still gets none', async () => {
    const other = await place();
    const session = await ask(other, 'Where is the parking garage?');
    const { body } = await learn(session, {
      question: 'Parking',
      asked: 'Where is the parking garage?',
      answer: 'Behind the house.',
    });
    await read(session, body.learned_id);
    expect(await open(other)).toEqual([]);
    await desk.harness.admin('DELETE', `/admin/collections/${body.collection_id}`);
    await ask(other, 'Where is the parking garage?');
    expect(await open(other)).toHaveLength(1);
  });

  it('loses the visitor’s words with their conversation, and stays', async () => {
    const other = await place();
    const session = await ask(other, 'I am Jane Roe of Cork. Do you sell hats?');
    await learn(session, {
      question: 'Do you sell hats?',
      asked: 'I am Jane Roe of Cork. Do you sell hats?',
      answer: 'No.',
    });
    await desk.harness.settled();
    await desk.harness.admin('DELETE', `/admin/sessions/${session.id}`);
    const rows = await desk.harness.db.query('SELECT asked FROM learned_from');
    expect(JSON.stringify(rows)).not.toContain('Jane');
    const path = `/admin/learned?project_id=${other.project_id}`;
    expect((await desk.harness.admin('GET', path)).body.data).toMatchObject([
      { answer: 'No.', session_id: null },
    ]);
  });

  it('is refused where the agent reads no knowledge that could take it', async () => {
    const session = await desk.harness.session({ script: [[{ say: 'No idea.' }]] });
    await session.say('What now?');
    await desk.harness.settled();
    const refused = await learn(session, { question: 'What now?', answer: 'This.' });
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain('knowledge base');
  });

  it('of an agent by code goes into its site’s knowledge', async () => {
    const kept = await desk.harness.admin('POST', '/admin/collections', { documents: [] });
    const { collection_id } = kept.body;
    const session = await desk.harness.session({ collection_id, script: [[{ say: 'No idea.' }]] });
    await session.say('Is there a sauna?');
    await desk.harness.settled();
    const { body } = await learn(session, {
      question: 'Is there a sauna?',
      answer: 'On the roof.',
    });
    expect(body).toMatchObject({ collection_id, agent: 'scripted' });
    expect(body.passages[0]?.is_new).toBe(true);
  });

  it('stays where the question can’t be asked now, and says why', async () => {
    const other = await place();
    const session = await ask(other, 'Do you sell gloves?');
    await desk.harness.admin('PATCH', `/admin/projects/${other.project_id}`, { credits_nano: 0 });
    const { body } = await learn(session, { question: 'Do you sell gloves?', answer: 'Yes.' });
    expect(body.trial).toMatchObject({ state: 'failed' });
    expect(body.trial.fault).toContain('credits');
    expect(body.passages[0]?.is_new).toBe(true);
  });

  it('is a lead’s to write, of their own sites’ conversations alone', async () => {
    const session = await ask(at, 'Do you sell scarves?');
    const path = `/admin/conversations/${session.id}/learned`;
    const body = { question: 'Do you sell scarves?', answer: 'Yes.' };
    expect((await desk.agent.call('POST', path, body)).status).toBe(403);
    const site = (await desk.harness.admin('POST', '/admin/sites', {})).body.client_id;
    const elsewhere = await desk.signedInAs('lead', [site]);
    expect((await elsewhere.call('POST', path, body)).status).toBe(404);
    const lead = await desk.signedInAs('lead');
    expect((await lead.call('POST', path, body)).status).toBe(201);
  });
});

describe('a correction of an answer', () => {
  it('is a document, and a saved question with the answer that it expects', async () => {
    const at = await place();
    const session = await ask(at, 'How long is the warranty?');
    const { data } = (await session.list()).body;
    const event_id = data.find(({ type }) => type === 'agent.message')?.id;
    const question = 'How long is the warranty?';
    const { body } = await learn(session, { question, answer: 'Two years.', event_id });
    expect(body.is_correction).toBe(true);
    const saved = await desk.harness.db.query(
      'SELECT question, expected FROM saved_questions WHERE agent_id = $1',
      [at.agent],
    );
    expect(saved).toEqual([{ question, expected: 'Two years.' }]);
    await learn(session, { question, answer: 'Three years.', event_id });
    expect(
      await desk.harness.db.query('SELECT expected FROM saved_questions WHERE agent_id = $1', [
        at.agent,
      ]),
    ).toEqual([{ expected: 'Three years.' }]);
  });

  it('is of the agent’s own messages alone', async () => {
    const at = await place();
    const session = await ask(at, 'How long is the warranty?');
    const { data } = (await session.list()).body;
    const event_id = data.find(({ type }) => type === 'user.message')?.id;
    const refused = await learn(session, { question: 'x', answer: 'y', event_id });
    expect(refused.status).toBe(400);
  });
});
