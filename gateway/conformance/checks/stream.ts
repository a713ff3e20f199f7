// GET /v1beta1/sessions/{session_id}/events/stream. The interface gives its address and that it delivers what is
// produced after it opens; the format is server-sent events. A gateway without it is no worse: the checks are skipped.

import { BEYOND, group } from '../check.ts';
import { ensure, get, same } from '../expect.ts';
import { type Frame, isPreview, type OpenStream, openStream, streamPath } from '../open-stream.ts';
import { expectError, interrupt, isEnd, message, ofType, type WireEvent } from '../world.ts';

const hasEnded = (count: number) => (frames: readonly Frame[]) =>
  frames.filter(({ data }) => isEnd(data as WireEvent)).length >= count;

export const stream = group(
  'stream',
  {
    delivers: [
      'Events produced after the stream opens are delivered whole, in the list’s order, each once',
      async (world) => {
        const session = await world.session({ script: [[{ say: 'one' }, { say: 'two' }]] });
        const opened = await openStream(world, session);
        try {
          await session.say('hi');
          await opened.sees('the run to end on the stream', hasEnded(1));
          const listed = await session.all();
          same(
            opened.events().map(({ id }) => id),
            listed.map(({ id }) => id),
            'ids',
          );
          const strip = ({ id, type, content, usage, error_code }: WireEvent) => ({
            id,
            type,
            content,
            usage,
            error_code,
          });
          same(opened.events().map(strip), listed.map(strip), 'events');
        } finally {
          opened.close();
        }
      },
    ],
    'only-new': [
      'Events from before the stream opened are not delivered',
      async (world) => {
        const session = await world.session({ script: [[{ say: 'one' }], [{ say: 'two' }]] });
        await session.say('1');
        const before = await session.ended();
        const opened = await openStream(world, session);
        try {
          await session.say('2');
          await opened.sees('the second run', hasEnded(1));
          const old = new Set(before.map(({ id }) => id));
          same(
            opened.events().filter(({ id }) => old.has(id)),
            [],
            'old events',
          );
        } finally {
          opened.close();
        }
      },
    ],
    format: [
      'id is the event’s id, event its type, data the event as JSON',
      async (world) => {
        const session = await world.session({ script: [[{ say: 'x' }]] });
        const opened = await openStream(world, session);
        try {
          await session.say('hi');
          await opened.sees('the run to end', hasEnded(1));
          for (const { id, event, data } of opened.frames)
            same([id, event], [get(data, 'id'), get(data, 'type')], 'id and event of a frame');
        } finally {
          opened.close();
        }
      },
    ],
    backfill: [
      'What a closed stream missed is listed after the last event it delivered',
      async (world) => {
        const session = await world.session({ script: [[{ say: 'one' }], [{ say: 'two' }]] });
        const opened = await openStream(world, session);
        await session.say('1');
        await opened.sees('the first run', hasEnded(1));
        opened.close();
        const last = opened.events().at(-1);
        await session.say('2');
        const all = await session.ended(2);
        const missed = await session.all(`?limit=100&after_id=${last?.id}`);
        same(
          missed.map(({ id }) => id),
          all.slice(all.findIndex(({ id }) => id === last?.id) + 1).map(({ id }) => id),
          'the rest',
        );
      },
    ],
    thinking: [
      'Thought blocks come with include_thinking=true only',
      async (world) => {
        const session = await world.session({ script: [[{ think: 'hm', ms: 10 }, { say: 'x' }]] });
        const [plain, full] = [
          await openStream(world, session),
          await openStream(world, session, '?include_thinking=true'),
        ];
        try {
          await session.say('hi');
          await plain.sees('the run to end', hasEnded(1));
          await full.sees('the run to end', hasEnded(1));
          const kinds = (opened: OpenStream) => {
            const content = ofType(opened.events(), 'agent.message')[0]?.content;
            return Array.isArray(content) ? content.map((block) => get(block, 'type')) : content;
          };
          same([kinds(plain), kinds(full)], [['text'], ['thought', 'text']], 'block types');
        } finally {
          plain.close();
          full.close();
        }
      },
    ],
    previews: [
      'Previews come only when asked for, add up to the text, and are followed by the whole event',
      async (world) => {
        const session = await world.session({
          script: [[{ say: 'Some longer answer, in pieces.', ms: 150 }]],
        });
        const plain = await openStream(world, session);
        const response = await world.open(
          'GET',
          `${streamPath(session.id)}?event_deltas[]=agent.message`,
          { token: session.token },
        );
        await response.body?.cancel();
        if (response.status === 400) {
          plain.close();
          return world.note('previews are refused with 400');
        }
        const asked = await openStream(world, session, '?event_deltas[]=agent.message');
        try {
          await session.say('hi');
          await asked.sees('the run to end', hasEnded(1));
          await plain.sees('the run to end', hasEnded(1));
          same(plain.frames.filter(isPreview), [], 'previews that nobody asked for');
          const previews = asked.frames.filter(isPreview);
          world.note(`an answer of 30 characters came in ${previews.length} preview frames`);
          if (previews.length === 0) return;
          const [whole] = ofType(asked.events(), 'agent.message');
          const text = previews.map(({ data }) => get(data, 'delta.content.text') ?? '').join('');
          const full = String(get(whole?.content, '0.text'));
          ensure(
            full.startsWith(text),
            `the previews say ${JSON.stringify(text)}, the event ${JSON.stringify(full)}`,
          );
          for (const { data } of previews)
            same(
              get(data, 'event_id') ?? get(data, 'event.id'),
              whole?.id,
              'the previewed event’s id',
            );
          const lastPreview = asked.frames.findLastIndex(isPreview);
          ensure(
            lastPreview < asked.frames.findIndex(({ id }) => id === whole?.id),
            'a preview after the whole event',
          );
        } finally {
          plain.close();
          asked.close();
        }
      },
    ],
    'client-events': [
      'What clients send is delivered too, to other clients of the session',
      async (world) => {
        const session = await world.quiet();
        const opened = await openStream(world, session);
        try {
          const [sent] = await session.send(interrupt());
          await opened.sees('the event', (frames) => frames.some(({ id }) => id === sent?.id));
        } finally {
          opened.close();
        }
      },
    ],
    access: [
      'The stream is guarded as the list is',
      async (world) => {
        const [session, other] = [
          await world.quiet(),
          await world.quiet({ owner_id: 'visitor-1' }),
        ];
        (await openStream(world, session)).close();
        const get = (token: string | null) => world.call('GET', streamPath(other.id), { token });
        expectError(await get(null), 401);
        expectError(await get('nonsense'), 401);
        expectError(await get(session.token), 403, 404);
        expectError(await get(await world.newToken(other.id, { owner_id: 'visitor-2' })), 403, 404);
        expectError(await get(await world.newToken(other.id, { scopes: ['other'] })), 403);
      },
    ],
    'ends-with-token': [
      'A stream does not outlive its token',
      async (world) => {
        const session = await world.quiet();
        (await openStream(world, session)).close();
        const token = await world.newToken(session.id, { expires_in_s: 2 });
        const response = await world.open('GET', streamPath(session.id), { token });
        ensure(response.status === 200, `the stream answers HTTP ${response.status}`);
        const began = Date.now();
        const ended = await Promise.race([
          response.text().then(() => true),
          world.sleep(7_000).then(() => false),
        ]);
        ensure(ended, 'still open 5 s after its token expired');
        world.note(`a stream ends ${Date.now() - began} ms after it opened with a token of 2 s`);
        await session.send(message('x'));
      },
    ],
  },
  BEYOND,
);
