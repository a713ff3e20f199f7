// What every component is given: the desk's models, the language, the clock, and what only the browser can do.

import type { ReadonlySignal } from '@preact/signals';
import type { Content } from '../../src/content/index.ts';
import type { Drafts } from '../edge/drafts.ts';
import type { openPreviewFrame, PreviewFrame } from '../edge/preview-frame.ts';
import type { PushState } from '../edge/push.ts';
import type { ReadFile } from '../edge/read-file.ts';
import type { SentFile } from '../edge/sent-file.ts';
import type { Desk } from '../model/desk.ts';
import type { Later } from '../model/later.ts';
import type { Shortcuts } from '../model/shortcuts.ts';
import type { Language, Texts, Translate } from '../texts/texts.ts';

export interface View {
  desk: Desk;
  /** Whether the window is a phone's, as the styles have it. */
  isPhone: ReadonlySignal<boolean>;
  /** Single keys on the inbox. */
  shortcuts: Shortcuts;
  texts: ReadonlySignal<Texts>;
  /** A text in the language of now; reading it subscribes the component. */
  t: Translate;
  chooseLanguage(language: Language): void;
  /** Changes every half minute, for “3 minutes ago”. */
  now: ReadonlySignal<number>;
  /** The renderer of answers, which is fetched with the first of them. */
  content: Later<Content>;
  /** The link that asks first, while its question is open. */
  question: ReadonlySignal<{ href: string; host: string } | null>;
  answerQuestion(isYes: boolean): void;
  /** Whether the browser tells of somebody who wants a person. */
  notices: ReadonlySignal<'off' | 'on' | 'refused' | 'none'>;
  askForNotices(): void;
  /** Of this device, also while the desk is closed. */
  push: ReadonlySignal<PushState>;
  /** @throws ApiError */
  setPush(isOn: boolean): Promise<void>;
  /** Rings once, so that somebody hears what they choose. */
  ring(): void;
  /** What was begun to be written, on this device. */
  drafts: Drafts;
  copy(text: string): Promise<boolean>;
  /** The gateway's own address, which serves this page. */
  origin: string;
  /** Whether the browser takes it for a colour. */
  isColor(value: string): boolean;
  /** Speaks with a frame that shows the real widget. */
  openPreview(
    frame: HTMLIFrameElement,
    handlers: Parameters<typeof openPreviewFrame>[2],
  ): PreviewFrame;
  /** Saves a file that the page has made. */
  download(name: string, file: Blob): void;
  after(ms: number, work: () => void): () => void;
  /** Milliseconds since some time; they only go on. */
  clock(): number;
  /** Calls `work` whenever the element has become larger or smaller; returns how to stop. */
  onResize(element: Element, work: () => void): () => void;
  /** A file that somebody chose, for a collection; `accepted`: the kinds that it may be. */
  readFile(file: File): Promise<ReadFile>;
  accepted: string;
  /** A file for a visitor; null where it is too large or can't be read. */
  readSentFile(file: File): Promise<SentFile | null>;
  /** Makes a picture that somebody chose small; null where it is none. */
  shrinkPicture(file: File): Promise<string | null>;
}
