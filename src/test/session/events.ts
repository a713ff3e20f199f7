// Events for tests of the pure parts.

import { parseEvent, type SessionEvent } from '../../protocol/index.ts';

let counter = 0;

function make(type: string, content: unknown, extra: object = {}): SessionEvent {
  counter += 1;
  const event = parseEvent({ id: `e${counter}`, type, content, processed_at: 'now', ...extra });
  if (event === null) throw new Error(`no event: ${type}`);
  return event;
}

export const user = (text: string, id?: string): SessionEvent =>
  make('user.message', [{ type: 'text', text }], id === undefined ? {} : { id });
export const unread = (text: string): SessionEvent =>
  make('user.message', [{ type: 'text', text }], { processed_at: null });
export const say = (text: string, extra: object = {}): SessionEvent =>
  make('agent.message', [{ type: 'text', text, ...extra }]);
export const running = (run_id?: string): SessionEvent =>
  make('session.status_running', [], run_id === undefined ? {} : { run_id });
export const idle = (): SessionEvent =>
  make('session.status_idle', [{ stop_reason: 'end_turn', context_tokens: 1 }]);
export const pause = (...ids: string[]): SessionEvent =>
  make('session.status_idle', [
    { stop_reason: 'client_tool_use', context_tokens: 1, tool_use_ids: ids },
  ]);
export const call = (id: string, name = 'tool'): SessionEvent =>
  make('agent.tool_use', [{ type: 'tool_use', id, name, input: {} }]);
export const answer = (id: string, extra: object = {}): SessionEvent =>
  make('user.tool_result', [{ type: 'tool_result', tool_use_id: id, content: 'ok', ...extra }]);
export const interrupt = (): SessionEvent => make('user.interrupt', []);
export const ids = (events: readonly SessionEvent[]): string[] => events.map((event) => event.id);
