// What the processes of one gateway tell each other. Best effort: a message may be lost, late or double, and nothing but time
// depends on it. It names what to read, and holds no event; previews, which are stored nowhere, go along whole.

import type { Preview } from '../stream/hub.ts';

export type BusMessage =
  /** The session's log has events up to this sequence number. */
  | { kind: 'events'; session_id: string; seq: number }
  | { kind: 'preview'; session_id: string; preview: Preview }
  /** A Stop for this run was stored. */
  | { kind: 'cancel'; run_id: string }
  /** The run is queued, and who stored it will not begin it. */
  | { kind: 'run'; session_id: string; run_id: string }
  /** The sender may have failed to tell something. */
  | { kind: 'gap' };

export interface BusListener {
  onMessage(message: BusMessage): void;
  /** Messages of others may have been missed: look into the database. */
  onGap(): void;
}

export interface Bus {
  /** False where nothing comes through at present, or nobody else is there to be told. */
  readonly isUp: boolean;
  /** Tells all others; never throws. */
  send(message: BusMessage): void;
  /** From now on; one listener. */
  listen(listener: BusListener): void;
  close(): Promise<void>;
}

/** What carries the texts of a bus to all processes, the sender among them. */
export interface Transport {
  /** Longest text that it carries, in bytes of UTF-8. */
  readonly maxBytes: number;
  /** Connects, and again whenever the connection is lost. */
  open(listener: TransportListener): void;
  /** Resolves when they are on their way. @throws where they may be lost. */
  send(texts: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface TransportListener {
  onText(text: string): void;
  /** Connected: what is sent from now on will be heard. */
  onUp(): void;
  onDown(): void;
}
