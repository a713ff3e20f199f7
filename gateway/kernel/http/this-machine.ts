// Does a request come from this machine? A proxy on it brings strangers over the loopback too, and says so in a header.

import type { ServerBindings } from './client-address.ts';

const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'];

/** Whether the request came from this machine, and through no proxy. */
export function isOfThisMachine(
  { headers }: Pick<Request, 'headers'>,
  server: ServerBindings | undefined,
): boolean {
  const address = server?.incoming?.socket?.remoteAddress ?? '';
  const isLoopback = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/.test(address) || address === '::1';
  return isLoopback && !FORWARDING_HEADERS.some((name) => headers.has(name));
}
