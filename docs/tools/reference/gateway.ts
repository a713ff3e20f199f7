// The pages about the gateway: its calls and the codes of its errors.

import { ENGLISH, type MessageKey } from '../../../src/i18n/messages.ts';
import { OWNER_RUN_HINTS, OWNER_TOOL_HINTS } from '../../../src/i18n/owner-messages.ts';
import { wordToolError } from '../../../src/i18n/tool-wording.ts';
import { wordRunError, wordStopReason } from '../../../src/i18n/wording.ts';
import {
  EVENT_ERROR_CODES,
  EVENT_TYPES,
  REJECTED_INPUT_TYPES,
  RUN_ERROR_CODES,
  STOP_REASONS,
} from '../../../src/protocol/codes.ts';
import { TOOL_ERROR_CODES } from '../../../src/protocol/tool-error-codes.ts';
import { recordGateway } from '../record-gateway.ts';
import { valuesOf } from './declarations.ts';
import { sourceOf } from './sources.ts';
import { code, table } from './table.ts';

interface Operation {
  summary?: string;
  description?: string;
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

export async function openapi(): Promise<string> {
  const { openapi: text } = await recordGateway();
  const { paths } = JSON.parse(text) as OpenApi;
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary = '', description = '' }]) => [
      code(`${method.toUpperCase()} ${path}`),
      [summary, description].filter((words) => words !== '').join('. '),
    ]),
  );
  const of = (prefix: string) => rows.filter(([call = '']) => call.includes(` ${prefix}`));
  const head = ['call', 'what it does'];
  const others = rows.filter((row) => !of('/v1').includes(row) && !of('/admin').includes(row));
  return `# The gateway’s calls

A running gateway describes itself at \`GET /openapi.json\` (OpenAPI 3.1), made of the schemas that validate the requests. [The same document stands here](../assets/openapi.json), for generators of clients and for tools that show it. What the operator's calls take and give is told in words in [The operator’s calls](../gateway/calls.md).

${rows.length} calls. Those under \`/v1\` are the agent session gateway's interface; those under \`/admin\` take the admin key, and some a site's service token.

## Sessions, sites, analytics

${table(head, [...of('/v1')])}

## The operator’s calls

${table(head, of('/admin'))}

${others.length === 0 ? '' : `## Others\n\n${table(head, others)}\n`}`;
}

const english = (key: MessageKey): string => {
  const text = ENGLISH[key];
  return typeof text === 'string' ? text : text.other;
};

export function errors(): string {
  const types = sourceOf('src/client/types.ts');
  const runs = [...new Set([...RUN_ERROR_CODES, ...EVENT_ERROR_CODES])].filter(
    (value) =>
      !(TOOL_ERROR_CODES as readonly string[]).includes(value) ||
      (RUN_ERROR_CODES as readonly string[]).includes(value),
  );
  const httpTypes = [
    ...sourceOf('docs/gateway/open-points.md').matchAll(/`(\w+)` (\d{3})(?: \(([^)]*)\))?/g),
  ].filter(([, type = '']) => sourceOf('gateway/kernel/http-error.ts').includes(`'${type}'`));
  return `# Errors

Which codes there are, where each comes from, and what a visitor reads. Visitors read sentences, never codes; the owner's view (\`data-debug="on"\`) shows the codes.

## When an answer fails

The code of a \`session.error\` event, or of a message that the gateway refused.

${table(
  ['code', 'what it means for you', 'what the visitor reads'],
  runs.map((value) => [
    code(value),
    OWNER_RUN_HINTS[value] ?? '',
    english(wordRunError(value).text),
  ]),
)}

## How a run ends

${table(
  ['stop reason', 'what the visitor reads'],
  STOP_REASONS.map((value) => {
    const wording = wordStopReason(value);
    const nothing =
      value === 'client_tool_use'
        ? 'nothing of it: the page’s tools are at work'
        : 'nothing of it: the answer is there';
    return [code(value), wording === null ? nothing : english(wording.text)];
  }),
)}

## When a tool of the page fails

Your tool chooses the code with \`throw new chat.ToolError(code, message)\`; [Page tools](../../src/tools/README.md#what-to-return-what-to-throw) says how the agent acts on it.

${table(
  ['code', 'what it means for you', 'what the visitor reads'],
  TOOL_ERROR_CODES.map((value) => [
    code(value),
    OWNER_TOOL_HINTS[value] ?? '',
    english(wordToolError(value, null)),
  ]),
)}

## What the client throws

A failed call of [\`bellhop/client\`](client.md) rejects with a \`GatewayError\`:

${table(
  ['code', 'where it comes from'],
  valuesOf(types, 'GatewayErrorCode').map(({ value, words }) => [code(value), words]),
)}

For what was sent, \`outcome\` says whether anything was applied: ${valuesOf(types, 'SendOutcome')
    .map(({ value }) => code(value))
    .join(' or ')}.

## What the gateway answers

An error's body is \`{ "error": { "message", "type", "code", "request_id" } }\`.

${table(
  ['type', 'status', 'besides'],
  httpTypes.map(([, type = '', status = '', words = '']) => [code(type), status, words]),
)}

## Types of events

The log has events of these types: ${EVENT_TYPES.map(code).join(', ')}. A client that meets another keeps it in its place and goes on. The interface names ${REJECTED_INPUT_TYPES.map(code).join(', ')} too, and refuses them.
`;
}
