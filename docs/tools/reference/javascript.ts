// The pages about what a page's own scripts use: `chat`, the npm package's entries, events, the headless engine, the client.

import { exampleOf, headOf, membersOf, valuesOf, wordsAbove } from './declarations.ts';
import { sourceOf } from './sources.ts';
import { code, memberTable, table } from './table.ts';

export function javascript(): string {
  const types = sourceOf('src/widget/types.ts');
  const tools = sourceOf('src/tools/types.ts');
  const options = membersOf(types, 'Configuration').filter(({ words }) => words !== '');
  return `# JavaScript

What a page's own script can do with the chat. The [attributes](../attributes.md) say the same things in HTML; the [events](events.md) have a page of their own.

\`\`\`html
<script>
  (window.bellhop ||= []).push((chat) => {
    chat.on('message', ({ role, text }) => console.log(role, text));
  });
</script>
\`\`\`

\`bellhop.push(callback)\` calls \`callback(chat)\` at once, or as soon as the script has loaded; \`bellhop.get(name)\` returns the chat of that name. With a bundler, \`createBellhop(options)\` of the package \`bellhop\` returns the same \`chat\`, and \`<bellhop-chat>\` of \`bellhop/element\` has it as \`element.chat\`.

## chat

${memberTable(membersOf(types, 'Chat'))}

### chat.state

\`isOpen\`, \`isShown\` and \`unread\` are always there. Once the chat's engine has been fetched \`isLoaded\` is true, \`sessionId\` names the conversation (or is null), \`run\` is \`idle\`, \`running\` or \`paused\`, and \`entries\` is what was said and done, [as of a headless chat](headless.md); the event \`change\` tells of each change.

### chat.nudge(text, options)

${memberTable(membersOf(types, 'NudgeOptions'))}

## createBellhop, configure

${headline('src/index.ts', 'createBellhop')}

Options are the [attributes](../attributes.md) in camelCase (\`data-hide-on\` is \`hideOn\`), lists also as arrays, \`on\` and \`off\` also as booleans. These are said more closely:

${memberTable(options)}

\`getSession(request)\` is your own function instead of \`session\`. \`request\` has \`session_id\`, \`new\` and \`tools\`, as the [session endpoint](../session-endpoint.md) gets them; return \`{ session_id, token, expires_at?, owner? }\`.

## A tool

\`chat.registerTool(tool, { signal })\`; [Page tools](../../src/tools/README.md) explains each field.

${memberTable(membersOf(tools, 'PageTool'))}

\`annotations\`:

${memberTable(membersOf(tools, 'ToolAnnotations'))}

The second argument of \`execute\`:

${memberTable(membersOf(tools, 'ToolContext'))}

${wordsAbove(sourceOf('src/tools/define-tool.ts'), 'export function defineTool')}

The [hooks](hooks.md) of React, Vue and Svelte have a page of their own.
`;
}

const headline = (path: string, name: string): string => headlineOf(sourceOf(path), name);

/** The head of a function, the words above it, and its example, which a test compiles where it stands. */
function headlineOf(source: string, name: string): string {
  const example = exampleOf(source, name);
  const fence = `\`\`\`${/<[A-Za-z]/.test(example) ? 'tsx' : 'ts'} unchecked="compiled where it stands, above the function"`;
  const shown = example === '' ? '' : `\n\n${fence}\n${example}\n\`\`\``;
  return `${code(headOf(source, name))}\n\n${wordsAbove(source, `export function ${name}`)}${shown}`;
}

/** What the hooks of each framework take and give. */
export function hooks(): string {
  const shared = sourceOf('src/hooks/types.ts');
  const [react, vue, svelte, signals] = ['react', 'vue', 'svelte', 'signals'].map((name) =>
    sourceOf(`src/${name}.ts`),
  ) as [string, string, string, string];
  const all = (source: string, ...names: string[]) =>
    names.map((name) => headlineOf(source, name)).join('\n\n');
  return `# Hooks

A component's own tools, the state that the agent may read, and what was said: in [React](../start/react.md), [Vue](../start/vue.md), [Svelte](../start/svelte.md), and with [signals](../frameworks.md#signals). The options of a tool are those of [\`chat.registerTool\`](javascript.md#a-tool), and \`chat\`: the name of the chat, if it has one, or a chat of [\`bellhop/headless\`](headless.md).

## A message

${memberTable(membersOf(shared, 'ChatMessage'))}

## bellhop/react

\`<BellhopChat {...options} inline onReady={…} />\`

${wordsAbove(react, 'export function BellhopChat')} It takes the options of \`createBellhop\`, and:

${memberTable(membersOf(react, 'BellhopChatProps'))}

${all(react, 'useTool', 'usePageState', 'useMessages', 'useBellhop')}

## bellhop/vue

${all(vue, 'useTool', 'usePageState', 'useMessages', 'useBellhop')}

## bellhop/svelte

${all(svelte, 'useTool', 'usePageState', 'useMessages', 'useBellhop')}

## bellhop/signals

${all(signals, 'offerTool', 'offerPageState', 'messagesSignal', 'bellhopSignal')}
`;
}

