// Ids and secrets: the one place that names their prefixes.

import { randomBytes } from 'node:crypto';

export type IdKind =
  | 'session'
  | 'event'
  | 'run'
  | 'tool_use'
  | 'site'
  | 'public_site'
  | 'client'
  | 'collection'
  | 'ledger'
  | 'key'
  | 'webhook'
  | 'delivery'
  | 'agent'
  | 'person'
  | 'desk_session'
  | 'tag'
  | 'view'
  | 'note'
  | 'reply'
  | 'rule'
  | 'invitation'
  | 'learned'
  | 'aside'
  | 'passkey';

const PREFIXES: Readonly<Record<IdKind, string>> = {
  session: 'ses_',
  event: 'evt_',
  run: 'run_',
  tool_use: 'toolu_',
  site: 'site_',
  public_site: 'site_pk_',
  client: 'client_',
  collection: 'col_',
  ledger: 'use_',
  key: 'key_',
  webhook: 'whk_',
  delivery: 'msg_',
  agent: 'agt_',
  person: 'person_',
  desk_session: 'desk_',
  tag: 'tag_',
  view: 'view_',
  note: 'note_',
  reply: 'reply_',
  rule: 'rule_',
  invitation: 'inv_',
  learned: 'lrn_',
  aside: 'aside_',
  passkey: 'passkey_',
};

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

export type RandomBytes = (size: number) => Uint8Array;

/** Makes ids and secrets. */
export interface Ids {
  /** A fresh id, 120 random bits. */
  next(kind: IdKind): string;
  /** A fresh secret of 256 random bits, as URL-safe text after `prefix`. */
  secret(prefix: string): string;
  /** Random bytes as lowercase hex, for trace ids. */
  hex(bytes: number): string;
  uuid(): string;
}

/** @param random other bytes than the system's, in tests */
export function createIds(random: RandomBytes = randomBytes): Ids {
  return {
    next: (kind) => PREFIXES[kind] + Array.from(random(24), (byte) => ALPHABET[byte & 31]).join(''),
    secret: (prefix) => prefix + Buffer.from(random(32)).toString('base64url'),
    hex: (bytes) => Buffer.from(random(bytes)).toString('hex'),
    uuid: () => {
      const bytes = Buffer.from(random(16));
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      const hex = bytes.toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
  };
}

export const MAX_ID_LENGTH = 200;

/** Whether text from outside can be an id at all; anything else is not there, and never reaches the database. */
export function isIdShaped(text: string): boolean {
  return text.length <= MAX_ID_LENGTH && /^[\w.:-]+$/.test(text);
}
