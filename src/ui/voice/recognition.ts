// The browser's speech recognition, as far as dictation needs it, and whether this page may use it.

import { document } from '../../dom/document.ts';

export interface SpokenResult {
  readonly length: number;
  readonly [index: number]: { readonly transcript: string };
}

export interface Recognizer {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: { results: ArrayLike<SpokenResult> }) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  /** Ends it; what was said until now is still told. */
  stop(): void;
  /** Ends it, and nothing more is told. */
  abort(): void;
}

type RecognizerClass = new () => Recognizer;
interface Page {
  isSecureContext?: boolean;
  SpeechRecognition?: RecognizerClass;
  webkitSpeechRecognition?: RecognizerClass;
}

interface Policy {
  allowsFeature(feature: string): boolean;
}

/** Null where the browser has none, and where the page's permissions policy or a plain http address denies the microphone. */
export function findRecognizer(): RecognizerClass | null {
  const page = globalThis as Page;
  const { featurePolicy } = document as { featurePolicy?: Policy };
  if (page.isSecureContext === false || featurePolicy?.allowsFeature('microphone') === false) {
    return null;
  }
  return page.SpeechRecognition ?? page.webkitSpeechRecognition ?? null;
}
