// The ports of the developer's panel: what the composition root gives it. It shows the chat and the page's tools to the person
// who builds with them; it changes nothing of the conversation.

import type { SessionEvent, ToolResultInput } from '../protocol/index.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { SessionSnapshot } from '../session/types.ts';
import type { Decision, Tool, ToolRunner, ToolsSnapshot } from '../tools/types.ts';
import type { DebugEntry, Source } from '../ui/types.ts';

export interface DevtoolsPorts {
  /** The chat's. */
  session: Source<SessionSnapshot>;
  live: Source<ToolsSnapshot>;
  debug: Source<readonly DebugEntry[]>;
  tools: Source<readonly Tool[]>;
  setup: Source<Setup>;
  /** Calls with each event that the chat tells the page. Returns how to stop. */
  onPageEvent(listener: (name: string, detail: unknown) => void): () => void;
  /** The widget's own way of a call, with a journal that ends with this page. `heard`: what the agent would get. */
  createRunner(heard: (results: readonly ToolResultInput[]) => void): Promise<ToolRunner>;
  replay: ReplayPorts;
  /** What is kept of the panel itself until the tab is closed. */
  memory: { read(): Memory; write(memory: Memory): void };
  clock: DevtoolsClock;
  copy(text: string): Promise<unknown>;
  newId(): string;
}

export interface DevtoolsClock {
  /** Unix milliseconds. */
  now(): number;
  /** Calls once after `delayMs`; returns the way to cancel. */
  after(delayMs: number, callback: () => void): () => void;
}

export interface ReplayPorts {
  /** The conversation after these events. */
  snapshotOf(events: readonly SessionEvent[]): SessionSnapshot;
  /** Draws a chat, which nobody can write in, into `host`. Returns how to end it. */
  draw(host: HTMLElement, session: Source<SessionSnapshot>): () => void;
}

/** How the chat on this page is set up. */
export interface Setup {
  /** Options that the page or the desk has given, as they are and as they count. */
  options: readonly { name: string; given: string; used: string; isWrong: boolean }[];
  /** What is wrong with them, in sentences. */
  mistakes: readonly string[];
  values: readonly (readonly [name: string, value: string])[];
}

export type TabName = 'tools' | 'calls' | 'events' | 'replay' | 'setup';

export interface Memory {
  isOpen: boolean;
  tab: TabName;
  /** CSS pixels. */
  width: number;
  tool: string;
}

/** One call of a tool, from the agent or from the panel. */
export interface CallRecord {
  id: string;
  name: string;
  title: string;
  input: JsonObject;
  by: 'agent' | 'you';
  state: string;
  /** How its run went, oldest first; Unix milliseconds. Empty where it was over before the panel came. */
  steps: readonly { state: string; at: number }[];
  /** Of the handler itself. Null: it has not run here. */
  durationMs: number | null;
  heard: Heard | null;
}

/** What the agent got. */
export interface Heard {
  isError: boolean;
  code: string | null;
  /** Null: done, nothing to report. */
  content: string | null;
}

export type { Decision };
