// What a schedule needs of a browser, whichever engine it has: profiles with tabs as a visitor uses them, with keyboard
// and mouse through the browser's own input, and a reader of what is drawn.

import { pause } from '../real-time/schedule.ts';

export interface Seen {
  isThere: boolean;
  /** The page has got the script: else only loading it again brings the chat. */
  hasChat: boolean;
  /** A part of the chat could not be fetched on this page. */
  lacksPart: boolean;
  /** The end of the log, or of the page where there is none; for reports. */
  words: string;
  users: { text: string; state: string; isTwice: boolean }[];
  answers: string[];
  /** The text in the composer. */
  draft: string;
  run: string;
  /** The page says that nothing is kept beyond it. */
  isForgetful: boolean;
  allow: Place | null;
  runHere: Place | null;
  check: Place | null;
  sendAgain: Place | null;
  tryNow: Place | null;
  stop: Place | null;
  /** The button for earlier messages that aren't drawn yet. */
  earlier: Place | null;
  globals: string[];
}

export interface Place {
  x: number;
  y: number;
}

export interface BrowserTab {
  slot: number;
  isAlive(): boolean;
  isFrozen(): boolean;
  /** Reads what is drawn now; null if the page can't be asked. */
  look(): Promise<Seen | null>;
  /** Opens the panel and waits for its composer. False: it took too long. */
  open(): Promise<boolean>;
  /**
   * Writes the text in place of what stands in the composer, and presses Enter, twice if `isDoubled`, like a key that
   * bounces. Returns what stood there before, and before Enter (a Stop may give a message back at any moment); null: the
   * page couldn't be asked in time.
   */
  write(text: string, isDoubled: boolean): Promise<string | null>;
  click(place: Place): Promise<void>;
  goto(url: string): Promise<void>;
  /** False: there is no page to go back to. */
  goBack(): Promise<boolean>;
  reload(): Promise<void>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  crash(): Promise<void>;
  close(): Promise<void>;
}

export interface TabEvents {
  onError(text: string): void;
  /** Called with the reasons why a page was not restored from the back-forward cache. */
  onNotRestored(reasons: string[]): void;
}

/** A browser of one visitor: its tabs share what pages store. */
export interface Profile {
  openTab(slot: number, url: string, events: TabEvents): Promise<BrowserTab>;
  setOffline(isOffline: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface RealBrowser {
  name: string;
  /**
   * A module that could not be fetched once is never asked for again on that page, however often it is imported: the
   * visitor has to load the page anew.
   */
  remembersFailedModules: boolean;
  newProfile(): Promise<Profile>;
  close(): Promise<void>;
}

/** How long a page may take to answer a question. */
export const ANSWER_MS = 4_000;
/** How long a panel may take to open. */
export const OPEN_MS = 10_000;

/** `otherwise`, if the work fails or takes longer. */
export function within<T, U>(ms: number, work: Promise<T>, otherwise: U): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<U>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  return Promise.race([work.catch(() => otherwise), late]).finally(() => clearTimeout(timer));
}

/** What an engine's driver lends to what a visitor does the same way in each. */
export interface Hands {
  /** Null: the page can't be asked. */
  evaluate<T>(expression: string): Promise<T | null>;
  /** Types where the focus is. */
  type(text: string): Promise<void>;
  enter(): Promise<void>;
}

/** `open` and `write` of a tab. */
export function actions(
  { evaluate, type, enter }: Hands,
  tab: Pick<BrowserTab, 'isAlive' | 'look'>,
): Pick<BrowserTab, 'open' | 'write'> {
  return {
    async open() {
      const until = performance.now() + OPEN_MS;
      while (tab.isAlive() && performance.now() < until) {
        const seen = await tab.look();
        if (seen?.isThere) return true;
        await evaluate(`window.chat && !window.chat.state.isOpen && window.chat.open(), 0`);
        await pause(60);
      }
      return false;
    },
    async write(text, isDoubled) {
      const replaced = await evaluate<string>('focusComposer()');
      if (replaced === null) return null;
      const done = async (): Promise<string> => {
        await type(text);
        const written = await evaluate<string>('composerText()');
        await enter();
        if (isDoubled) await enter();
        return `${replaced}\n${written ?? ''}`;
      };
      return within(ANSWER_MS, done(), null);
    },
  };
}
