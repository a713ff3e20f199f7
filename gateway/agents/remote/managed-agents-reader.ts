// What the events of a managed agent's session mean: its words for the visitor, the calls that wait for somebody, what was used,
// and how the session stands. Events of other types, and fields of other kinds, are passed over.

import type { BetaManagedAgentsStreamSessionEvents } from '@anthropic-ai/sdk/resources/beta/sessions';
import { fieldsOf, isRecord } from '../../wire.ts';
import type { ProviderCall } from '../types.ts';
import type { RemotePart } from './protocol.ts';

type Type = BetaManagedAgentsStreamSessionEvents['type'];
type Code = ProviderCall['outcome'];

/** A call that the agent has made. */
export interface Use {
  id: string;
  /** `custom`: somebody here runs it. `own`: its provider does, once it may. */
  kind: 'custom' | 'own';
  name: string;
  input: Record<string, unknown> | null;
}

/** Characters by which a message is known again. */
const COMPARED = 1000;

const NOTHING_USED = {
  input_tokens: 0,
  output_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
};

/** Why the agent has stopped. */
export type Stopped =
  | { why: 'done' }
  | { why: 'waits'; ids: readonly string[] }
  | { why: 'refusal' }
  | { why: 'failure'; code: Code }
  /** Nothing more comes from this session. */
  | { why: 'gone' };

export interface SessionReader {
  take(event: unknown): Generator<RemotePart>;
  /** The newest event that has an id. */
  readonly seen: string | null;
  /** At work: more will come by itself. */
  readonly isAtWork: boolean;
  /** Null: it is at work, or nothing was read yet. */
  readonly stopped: Stopped | null;
  /** What was last sent has arrived: it is among the events read, or the agent has worked since. */
  readonly hasArrived: boolean;
  /** Texts that the visitor has and this session did not say. */
  readonly others: readonly string[];
  /** Calls that nobody has answered. */
  open(): Use[];
  /** Something was sent that it will answer. @param answered the calls whose results are among it */
  begin(answered: readonly string[]): void;
  /** What was used so far was counted before. */
  forgetUsage(): void;
}

/**
 * @param logged texts of messages that the visitor has already, oldest first: they are not said again, and of one that was cut only
 *   the rest is
 */
