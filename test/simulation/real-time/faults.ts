// Names the faults of the proxy, and which request can get which. All can really happen in a network, an edge or a
// gateway.

import type { StepName } from '../network-faults.ts';

export const SOCKET_FAULTS = [
  'none',
  /** The connection dies before a byte is forwarded. */
  'request_lost',
  /** The gateway has answered, and the connection dies before the head of its reply. */
  'response_lost',
  /** The connection dies, and the request arrives all the same, later. */
  'late_commit',
  'head_cut',
  'body_cut',
  'half_close',
  'delay',
  /** The request is forwarded and answered, and the reply held until the connection dies. */
  'stall',
  'throttle',
  /** A box in between sends the whole request twice. */
  'duplicate',
  'http_500',
  /** The request is applied, and answered with a 500. */
  'applied_500',
  'http_503',
  'http_429',
  'stale_token',
  /** An edge in front of the gateway answers: HTML, without CORS headers. */
  'edge_503',
  'edge_429',
  'stream_cut',
  'stream_half_close',
  'stream_deaf',
  'stream_missing',
] as const;
export type SocketFault = (typeof SOCKET_FAULTS)[number];

/** Faults that end a connection before the head of a reply. On a reused connection a browser then repeats a POST. */
export const BEFORE_HEAD: readonly SocketFault[] = [
  'request_lost',
  'response_lost',
  'late_commit',
  'stall',
];

/** After these the client can't tell whether the request was applied. */
export const SILENT: readonly SocketFault[] = [
  ...BEFORE_HEAD,
  'head_cut',
  'body_cut',
  'half_close',
];

const POSTS_ONLY: readonly SocketFault[] = ['late_commit', 'duplicate', 'applied_500'];

export function socketFaultsOf(step: StepName): SocketFault[] {
  return SOCKET_FAULTS.filter((fault) => {
    if (fault === 'none') return false;
    if (fault.startsWith('stream_')) return step === 'stream';
    if (POSTS_ONLY.includes(fault)) return step !== 'list' && step !== 'stream';
    // Don't double an interrupt: it names no run, so its copy may stop the next one, and no client can prevent that.
    return true;
  });
}
