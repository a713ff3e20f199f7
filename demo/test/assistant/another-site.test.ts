// The same assistant on a site that sells nothing: a hotel in WordPress, whose abilities are its tools.

import { describe, expect, it } from 'vitest';
import type { JsonObject, ToolDefinition } from '../../../gateway/agent.ts';
import { PAGES } from '../../../wordpress/sample/pages.ts';
import { type Conversation, converse } from './conversation.ts';
import { json } from './shop.ts';

const text = { type: 'string' };
const tool = (name: string, description: string, input: JsonObject = {}): ToolDefinition => ({
  name: `sample__${name}`,
  description,
  input_schema: { type: 'object', properties: input, required: Object.keys(input).slice(0, 1) },
});
const TOOLS = [
  tool('find-page', 'Finds pages of this site by words. Returns title, address and a few words.', {
    query: text,
  }),
  tool('leave-message', 'Leaves a message for the people of this site. Ask for the text.', {
    message: { ...text, maxLength: 2000 },
    email: { ...text, format: 'email' },
  }),
  tool('my-details', 'Tells a signed-in visitor the name and e-mail address that it has of them.'),
];

const visit = (tools = TOOLS): Conversation =>
  converse({
    tools,
    documents: PAGES.map(({ slug, ...page }) => ({
      ...page,
      uri: `https://hotel.example/${slug}`,
    })),
    shop: {
      'sample__find-page': () =>
        json([{ title: 'Rooms', url: '/rooms/', excerpt: 'Twelve rooms.' }]),
      'sample__leave-message': () => json('The message was left.'),
      'sample__my-details': () => json({ name: 'Anna', email: 'anna@example.com' }),
    },
  });
const left = (message: string, email?: string) => [
  { name: 'sample__leave-message', input: { message, ...(email && { email }) } },
];

describe('on a site that is no shop', () => {
  it('offers what the site’s abilities do, in their own words', async () => {
    const { text } = await visit().say('What can you do here?');
    expect(text).toContain('- leave message: leaves a message for the people of this site\n');
    expect(text).toContain('- my details: tells a signed-in visitor the name');
    expect(text).toContain('answer questions from this site');
    expect(text).not.toMatch(/shop|delivery|cart/);
  });

  it.each([
    'leave a message',
    'Can I leave a message?',
    'can you pass on a message to the hotel?',
    'I would like to contact the reception',
    'contact',
  ])('asks for the message after “%s”, and leaves it as it was written', async (wish) => {
    const chat = visit();
    const asked = await chat.say(wish);
    expect(asked.calls).toEqual([]);
    expect(asked.text).toMatch(/What should the message say/);
    const message = 'Please put a cot in the room. Our train comes at ten.';
    expect((await chat.say(message)).calls).toEqual(left(message));
  });

  it('takes the address out of the message that names one', async () => {
    const chat = visit();
    await chat.say('leave a message');
    const { calls } = await chat.say('Add a cot please, anna@example.com');
    expect(calls).toEqual(left('Add a cot please, anna@example.com', 'anna@example.com'));
  });

  it.each([
    ['Please tell them we arrive late', 'we arrive late'],
    ['Let the hotel know that we come by car', 'we come by car'],
    ['Leave a message: the tap drips', 'the tap drips'],
  ])('passes on what “%s” says at once', async (said, message) => {
    expect((await visit().say(said)).calls).toEqual(left(message));
  });

  it('drops the message at a “never mind”', async () => {
    const chat = visit();
    await chat.say('leave a message');
    expect((await chat.say('never mind')).calls).toEqual([]);
    expect((await chat.say('When is breakfast?')).calls).toEqual([]);
  });

  it.each([
    'Who am I?',
    'What do you know about me?',
    'What is my e-mail address?',
    'show my account',
    'my details',
    'do you have my data?',
  ])('looks at the visitor’s own details for “%s”', async (said) => {
    const reply = await visit().say(said);
    expect(reply.calls).toEqual([{ name: 'sample__my-details', input: {} }]);
    expect(reply.text).toContain('anna@example.com');
  });

  it.each([
    ['Do you have rooms with a desk?', /Every room has a desk/],
    ['How much is breakfast?', /€14/],
    ['When can I check in?', /15:00/],
  ])('answers “%s” from its pages, though it sells nothing', async (said, answer) => {
    const reply = await visit().say(said);
    expect(reply.calls).toEqual([]);
    expect(reply.text).toMatch(answer);
  });

  it('names the page that it found in one line', async () => {
    const reply = await visit().say('Find the page about rooms');
    expect(reply.text).toBe('Rooms (/rooms/): Twelve rooms.');
  });

  it('offers to leave a message where a person is wanted, and where its pages know nothing', async () => {
    const chat = visit();
    expect((await chat.say('I want to talk to a human')).text).toMatch(/Shall I leave them/);
    expect((await chat.say('yes')).text).toMatch(/What should the message say/);
    const unknown = await visit().say('Do you have a sauna?');
    expect(unknown.text).toMatch(/“leave a message”/);
    expect(unknown.text).not.toMatch(/shop/);
    expect((await visit(TOOLS.slice(0, 1)).say('Do you have a sauna?')).text).not.toMatch(
      /message|shop/,
    );
  });

  it('never calls itself a shop’s', async () => {
    for (const line of ['who are you?', 'tell me a joke', 'what do you do with cookies?']) {
      expect((await visit().say(line)).text, line).not.toMatch(/shop/);
    }
  });
});
