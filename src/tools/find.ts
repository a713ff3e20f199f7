// Finds the tool of a call, in this page or in one of another tab. It knows nothing of what the tool does.

import type { Call } from './call.ts';
import type { CallsContext } from './context.ts';
import { ToolError } from './tool-error.ts';
import type { Tool } from './types.ts';

/** How long the page has to register a tool. */
const REGISTER_MS = 10_000;

/** Waits 10 s for the page to register it. Throws ToolError `tool_unavailable`. */
export async function findTool(
  { clock, registry, tab, presence }: CallsContext,
  call: Call,
): Promise<Tool> {
  const { marks, waits } = call;
  const { name, toolUseId } = call.request;
  waits.signal.throwIfAborted();
  const now = registry.find(name);
  if (now !== null) {
    tab.tell({ type: 'have', toolUseId, tabId: tab.id });
    return now;
  }
  call.show({ state: 'looking' });
  marks.seenAt ??= clock.monotonic();
  tab.tell({ type: 'seek', toolUseId, tabId: tab.id });
  for (;;) {
    const left = marks.seenAt + REGISTER_MS - clock.monotonic();
    const found = await waits.wait<Tool | null>((resolve) => {
      const timer = clock.setTimeout(() => resolve(null), Math.max(0, left));
      const off = registry.onChange(() => {
        const tool = registry.find(name);
        if (tool !== null) resolve(tool);
      });
      return () => {
        clock.clearTimeout(timer);
        off();
      };
    });
    if (found !== null) return found;
    // Another page of this site may have it, and be asking the visitor right now.
    if (!(await isHeldElsewhere())) break;
    marks.seenAt = clock.monotonic();
  }
  throw new ToolError('tool_unavailable', `This page has no tool "${name}".`);

  async function isHeldElsewhere(): Promise<boolean> {
    for (const holder of marks.holders) {
      if (await presence.isAlive(holder)) return true;
      marks.holders.delete(holder);
    }
    return false;
  }
}
