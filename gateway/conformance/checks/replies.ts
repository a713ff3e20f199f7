// What an agent's messages carry besides text: thoughts, citations; and what a long conversation does

import { group } from '../check.ts';
import { ensure, get, same } from '../expect.ts';
import { expectSuccess, ofType, only } from '../world.ts';

export const replies = group('replies', {
  thoughts: [
    'Thought blocks come with include_thinking=true only, and then first',
    async (world) => {
      const session = await world.session({
        script: [[{ think: 'let me see', ms: 20 }, { say: 'x' }]],
      });
      await session.say('hi');
      const [plain] = ofType(await session.ended(), 'agent.message');
      same(plain?.content, [{ type: 'text', text: 'x' }], 'content without include_thinking');
      const [full] = ofType(await session.all('?limit=100&include_thinking=true'), 'agent.message');
      same(
        [get(full?.content, '0.type'), get(full?.content, '0.text')],
        ['thought', 'let me see'],
        'the first block',
      );
      same(get(full?.content, '1.text'), 'x', 'the text after it');
      const ms = get(full?.content, '0.extra_content.gateway.thinking_ms');
      ensure(
        ms === undefined || (typeof ms === 'number' && ms >= 0),
        `thinking_ms is ${JSON.stringify(ms)}`,
      );
    },
  ],
  citations: [
    'Citations stand on text blocks, each with type, document_uri and document_title',
    async (world) => {
      const citation = {
        type: 'knowledge_base',
        document_uri: 'https://a.example/d',
        document_title: 'D',
      };
      const session = await world.session({
        script: [[{ say: 'As written.', citations: [citation] }]],
      });
      await session.say('hi');
      const [reply] = ofType(await session.ended(), 'agent.message');
      same(only(reply), { type: 'text', text: 'As written.', citations: [citation] }, 'the block');
    },
  ],
  compaction: [
    'session.compaction is one text block, and the original events stay',
    async (world) => {
      const session = await world.session({
        script: [[{ say: 'one' }], [{ compact: 'they said one' }, { say: 'two' }]],
      });
      const first = await session.say('1');
      await session.ended();
      await session.say('2');
      const events = await session.ended(2);
      const [compaction] = ofType(events, 'session.compaction');
      same(compaction?.content, [{ type: 'text', text: 'they said one' }], 'the content');
      same(events[0]?.id, first.id, 'the oldest event');
    },
  ],

  'empty-thought': [
    'A thought without text keeps its duration',
    async (world) => {
      const session = await world.session({ script: [[{ think: '', ms: 30 }, { say: 'x' }]] });
      await session.say('hi');
      await session.ended();
      const [reply] = ofType(
        await session.all('?limit=100&include_thinking=true'),
        'agent.message',
      );
      const block = get(reply?.content, '0');
      same([get(block, 'type'), get(block, 'text')], ['thought', ''], 'the first block');
      const ms = get(block, 'extra_content.gateway.thinking_ms');
      ensure(typeof ms === 'number' && ms >= 0, `thinking_ms is ${JSON.stringify(ms)}`);
    },
  ],
  knowledge: [
    'A site’s bound collection is what its agent answers from, with citations, until it is cleared',
    async (world) => {
      const project_id = world.newProject();
      const site = await world.newSite(project_id);
      const bind = (kb_collection_id: string | null) =>
        world.call('PATCH', `/v1/sites/${site.siteId}`, {
          token: site.token,
          body: { kb_collection_id },
        });
      const uri = 'https://shop.example/returns';
      const words = 'Unworn boots can be returned within forty days, free of charge.';
      const collection = await world.admin('POST', '/collections', {
        project_id,
        documents: [{ uri, title: 'Returns of boots', text: words }],
      });
      expectSuccess(await bind(String(get(collection, 'collection_id'))));
      const cited = async () => {
        const session = await world.session({
          project_id,
          client_id: site.clientId,
          agent: 'concierge',
        });
        await session.say('How long can I return boots?');
        return ofType(await session.ended(), 'agent.message')
          .flatMap(({ content }) => (Array.isArray(content) ? content : []))
          .flatMap((block) => get(block, 'citations') ?? []);
      };
      const [citation] = await cited();
      same(
        [get(citation, 'type'), get(citation, 'document_uri'), get(citation, 'document_title')],
        ['knowledge_base', uri, 'Returns of boots'],
        'the citation',
      );
      expectSuccess(await bind(null));
      same(await cited(), [], 'citations without a collection');
    },
  ],
});
