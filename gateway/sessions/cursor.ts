// Opaque list cursors: a position, signed together with the session and the order it belongs to, so that a
// cursor of another session or direction is refused like any other invention.

import { createHmac, timingSafeEqual } from 'node:crypto';

export type Order = 'asc' | 'desc';

const MAC_BYTES = 16;

export function writeCursor(key: Uint8Array, sessionId: string, order: Order, seq: number): string {
  const position = Buffer.alloc(8);
  position.writeBigUInt64BE(BigInt(seq));
  return Buffer.concat([position, mac(key, sessionId, order, position)]).toString('base64url');
}

/** @param keys any of which may have signed it. @returns its position and order, or null where the cursor isn't ours, was changed, or belongs elsewhere. */
export function readCursor(
  keys: readonly Uint8Array[],
  sessionId: string,
  cursor: string,
): { seq: number; order: Order } | null {
  if (!/^[\w-]{32}$/.test(cursor)) return null;
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length !== 8 + MAC_BYTES) return null;
  const position = bytes.subarray(0, 8);
  const seq = Number(position.readBigUInt64BE());
  const orders: readonly Order[] = ['asc', 'desc'];
  const order = orders.find((candidate) =>
    keys.some((key) =>
      timingSafeEqual(bytes.subarray(8), mac(key, sessionId, candidate, position)),
    ),
  );
  return order === undefined ? null : { seq, order };
}

function mac(key: Uint8Array, sessionId: string, order: Order, position: Uint8Array): Buffer {
  return createHmac('sha256', key)
    .update(`${order}\n${sessionId}\n`)
    .update(position)
    .digest()
    .subarray(0, MAC_BYTES);
}
