// The agent of the sample site, a hotel: it uses the abilities of wordpress/sample when a visitor asks for one in its words, and
// answers all else with the page that the gateway finds for it. A real site has a model here.

import type { AgentModule, AgentOutput, TurnContext } from '../../gateway/agent.ts';

/** A wish in the visitor's words, whose groups are the ability's input, and the ability. */
const WISHES: readonly [wish: RegExp, ability: string][] = [
  [/\bfind the page about (?<query>.+?)[?.!]*$/i, 'find-page'],
  [/\btell them (?:that )?(?<message>.+)$/is, 'leave-message'],
  [/\bwho am i\b/i, 'my-details'],
];

async function* turn(context: TurnContext): AsyncGenerator<AgentOutput> {
  const { history, tools } = context;
  const since = history.findLastIndex(({ type }) => type === 'user.message');
  const said = history[since];
  const text =
    said?.type === 'user.message'
      ? said.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
      : '';
  const result = history
    .slice(since + 1)
    .flatMap((event) => (event.type === 'user.tool_result' ? event.content : []))
    .at(-1);
  const [wish, name = ''] = WISHES.find(([is]) => is.test(text)) ?? [];
  const tool = tools.find((one) => one.name.endsWith(`__${name}`));
  if (wish !== undefined && tool !== undefined && result === undefined) {
    yield { kind: 'tool_use', name: tool.name, input: { ...wish.exec(text)?.groups } };
    return;
  }
  if (wish !== undefined && result !== undefined) yield* say(String(result.content));
  else if (/\bwhat can you do\b/i.test(text)) yield* say(tools.map(describe).join('\n'));
  else yield* answer(context, text);
}

/** With the page that fits best, and where it stands. */
async function* answer({ search }: TurnContext, text: string): AsyncGenerator<AgentOutput> {
  const [page] = text.trim() === '' ? [] : await search(text, 1);
  if (page === undefined) {
    yield* say('Our pages say nothing of it. Our people can tell you: the contact page says how.');
    return;
  }
  const said = page.text.replace(/^\s*#.*$/gm, '').trim();
  const citation = {
    type: 'knowledge_base' as const,
    document_uri: page.uri,
    document_title: page.title,
  };
  yield { kind: 'message', blocks: [{ type: 'text', text: said, citations: [citation] }] };
  yield { kind: 'end', stop_reason: 'end_turn' };
}

async function* say(text: string): AsyncGenerator<AgentOutput> {
  yield { kind: 'message', blocks: [{ type: 'text', text }] };
  yield { kind: 'end', stop_reason: 'end_turn' };
}

/** "- leave message: leaves a message for the people of this site." */
function describe({ name, description }: TurnContext['tools'][number]): string {
  const what = description.charAt(0).toLowerCase() + description.slice(1);
  return `- ${name.replace(/^.*__/, '').replaceAll('-', ' ')}: ${what}`;
}

export default { name: 'concierge', agent: { turn } } satisfies AgentModule;
