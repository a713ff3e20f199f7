// The npm entry. `createBellhop` makes the same chat as the script tag does.

import { document } from './dom/document.ts';
import { addChat } from './hooks/index.ts';
import { createChat } from './loader/chat.ts';
import { needsPage } from './loader/needs-page.ts';
import { takeThemes } from './loader/take-themes.ts';
import type { Chat, Options } from './widget/types.ts';

/**
 * Puts a widget on the page and returns its `chat`. Your bundler makes a chunk of the engine, which is fetched when the
 * visitor shows interest. Needs a browser.
 * @example
 * const chat = createBellhop({ gateway: 'https://gateway.example', session: '/api/chat-session' });
 * chat.registerTool({ name: 'show_cart', description: 'What is in the cart', execute: () => cart.items });
 * @throws TypeError if a required option is missing, Error where there is no page.
 */
export function createBellhop(options: Options): Chat {
  needsPage('createBellhop');
  const { name = 'default' } = options;
  let leave = (): void => {};
  const chat = createChat(
    { __proto__: null },
    name,
    (host) => {
      dress(host);
      return import('./widget.ts');
    },
    () => leave(),
  );
  const dress = takeThemes(chat);
  const problem = chat.configure(options);
  if (problem && problem !== 'target') {
    throw new TypeError(`createBellhop: ${problem} is missing or wrong`);
  }
  // The target isn't parsed yet: try again as the document goes on.
  if (problem) document.addEventListener('readystatechange', () => chat.configure({}));
  leave = addChat(name, chat);
  return chat;
}

export type { FromSchema } from './tools/define-tool.ts';
export { defineTool } from './tools/define-tool.ts';
export { providePageState } from './tools/page-state.ts';
export { ToolError, type ToolErrorDetails } from './tools/tool-error.ts';
export type {
  PageTool,
  RenderedCall,
  ToolAnnotations,
  ToolContext,
  ToolSummary,
  ToolUi,
} from './tools/types.ts';
export type { BellhopEventMap } from './widget/dom-events.ts';
export type {
  Chat,
  ChatEvents,
  ChatState,
  Configuration,
  GetSession,
  GetUserToken,
  NudgeOptions,
  Options,
  Theme,
  ThemeColors,
} from './widget/types.ts';
