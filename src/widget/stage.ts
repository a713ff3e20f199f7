// The values that the two halves of the engine share: the core sets them, the panel draws them.

import type { CheckedOptions } from '../loader/attributes.ts';
import type { SessionSnapshot } from '../session/types.ts';
import type { ToolsSnapshot } from '../tools/types.ts';
import type { ConversationSummary, DebugEntry } from '../ui/types.ts';
import type { Emit, RawOptions } from './types.ts';
import { createValue, type Value } from './value.ts';

export interface Stage {
  raw: RawOptions;
  /** The options of now: a page may change them at any time. */
  options(): CheckedOptions;
  /** Widget name and gateway address: tells this widget's storage from another's. */
  namespace: string;
  /** Whether the mark of an earlier page stood when this page loaded. */
  isMarked: boolean;
  emit: Emit;
  warn(sentence: string): void;
  /** What the owner has set at the desk has come, and `options` has it once this returns. Absent: nobody wants it. */
  onSettings?(settings: Readonly<Record<string, unknown>>): void;
  /** The reply to a request that the panel has made while the core came; undefined to any other. It is given once. */
  early?: ((...request: Parameters<typeof fetch>) => Promise<Response> | undefined) | undefined;
  session: Value<SessionSnapshot>;
  tools: Value<ToolsSnapshot>;
  conversations: Value<readonly ConversationSummary[]>;
  debug: Value<readonly DebugEntry[]>;
}

export const NO_TOOLS: ToolsSnapshot = { calls: new Map(), questions: [], isRunning: false };

export const NO_SESSION: SessionSnapshot = {
  sessionId: null,
  entries: [],
  run: { state: 'idle' },
  connection: 'off',
  trouble: null,
  isRestored: false,
  isUpToDate: false,
  hasOlder: false,
  isLoadingOlder: false,
  isForgetful: false,
};

export function createStage(
  parts: Omit<Stage, 'session' | 'tools' | 'conversations' | 'debug'>,
): Stage {
  return {
    ...parts,
    session: createValue(NO_SESSION),
    tools: createValue(NO_TOOLS),
    conversations: createValue<readonly ConversationSummary[]>([]),
    debug: createValue<readonly DebugEntry[]>([]),
  };
}
