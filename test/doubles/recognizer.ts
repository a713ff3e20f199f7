// A speech recognizer in the place of the browser's own, which needs a microphone and its maker's servers. It follows the
// interface: one start at a time, results as a growing list, `end` after stop, abort and errors.

export interface RecognizerDouble {
  lang: string;
  continuous: boolean;
  isOn: boolean;
  /** What is understood until now, each with whether it is final. */
  hear(...said: readonly (readonly [text: string, isFinal: boolean])[]): void;
  fail(error: string): void;
  /** It ends by itself, as after a long silence. */
  fallSilent(): void;
}

/** Puts it onto the page. Needs nothing outside of itself, so that a browser can be given its text. */
export function installRecognizer(): void {
  const made: unknown[] = [];
  class Recognizer {
    lang = '';
    continuous = false;
    interimResults = false;
    isOn = false;
    onresult: ((event: object) => void) | null = null;
    onerror: ((event: object) => void) | null = null;
    onend: ((event: object) => void) | null = null;
    constructor() {
      made.push(this);
    }
    start(): void {
      if (this.isOn) throw new DOMException('It has started already.', 'InvalidStateError');
      this.isOn = true;
    }
    stop(): void {
      queueMicrotask(() => this.fallSilent());
    }
    abort(): void {
      queueMicrotask(() => this.fail('aborted'));
    }
    hear(...said: [string, boolean][]): void {
      const results = said.map(([transcript, isFinal]) =>
        Object.assign([{ transcript, confidence: 0.9 }], { isFinal }),
      );
      this.onresult?.({ results, resultIndex: 0 });
    }
    fail(error: string): void {
      if (!this.isOn) return;
      this.onerror?.({ error });
      this.fallSilent();
    }
    fallSilent(): void {
      if (!this.isOn) return;
      this.isOn = false;
      this.onend?.({});
    }
  }
  Object.assign(window, {
    SpeechRecognition: Recognizer,
    webkitSpeechRecognition: Recognizer,
    recognizers: made,
  });
}

/** Those that the page has made, the oldest first. */
export const recognizers = (): RecognizerDouble[] =>
  (window as unknown as { recognizers?: RecognizerDouble[] }).recognizers ?? [];
