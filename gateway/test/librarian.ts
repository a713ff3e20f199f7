// An agent for tests of the knowledge base, and for those of the door that agents come in by: it answers with the passage
// that fits best, and cites it. As a module: `--agent gateway/test/librarian.ts`.

import type { AgentModule, AgentOutput, TurnContext } from '../agent.ts';

async function* turn({ history, search }: TurnContext): AsyncGenerator<AgentOutput> {
  const asked = history.findLast((event) => event.type === 'user.message');
  const question = (asked?.content ?? [])
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join(' ');
  const [passage] = await search(question, 1);
  yield {
    kind: 'message',
    blocks: [
      passage === undefined
        ? { type: 'text', text: 'No book of mine speaks of that.' }
        : {
            type: 'text',
            text: passage.text,
            citations: [
              {
                type: 'knowledge_base',
                document_uri: passage.uri,
                document_title: passage.title,
              },
            ],
          },
    ],
  };
  yield { kind: 'usage', usage: { model: 'librarian', input_tokens: 10, output_tokens: 5 } };
  yield { kind: 'end', stop_reason: 'end_turn' };
}

export default {
  name: 'librarian',
  agent: {
    turn,
    prices: new Map([
      ['librarian', { input: 200n, output: 800n, cache_read: 20n, cache_creation: 250n }],
    ]),
  },
} satisfies AgentModule;
