// How screen readers hear texts: in pieces, one after the other, each for a while. What they hear of the conversation stands in
// announce-news.ts; regions show the texts.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { escapeOverrides } from '../../content/text.ts';
import type { ChatPorts } from '../types.ts';

/** The pause between two pieces of text, so that a screen reader is told of them one by one. */
const PIECE_EVERY_MS = 500;
/**
 * So long each text stays, also when others follow: a screen reader asks for a text after it was told of it, and on a
 * busy computer that takes seconds. No longer: one that walks through the page would read it as if it still held.
 */
const KEPT_MS = 5000;

export type Verbosity = 'full' | 'short' | 'off';

export interface Utterance {
  /** Grows with each announcement, so that the same words said twice are heard twice. */
  key: number;
  text: string;
  /** When it was said, Unix milliseconds. */
  at: number;
}

export interface Announcer {
  /** What the region holds now, the newest last. */
  polite: ReadonlySignal<readonly Utterance[]>;
  assertive: ReadonlySignal<readonly Utterance[]>;
  verbosity: Signal<Verbosity>;
  /** Announces a message of the panel itself, such as "Copied". */
  say(...texts: string[]): void;
  /** Announces at once what can't wait. */
  alarm(...texts: string[]): void;
  close(): void;
}

export function createAnnouncer(
  ports: Pick<ChatPorts, 'after' | 'now' | 'preferences'>,
): Announcer {
  const polite = signal<readonly Utterance[]>([]);
  const assertive = signal<readonly Utterance[]>([]);
  const stored = ports.preferences?.get('announce');
  const verbosity = signal<Verbosity>(stored === 'short' || stored === 'off' ? stored : 'full');
  let key = 0;

  /** Puts texts into a region one below the other, and takes each away once it is old. */
  function createVoice(region: Signal<readonly Utterance[]>) {
    let queue: string[] = [];
    let isPausing = false;
    let cancel = (): void => {};
    const empty = (): void => {
      region.value = [];
    };
    const pump = (): void => {
      cancel();
      const text = queue.shift();
      isPausing = text !== undefined;
      cancel = isPausing ? ports.after(PIECE_EVERY_MS, pump) : ports.after(KEPT_MS, empty);
      if (text === undefined) return;
      const at = ports.now();
      region.value = [
        ...region.peek().filter((one) => at < one.at + KEPT_MS),
        { key: ++key, text: escapeOverrides(text), at },
      ];
    };
    return {
      say(...texts: string[]): void {
        if (verbosity.peek() === 'off') return;
        queue.push(...texts);
        if (!isPausing) pump();
      },
      close(): void {
        cancel();
        queue = [];
      },
    };
  }
  const voice = createVoice(polite);
  const alarmVoice = createVoice(assertive);
  return {
    polite,
    assertive,
    verbosity,
    say: voice.say,
    alarm: alarmVoice.say,
    close() {
      voice.close();
      alarmVoice.close();
    },
  };
}