export function createSessionReader(logged: readonly string[] = []): SessionReader {
  const heard = new Set<string>();
  /** By message: what was shown of it while it was written. */
  const previews = new Map<string, string>();
  const uses = new Map<string, Use>();
  const answered = new Set<string>();
  const known = [...logged];
  let used = NOTHING_USED;
  let failure: Code | null = null;
  let seen: string | null = null;
  let isAtWork = false;
  let stopped: Stopped | null = null;
  let hasArrived = false;

  return {
    get seen() {
      return seen;
    },
    get isAtWork() {
      return isAtWork;
    },
    get stopped() {
      return stopped;
    },
    get hasArrived() {
      return hasArrived;
    },
    get others() {
      return known;
    },
    open: () => [...uses.values()].filter(({ id }) => !answered.has(id)),
    begin(ids) {
      for (const id of ids) answered.add(id);
      failure = null;
      stopped = null;
      isAtWork = true;
    },
    forgetUsage() {
      used = NOTHING_USED;
    },
    *take(event) {
      if (!isRecord(event)) return;
      const id = text(event.id);
      if (id !== '') {
        if (heard.has(id)) return;
        heard.add(id);
        seen = id;
      }
      hasArrived ||= /^(?:agent|span)\./.test(text(event.type));
      yield* read(event.type as Type, event, id);
    },
  };

  function* read(type: Type, event: Record<string, unknown>, id: string): Generator<RemotePart> {
    switch (type) {
      case 'event_start': {
        const { type: of, id: message } = fieldsOf(event.event);
        if (of === 'agent.message') previews.set(text(message), '');
        return;
      }
      case 'event_delta': {
        const before = previews.get(text(event.event_id));
        const more = text(fieldsOf(fieldsOf(event.delta).content).text);
        if (before === undefined || more === '') return;
        previews.set(text(event.event_id), before + more);
        yield { kind: 'text', text: more };
        return;
      }
      case 'agent.message':
        yield* say(wordsOf(event.content), previews.get(id));
        previews.delete(id);
        return;
      case 'span.model_request_end':
        // What was shown of a message that will never come stays as it is.
        if (previews.size > 0) yield { kind: 'message_end' };
        previews.clear();
        yield* count(fieldsOf(event.model_usage));
        return;
      case 'agent.custom_tool_use':
        add(event, id, 'custom', text(event.name));
        return;
      case 'agent.tool_use':
        add(event, id, 'own', text(event.name));
        return;
      case 'agent.mcp_tool_use':
        add(event, id, 'own', `${text(event.mcp_server_name)}: ${text(event.name)}`);
        return;
      case 'agent.tool_result':
        answered.add(text(event.tool_use_id));
        return;
      case 'agent.mcp_tool_result':
        answered.add(text(event.mcp_tool_use_id));
        return;
      case 'user.custom_tool_result':
        answered.add(text(event.custom_tool_use_id));
        wasSent();
        return;
      case 'user.tool_confirmation':
        answered.add(text(event.tool_use_id));
        wasSent();
        return;
      case 'user.message':
        wasSent();
        return;
      case 'system.message':
        hasArrived = true;
        return;
      case 'session.status_running':
        failure = null;
        wasSent();
        return;
      case 'session.error':
        failure = codeOfError(fieldsOf(event.error)) ?? failure;
        return;
      case 'session.status_idle':
        rest(fieldsOf(event.stop_reason));
        return;
      case 'session.status_terminated':
      case 'session.deleted':
        isAtWork = false;
        stopped = failure === null ? { why: 'gone' } : { why: 'failure', code: failure };
    }
  }

  /** Even before it says so, it is going to work. */
  function wasSent(): void {
    hasArrived = true;
    isAtWork = true;
    stopped = null;
  }

  function add(event: Record<string, unknown>, id: string, kind: Use['kind'], name: string): void {
    const { input } = event;
    uses.set(id, { id, kind, name, input: isRecord(input) ? input : null });
  }

  function* say(whole: string, shown: string | undefined): Generator<RemotePart> {
    const before = shown ?? alreadyLogged(whole);
    const more = whole.startsWith(before) ? whole.slice(before.length) : '';
    if (more !== '') yield { kind: 'text', text: more };
    if (more !== '' || shown) yield { kind: 'message_end' };
  }

  /** By its beginning: the log has a long one cut, with a word of its own at the end. */
  function alreadyLogged(whole: string): string {
    const at = known.findIndex((one) => one !== '' && whole.startsWith(one.slice(0, COMPARED)));
    return at < 0 ? '' : (known.splice(at, 1)[0] ?? '');
  }

  function* count(usage: Record<string, unknown>): Generator<RemotePart> {
    const more = (name: keyof typeof used) => {
      const tokens = usage[name];
      return used[name] + (typeof tokens === 'number' && tokens > 0 ? tokens : 0);
    };
    used = {
      input_tokens: more('input_tokens'),
      output_tokens: more('output_tokens'),
      cache_read_input_tokens: more('cache_read_input_tokens'),
      cache_creation_input_tokens: more('cache_creation_input_tokens'),
    };
    yield { kind: 'usage', usage: used };
  }

  function rest({ type, event_ids: ids }: Record<string, unknown>): void {
    const waiting = Array.isArray(ids) ? ids.map(text).filter((id) => !answered.has(id)) : [];
    // Of several results it tells once more which it still wants: those are on their way.
    if (type === 'requires_action' && waiting.length === 0) return;
    isAtWork = false;
    switch (type) {
      case 'requires_action':
        stopped = { why: 'waits', ids: waiting };
        return;
      case 'refusal':
        stopped = { why: 'refusal' };
        return;
      case 'retries_exhausted':
      case 'budget_reached':
        stopped = { why: 'failure', code: failure ?? 'upstream_error' };
        return;
      default:
        stopped = failure === null ? { why: 'done' } : { why: 'failure', code: failure };
    }
  }
}

/** Null: the provider tries again by itself, or goes on without. */
function codeOfError({ type, retry_status: retry }: Record<string, unknown>): Code | null {
  if (fieldsOf(retry).type === 'retrying') return null;
  return type === 'model_rate_limited_error' || type === 'model_overloaded_error'
    ? 'rate_limit_error'
    : 'upstream_error';
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const wordsOf = (content: unknown): string =>
  Array.isArray(content)
    ? content
        .map(fieldsOf)
        .map((block) => (block.type === 'text' ? text(block.text) : ''))
        .join('')
    : '';
