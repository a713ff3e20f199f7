// What a chat does for the person who builds with it: on their own machine it says at once how to see more, and begins the panel
// where it is asked for. A visitor's page never fetches this file.

import type { DevtoolsParts } from './devtools.ts';
import { tellFormerWays } from './former-ways.ts';
import { isOwnMachine, markOwnMachine } from './own-host.ts';
import type { RawOptions } from './types.ts';

const ASKED = /[?&]bellhop-debug/;

let isWelcomed = false;

export interface OwnMachineParts extends DevtoolsParts {
  /** The widget's and its gateway's: `name@gateway`. */
  namespace: string;
  options: { debug: boolean };
  raw: RawOptions;
}

/** @returns what ends it. */
export function ownMachine({ namespace, options, raw, ...parts }: OwnMachineParts): () => void {
  // A chat that is gone by now begins nothing.
  if (!parts.host.isConnected) return () => {};
  welcome(namespace);
  // What is wrong with a tool is told before anybody opens the chat.
  if (options.debug || isOwnMachine(location.hostname)) parts.getCore().catch(() => {});
  tellFormerWays(parts.chat, raw, (sentence) => console.warn('[bellhop]', sentence));
  if (!options.debug && !ASKED.test(location.search)) return () => {};
  let stop = (): void => {};
  let isOver = false;
  import('./devtools.ts').then(
    (it) => {
      if (!isOver) stop = it.startDevtools(parts);
    },
    () => {},
  );
  return () => {
    isOver = true;
    stop();
  };
}

/** Once a chat is there: leaves the mark for the next page, and says how to see more. */
export function welcome(namespace: string): void {
  if (!isOwnMachine(location.hostname)) return;
  markOwnMachine(namespace);
  // Where the session takes its own mark away at the end of the page.
  addEventListener('pagehide', () => markOwnMachine(namespace));
  if (isWelcomed || ASKED.test(location.search)) return;
  isWelcomed = true;
  console.info(
    '[bellhop] Add ?bellhop-debug to the address of this page to see its tools, calls and events.',
  );
}
