// The part of Bot Framework's Direct Line that Web Chat needs: activities over a WebSocket. The socket only ever speaks from
// the server to the page, so frames of text are all that is written, and what the page sends is not read.

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { historyOf } from './history.ts';

/** RFC 6455, section 1.3. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

export interface Stream {
  /** Sends activities, each with an id and a time of its own unless it has them. */
  send(...activities: Activity[]): string;
  close(): void;
}

export interface Activity {
  type: 'message' | 'typing';
  id?: string;
  text?: string;
  from: { id: string; role: 'user' | 'bot' };
  channelData?: Record<string, unknown>;
}

export function acceptStream(request: IncomingMessage, socket: Duplex, history: number): Stream {
  const key = String(request.headers['sec-websocket-key']);
  const accept = createHash('sha1')
    .update(key + GUID)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  socket.on('error', () => socket.destroy());
  socket.resume();
  let count = 0;
  const stream: Stream = {
    send(...activities) {
      const written = activities.map((activity) => ({
        id: `a${++count}`,
        timestamp: new Date().toISOString(),
        channelId: 'directline',
        conversation: { id: 'c1' },
        ...activity,
      }));
      if (!socket.destroyed) {
        socket.write(frameOf(JSON.stringify({ activities: written, watermark: String(count) })));
      }
      return written.at(-1)?.id ?? '';
    },
    close: () => void socket.destroy(),
  };
  const past = historyOf(history).map(
    ({ role, text }): Activity => ({
      type: 'message',
      text,
      from: role === 'user' ? { id: 'visitor', role: 'user' } : { id: 'bot', role: 'bot' },
    }),
  );
  if (past.length > 0) stream.send(...past);
  return stream;
}

/** One whole text message, unmasked, as servers send them. */
export function frameOf(text: string): Buffer {
  const body = Buffer.from(text);
  const size = body.length;
  const head =
    size < 126
      ? Buffer.from([0x81, size])
      : size < 65_536
        ? Buffer.from([0x81, 126, size >> 8, size & 255])
        : Buffer.concat([Buffer.from([0x81, 127]), bigEndian(size)]);
  return Buffer.concat([head, body]);
}

function bigEndian(size: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(size));
  return bytes;
}
