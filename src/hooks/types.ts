// What the hooks of all frameworks take and give. Types only.

import type { TranscriptEntry } from '../session/types.ts';
import type { RegisterTool, TypedTool } from '../tools/define-tool.ts';
import type { Chat } from '../widget/types.ts';

/** What hooks need of a chat without a panel. */
export interface DrawnByPage {
  registerTool: RegisterTool;
  getSnapshot(): { entries: readonly TranscriptEntry[] };
  subscribe(listener: () => void): () => void;
}

/** A widget's chat, or one of `createHeadlessChat`. */
export type HookChat = Chat | DrawnByPage;

/** A chat by the name of its widget, or the chat itself. */
export type ChatOrName = string | HookChat;

/** A message as a person reads it. The same object until something of it changes. */
export interface ChatMessage {
  /** The same for as long as the page shows it: a key for lists. */
  readonly id: string;
  readonly role: 'user' | 'agent';
  readonly text: string;
  /** Unix milliseconds: when it was said, as far as this device knows. */
  readonly at: number;
  /** Of the visitor: it isn't known to be at the gateway yet. Of the agent: it is still being written. */
  readonly isPending: boolean;
}

/** As for `chat.registerTool`, and `chat`: which chat, if it isn't the page's only one. */
export type ToolOptions<Schema> = Omit<TypedTool<Schema>, 'name' | 'execute' | 'render'> & {
  chat?: ChatOrName | undefined;
};
