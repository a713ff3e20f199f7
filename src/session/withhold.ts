// What of the log is never stored on the device: what a visitor entered into a form of the chat, which stands in that
// call's result. It knows no storage.

import type { SessionEvent } from '../protocol/index.ts';

/** The tool whose results hold what a visitor entered (src/tools/sources/cards.ts). */
const FORM = 'ask_form';

/** The events as they may be stored: results of forms, and of calls that aren't among them, come without their content. */
export function withholdEntries(
  events: readonly SessionEvent[],
  all: readonly SessionEvent[],
): readonly SessionEvent[] {
  const isForm = new Map<string, boolean>();
  for (const event of all) {
    if (event.type !== 'agent.tool_use') continue;
    for (const { id, name } of event.content) isForm.set(id, name === FORM);
  }
  return events.map((event) => {
    if (event.type !== 'user.tool_result') return event;
    if (!event.content.some(({ tool_use_id }) => isForm.get(tool_use_id) !== false)) return event;
    const content = event.content.map((block) => {
      const { content: _, ...rest } = block;
      return isForm.get(block.tool_use_id) === false || block.is_error ? block : rest;
    });
    return { ...event, content };
  });
}