/** When the event comes, in a sentence. Types say what it carries; a test holds that none is missing. */
export const EVENT_WORDS: Readonly<Record<string, string>> = {
  ready: 'The launcher is on the page, or the place of the inline panel.',
  open: 'The panel has opened.',
  close: 'The panel has closed.',
  message: 'A message is in the gateway’s log: the visitor’s, or a complete one of the agent.',
  unread: 'The number of unread answers has changed.',
  change:
    'What the chat shows has changed, a piece of an answer that is being written too; `chat.state.entries` has all of it.',
  tool: 'A tool call ended in this page.',
  error: 'Something failed; `code` says what, `requestId` finds it in the gateway’s log.',
  feedback: 'The visitor said of an answer whether it helped; `value` null takes it back.',
  consent: 'The visitor has agreed to the text of `consent`, at this ISO time. Once for each text.',
  session: 'The chat shows another conversation now.',
};

export function events(): string {
  const types = sourceOf('src/widget/types.ts');
  const rows = membersOf(types, 'ChatEvents').map(({ name, signature }) => [
    code(name),
    EVENT_WORDS[name] ?? '',
    code(signature.replace(/^\w+: /, '')),
  ]);
  return `# Events

What happens in the chat, for analytics and for your own code. \`chat.on(name, handler)\` calls the handler with the detail and returns a function that stops listening. The same stands in a DOM event \`bellhop:NAME\` with \`event.detail\`, which bubbles up to the document; \`<bellhop-chat>\` has it as \`bellhop-NAME\`, too, for templates that can't name a colon. The package's types know all of them.

\`\`\`js
document.addEventListener('bellhop:open', (event) => console.log(event.detail.name));
\`\`\`

${table(['event', 'when', 'detail'], rows)}

[How to send them to your analytics](../how-to/analytics.md).
`;
}

export function headless(): string {
  const source = sourceOf('src/headless.ts');
  const session = sourceOf('src/session/types.ts');
  return `# Headless

\`bellhop/headless\`: the engine behind the panel, for a chat that you draw. [A chat of your own](../headless.md) shows how.

${headlineOf(source, 'createHeadlessChat')}

## The chat

${memberTable(membersOf(source, 'HeadlessChat'))}

## The snapshot

${memberTable([...membersOf(session, 'SessionSnapshot'), ...membersOf(source, 'HeadlessSnapshot')])}
`;
}

export function testing(): string {
  const bench = sourceOf('src/testing/tool-bench.ts');
  const gateway = sourceOf('src/testing/gateway.ts');
  return `# Testing

\`bellhop/testing\`: a page's tools and its chat in tests. [Test your tools and your page](../how-to/testing.md) shows how.

${headlineOf(bench, 'createToolBench')}

## The bench

${memberTable(membersOf(bench, 'ToolBench'))}

## A call

${memberTable(membersOf(bench, 'TestCall'))}

## What the agent heard

${memberTable(membersOf(bench, 'HeardResult'))}

## A gateway

${headlineOf(gateway, 'createTestGateway')}

${headlineOf(gateway, 'toRoute')}
`;
}

export function client(): string {
  const types = sourceOf('src/client/types.ts');
  const entry = sourceOf('src/client.ts');
  const trouble = sourceOf('src/client/gateway-error.ts');
  const section = (name: string) => memberTable(membersOf(types, name));
  return `# Client

\`bellhop/client\`: the gateway's whole interface, typed, for Node and browsers.

${headlineOf(entry, 'createGatewayClient')}

\`\`\`js
import { createGatewayClient } from 'bellhop/client';

const gateway = createGatewayClient({ baseUrl: 'https://gateway.example', token: 'the session’s token' });
for await (const event of gateway.follow('session_1')) console.log(event.type, event.id);
\`\`\`

## What is tried again

${section('RepeatOptions')}

## Sessions and their events

${section('SessionEvents')}

${memberTable(membersOf(types, 'GatewayClient').filter(({ name }) => name !== 'sites'))}

\`sites.update(siteId, patch)\` and \`sites.heartbeat(clientId, beat)\` are a site's own calls, with its service token.

### follow(sessionId, options)

${section('FollowOptions')}

### stream(sessionId, options), send(sessionId, events, options)

${section('StreamOptions')}

${section('SendOptions')}

## For your server

${wordsAbove(types, 'export interface OperatorCalls')}

${section('OperatorCalls')}

${section('NewSession')}

${section('SessionPatch')}

${section('TokenRequest')}

## GatewayError

${memberTable(membersOf(trouble, 'GatewayErrorDetails'))}

Its \`code\` is one of:

${table(
  ['code', 'where it comes from'],
  valuesOf(types, 'GatewayErrorCode').map(({ value, words }) => [code(value), words]),
)}
`;
}

export function server(): string {
  const types = sourceOf('src/endpoint/types.ts');
  const section = (name: string) => memberTable(membersOf(types, name));
  return `# Server

\`bellhop/server\`: your site's session endpoint, for servers that speak Fetch (Next, Hono, Workers, Bun, Deno) and for Node's. [The session endpoint](../session-endpoint.md) shows it whole.

${headline('src/server.ts', 'createSessionHandler')}

## Options

${section('SessionHandlerOptions')}

### What \`visitor\` returns

${wordsAbove(types, 'export type Visitor')}

${section('KnownVisitor')}

### session, limits, cookie

${section('SessionSettings')}

${section('Limits')}

${section('CookieOptions')}

## What it returns

${section('SessionHandler').replace('| `(request', '| `handler(request')}
`;
}
