// What each protocol of an owner's backend has of its own: messages and usage of AG-UI, conversation and sources of the AI SDK, and
// files in both.

import { EventType } from '@ag-ui/core';
import { pipeUIMessageStreamToResponse, streamText, toUIMessageStream } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import type { Wire } from '../harness.ts';
import {
  type Answer,
  agUi,
  aiSdk,
  calls,
  chunks,
  cutShort,
  FINISHED,
  finish,
  says,
  USED,
  writes,
} from '../remote-backends.ts';
import { createRemoteScene, textsOf } from '../remote-scene.ts';

const scene = createRemoteScene();

describe('with AG-UI', () => {
  it('thoughts, several messages, its own tools and usage by model are taken as they are meant', async () => {
    scene.next(
      agUi(
        { type: EventType.REASONING_MESSAGE_CONTENT, messageId: 'r', delta: 'Hm.' },
        ...says('a', 'Looking…'),
        ...calls('own', 'lookup', '{}'),
        { type: EventType.TOOL_CALL_RESULT, messageId: 'x', toolCallId: 'own', content: '42' },
        ...calls('silent', 'internal', '{}'),
        { type: EventType.STATE_SNAPSHOT, snapshot: { a: 1 } },
        ...says('b', 'It is 42.'),
        { ...FINISHED, usage: [{ model: 'big', inputTokens: 10, outputTokens: 4 }] },
      ),
    );
    const prices = { big: { input: 100, output: 1000 } };
    const session = await scene.ask(await scene.make('ag_ui', { prices }));
    const events = await session.events('include_thinking=true');
    const said = events.filter(({ type }) => type === 'agent.message');
    expect(said.map(({ content }) => content.map(({ text }) => text))).toEqual([
      ['Hm.', 'Looking…'],
      ['It is 42.'],
    ]);
    expect(events.some(({ type }) => type === 'agent.tool_use')).toBe(false);
    expect(events.at(-1)?.usage).toMatchObject({ input_tokens: 10, credits_nano: 5000 });
  });
});

describe('with the AI SDK', () => {
  it('the conversation arrives as the model’s own messages', async () => {
    const prompts: unknown[] = [];
    scene.next(
      aiSdk(chunks(...writes('One.'), finish('stop'))),
      aiSdk(chunks(...writes('Two.'), finish('stop')), prompts),
    );
    const session = await scene.ask(
      await scene.make('ai_sdk', { instructions: 'Be brief.' }),
      'first',
    );
    await session.say('second');
    await scene.harness.settled();
    expect(prompts[0]).toMatchObject([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ text: 'first' }] },
      { role: 'assistant', content: [{ text: 'One.' }] },
      { role: 'user', content: [{ text: 'second' }] },
    ]);
  });

  it('a call of a tool that nobody has is answered here, and the backend hears of it', async () => {
    scene.next(
      cutShort({ type: 'tool-input-available', toolCallId: 'c', toolName: 'nothing', input: {} }),
      aiSdk(chunks(...writes('I can’t.'), finish('stop'))),
    );
    const events = await (await scene.ask(await scene.make('ai_sdk'))).events();
    expect(events.find(({ type }) => type === 'user.tool_result')?.error_code).toBe(
      'tool_unavailable',
    );
    expect(textsOf(events)).toEqual(['I can’t.']);
  });
});

describe('a picture and a PDF that the visitor attached', () => {
  const PNG =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
  const PDF = Buffer.from('%PDF-1.4 tiny').toString('base64');
  const content = [
    {
      type: 'document',
      title: 'a.png',
      source: { type: 'base64', media_type: 'image/png', data: PNG },
    },
    {
      type: 'document',
      title: 'b.pdf',
      source: { type: 'base64', media_type: 'application/pdf', data: PDF },
    },
    { type: 'text', text: 'What is this?' },
  ];
  const send = async (kind: string, fields: Wire, answer: Answer) => {
    scene.next(answer);
    const session = await scene.harness.session({ agent: await scene.make(kind, fields) });
    await session.send([{ type: 'user.message', content }]);
    await scene.harness.settled();
    expect(textsOf(await session.events())).toEqual(['Seen.']);
  };

  it('reach a backend that speaks AG-UI where its record says that it reads them', async () => {
    await send('ag_ui', { files: ['image', 'pdf'] }, agUi(...says('m', 'Seen.'), FINISHED));
    const [message] = (scene.asked[0]?.body.messages ?? []) as Wire[];
    expect(message?.content).toEqual([
      { type: 'image', source: { type: 'data', value: PNG, mimeType: 'image/png' } },
      { type: 'document', source: { type: 'data', value: PDF, mimeType: 'application/pdf' } },
      { type: 'text', text: '[File: a.png]\n\n[File: b.pdf]\n\nWhat is this?' },
    ]);
  });

  it('reach the model behind an AI SDK backend', async () => {
    const prompts: unknown[] = [];
    const stream = chunks(
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'Seen.' },
      { type: 'text-end', id: '1' },
      { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: USED },
    );
    await send('ai_sdk', { files: ['image'] }, aiSdk(stream, prompts));
    expect(JSON.stringify(prompts)).toContain('"mediaType":"image/png","filename":"a.png"');
    expect(JSON.stringify(prompts)).toContain('b.pdf\\" (application/pdf), which you can\'t read');
  });

  it('are named, and not sent, where the record says nothing of files', async () => {
    await send('ag_ui', {}, agUi(...says('m', 'Seen.'), FINISHED));
    const [message] = (scene.asked[0]?.body.messages ?? []) as Wire[];
    expect(message?.content).toContain('"a.png" (image/png), which you can\'t read');
    expect(message?.content).not.toContain(PNG);
  });
});

describe('the sources that an AI SDK backend names', () => {
  it('are the message’s citations, also where they come after its text; others than web addresses are none', async () => {
    const source = (url: string, title?: string) => ({
      type: 'source' as const,
      sourceType: 'url' as const,
      id: url,
      url,
      ...(title === undefined ? {} : { title }),
    });
    scene.next(async (_, response) => {
      const model = new MockLanguageModelV4({
        doStream: async () => ({
          stream: chunks(
            source('https://shop.example/a', 'Care of stoneware'),
            { type: 'text-start', id: '1' },
            { type: 'text-delta', id: '1', delta: 'By hand.' },
            { type: 'text-end', id: '1' },
            source('https://shop.example/b'),
            source('javascript:alert(1)', 'Bad'),
            { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: USED },
          ),
        }),
      });
      const result = streamText({ model, prompt: 'x', onError: () => {} });
      pipeUIMessageStreamToResponse({
        stream: toUIMessageStream({ stream: result.stream, sendSources: true }),
        response,
      });
    });
    const session = await scene.ask(await scene.make('ai_sdk'));
    const message = (await session.events()).find(({ type }) => type === 'agent.message');
    expect(message?.content).toEqual([
      {
        type: 'text',
        text: 'By hand.',
        citations: [
          {
            type: 'knowledge_base',
            document_uri: 'https://shop.example/a',
            document_title: 'Care of stoneware',
          },
          {
            type: 'knowledge_base',
            document_uri: 'https://shop.example/b',
            document_title: 'shop.example',
          },
        ],
      },
    ]);
  });
});
