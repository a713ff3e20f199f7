// What a test needs of a browser, whichever engine it has: a tab that goes somewhere, runs a function in the page, has a
// pointer and a keyboard, and can be looked at. The drivers of the engines implement it; tests know nothing else.

/** One tab. All coordinates are CSS px of the viewport. */
export interface Hand {
  /** Goes to an address and waits for the page's `load`. */
  goto(url: string): Promise<void>;
  /** Goes to the page before, and waits until it is there. */
  back(): Promise<void>;
  /** Runs a function in the page. It may use nothing but its arguments and the page; both ways only JSON passes. */
  run<Args extends unknown[], Result>(
    play: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Runs a script in the page, whatever the page's policy says of `eval`. */
  inject(script: string): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** With a finger; only where the browser was asked to have one. */
  tap(x: number, y: number): Promise<void>;
  /** Turns the wheel over a place, down by so many px. */
  wheel(x: number, y: number, by: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key, options?: { shift?: boolean }): Promise<void>;
  /** Of the viewport; an engine may refuse to go below a least width. */
  resize(width: number, height: number): Promise<void>;
  /** A picture of the viewport, for people to look at: .shots/NAME.png. */
  shoot(name: string): Promise<void>;
  /** Console errors and uncaught errors so far, where the engine's driver tells of them; else always empty. */
  readonly troubles: readonly string[];
  /** The same tab, but functions run in the page's first frame, which has to fill the viewport. */
  inFrame(): Hand;
  close(): Promise<void>;
}

export type Key = 'Enter' | 'Tab' | 'Escape' | 'ArrowDown' | 'Space';

export interface BrowserWishes {
  /** A private window. */
  isPrivate?: boolean;
  /** `prefers-color-scheme: dark`. */
  isDark?: boolean;
  /** `forced-colors: active`. */
  isForced?: boolean;
  /** A touch screen and no mouse. */
  hasTouch?: boolean;
  /** What pages of another site store in a frame is refused. */
  blocksThirdParties?: boolean;
}

/** A browser of one visitor: its tabs share what pages store. */
export interface EngineBrowser {
  newTab(): Promise<Hand>;
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  /** The wishes that its driver can fulfil. */
  can: readonly (keyof BrowserWishes)[];
  /** Null if it can be started here; else the reason, with what to do. */
  missing(): string | null;
  /** A visitor who has never been anywhere. */
  enter(wishes?: BrowserWishes): Promise<EngineBrowser>;
  /** "Firefox 153.7"; empty before the first visitor. */
  version(): string;
  /** Something of this engine that a reader of the table should know. */
  note(text: string): void;
  notes(): string[];
  /** Ends what `enter` has left running. */
  close(): Promise<void>;
}
