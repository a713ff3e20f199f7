// What every part that works on a call may know of where it is: the page, the tools, the other calls. The runner makes it
// once for a conversation. Knows no behaviour.

import type { Clock, Page, Storage } from '../platform/types.ts';
import type { Approvals } from './approval.ts';
import type { Call } from './call.ts';
import type { Journal } from './journal.ts';
import type { Presence } from './presence.ts';
import type { ToolRegistry } from './registry.ts';
import type { Tab } from './tab.ts';

export interface CallsContext {
  clock: Clock;
  page: Page;
  storage: Pick<Storage, 'isDurable'>;
  tab: Tab;
  presence: Presence;
  journal: Journal;
  registry: Pick<ToolRegistry, 'find' | 'onChange'>;
  approvals: Approvals;
  /** What this tab knows of the conversation's calls, by tool_use_id. */
  calls: ReadonlyMap<string, Call>;
  /** Reads the log anew, which tells of it by the runner's `update`. */
  readLog(): Promise<void>;
  /** Some call's state is another now. */
  changed(): void;
  /** For the owner's view. */
  onWarning(reason: string): void;
}
