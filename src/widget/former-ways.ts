// Ways of before that go on working: on their own machine the developer reads what stands in their place. A visitor's page never
// fetches this file.

import { toAttribute } from '../loader/attributes.ts';
import { FORMER_NAMES } from '../loader/former-names.ts';
import type { Chat, RawOptions } from './types.ts';

/** Puts calls into the place of two of the chat's own, which say a line the first time, and do what was asked. */
export function tellFormerWays(
  chat: Chat,
  raw: RawOptions,
  tell: (sentence: string) => void,
): void {
  for (const [now, before] of FORMER_NAMES) {
    if (raw[before] != null)
      tell(
        `${toAttribute(before)} is called ${toAttribute(now)} now. The old name goes on working.`,
      );
  }
  const told = new Set<string>();
  const once = (sentence: string): void => {
    if (!told.has(sentence)) tell(sentence);
    told.add(sentence);
  };
  const { show, unregisterTool } = chat;
  // The chat's own `hide`, and each new path of a page, come this way too.
  const showAsBefore = show as (isShown?: boolean) => void;
  chat.hide = () => showAsBefore(false);
  chat.show = (isShown?: boolean) => {
    if (isShown === false && chat.state.isShown)
      once('chat.hide() stands in the place of chat.show(false), which goes on working.');
    showAsBefore(isShown);
  };
  chat.unregisterTool = (name) => {
    once(
      'registerTool(tool, { signal }) takes a tool back when the signal aborts. chat.unregisterTool(name) goes on working.',
    );
    unregisterTool(name);
  };
}
