// Whether a call may run without asking, and the question when it may not. An answer holds for the exact input that
// the visitor saw; "in this conversation" holds for one tool as it was described, and ends with the conversation.

import type { Storage } from '../platform/types.ts';
import { isRecord, type JsonObject } from '../protocol/json.ts';
import { canonical, digest } from './input.ts';
import type { Tool, ToolQuestion } from './types.ts';

export interface Approvals {
  has(tool: Tool): Promise<boolean>;
  add(tool: Tool): Promise<void>;
  /** The conversation is over. */
  clear(): Promise<void>;
}

/** Another tool under the same name (or the same one, changed) is another tool. */
export function identify(tool: Tool): string {
  const { source, name, title, description, inputSchema, approval } = tool;
  return digest(canonical([source, name, title, description, inputSchema, approval]));
}

/** `isFresh` false: so old that only an answer given now counts. */
export function toQuestion(
  tool: Tool,
  toolUseId: string,
  input: JsonObject,
  isFresh: boolean,
): ToolQuestion {
  return {
    toolUseId,
    title: tool.title,
    name: tool.name,
    description: tool.description,
    input,
    labels: titlesOf(tool.inputSchema),
    digest: digest(canonical([toolUseId, identify(tool), input])),
    offersConversation: tool.approval === 'ask' && isFresh,
    isDestructive: tool.isDestructive,
  };
}

/** `title` of each property that has one. */
function titlesOf({ properties }: JsonObject): Record<string, string> {
  const titles: [string, string][] = [];
  for (const [name, schema] of Object.entries(isRecord(properties) ? properties : {})) {
    if (isRecord(schema) && typeof schema.title === 'string') titles.push([name, schema.title]);
  }
  return Object.fromEntries(titles);
}

export function createApprovals(storage: Storage, namespace: string): Approvals {
  const key = `${namespace}:approvals`;
  const given = new Set<string>();
  return {
    async has(tool) {
      const identity = identify(tool);
      if (given.has(identity)) return true;
      try {
        // Read each time: another tab may have been told meanwhile.
        for (const item of parse(await storage.get(key))) given.add(item);
      } catch {
        // Nothing can be stored: what was allowed in this page still holds.
      }
      return given.has(identity);
    },
    async add(tool) {
      given.add(identify(tool));
      try {
        await storage.update(key, (before) => ({
          v: 1,
          tools: [...new Set([...parse(before), ...given])],
        }));
      } catch {
        // Then it ends with the page.
      }
    },
    async clear() {
      given.clear();
      try {
        await storage.delMany([key]);
      } catch {
        // Bound to this session's name in any case.
      }
    },
  };
}

function parse(value: unknown): string[] {
  if (!isRecord(value) || value.v !== 1 || !Array.isArray(value.tools)) return [];
  return value.tools.filter((item) => typeof item === 'string');
}
