// What the visitor has allowed before: "in this conversation" holds for one tool as it was described, and ends with the
// conversation. Tools and inputs are compared by their whole text: no other can pass for one that was allowed.

import type { Storage } from '../platform/types.ts';
import { isRecord } from '../protocol/json.ts';
import { canonical } from './input.ts';
import type { Bond } from './journal-row.ts';
import type { Tool } from './types.ts';

export interface Approvals {
  has(tool: Tool): Promise<boolean>;
  add(tool: Tool): Promise<void>;
  /** The conversation is over. */
  clear(): Promise<void>;
}

/** Another tool under the same name (or the same one, changed) is another tool. */
export function identify(tool: Tool): string {
  const { source, name, title, description, inputSchema, approval } = tool;
  const hints = [tool.isReadOnly, tool.isIdempotent, tool.isDestructive, tool.navigates];
  return canonical([source, name, title, description, inputSchema, approval, ...hints]);
}

/**
 * An earlier page had this very call, with this very tool, so its approval holds here. Rows of older versions name neither
 * call nor tool, and prove nothing.
 */
export function isBound(row: Bond | null, callText: string | null, tool: Tool): boolean {
  return row?.call !== undefined && row.call === callText && row.tool === identify(tool);
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
          v: 2,
          tools: [...new Set([...parse(before), ...given])],
        }));
      } catch {
        // If it can't be stored, the approval ends with the page.
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

/** Version 1 had hashes of tools, which are no proof. */
function parse(value: unknown): string[] {
  if (!isRecord(value) || value.v !== 2 || !Array.isArray(value.tools)) return [];
  return value.tools.filter((item) => typeof item === 'string');
}
