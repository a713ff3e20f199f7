// The messages by which the processes of one gateway tell each other of news. Best effort: a message may be lost, late or double, and nothing but time
// depends on it. It names what to read, and holds no event; previews, which are stored nowhere, go along whole.

import type { Presence } from '../presence.ts';
import type { Preview } from '../preview.ts';

/** A message of one process to all others. */
export type BusMessage =
  /** The session's log has events up to this sequence number. */
  | { kind: 'events'; session_id: string; seq: number }
  | { kind: 'preview'; session_id: string; preview: Preview }
  /** A Stop for this run was stored. */
  | { kind: 'cancel'; run_id: string }
  /** The run is queued, and who stored it will not begin it. */
  | { kind: 'run'; session_id: string; run_id: string }
  /** Somebody of the desk reads a conversation, answers in it, or has gone. */
  | ({ kind: 'presence' } & Presence)
  /** The sender may have failed to tell something. */
  | { kind: 'gap' };

/**
 * `none`: nobody else is there to be told. `up`: what this process says has lately come back to it. `away`: no connection, or
 * none that answers. `deaf`: it can speak and hears nothing, as behind a pooler that drops LISTEN.
 */
export type BusState = 'none' | 'up' | 'away' | 'deaf';

export interface BusListener {
  onMessage(message: BusMessage): void;
  /** Messages of others may have been missed: look into the database. */
  onGap(): void;
  /** @param advice for the operator: what to change where it is `deaf`. */
  onState?(state: BusState, advice: string): void;
}

/** Carries messages between the processes of one gateway. */
export interface Bus {
  /** In each state but `up` nothing comes through at present: look into the database often. */
  readonly state: BusState;
  /** Tells all others; never throws. */
  send(message: BusMessage): void;
  /** From now on; one listener. */
  listen(listener: BusListener): void;
  close(): Promise<void>;
}

/** Carries the texts of a bus to all processes, the sender among them: PostgreSQL's NOTIFY, or Redis. */
export interface Transport {
  /** Longest text that it carries, in bytes of UTF-8. */
  readonly maxBytes: number;
  /** For an operator: why nothing may be heard though it is connected, and what to do. */
  readonly deafAdvice: string;
  /** Connects, and again whenever the connection is lost. */
  open(listener: TransportListener): void;
  /**
   * Speaks by another connection than it hears by: so a text that comes back proves that listening works.
   * Resolves when they are on their way. @throws where they may be lost.
   */
  send(texts: readonly string[]): Promise<void>;
  /** Begins to listen anew, since nothing is heard; then says `onUp` again. */
  renew(): void;
  close(): Promise<void>;
}

export interface TransportListener {
  onText(text: string): void;
  /** Connected. */
  onUp(): void;
  onDown(): void;
}
