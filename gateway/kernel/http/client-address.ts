// From which address a request comes: the socket's, or, where a proxy that the operator trusts holds the socket, the
// one that this proxy names in X-Forwarded-For. The header of anybody else counts for nothing: callers can write it.

import type { EventEmitter } from 'node:events';
import { BlockList, isIP } from 'node:net';

/** The part that is read here of what @hono/node-server passes along with each request. */
export interface ServerBindings {
  incoming?: { socket?: { remoteAddress?: string | undefined } };
  /** The reply on its way; destroying it destroys the socket. */
  outgoing?: Pick<EventEmitter, 'once'> & {
    destroy(): unknown;
    readonly destroyed: boolean;
    readonly writableFinished: boolean;
  };
}

export type ClientAddress = (server: ServerBindings | undefined, headers: Headers) => string;

/**
 * @param trusted addresses and networks (`10.0.0.0/8`) of proxies, each as `isNetwork` takes it.
 * @returns a function that names the caller: an IPv4 address, the /64 of an IPv6 one (a household or a server has all
 * of it), or '' where nothing is known.
 */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
  const proxies = new BlockList();
  for (const network of trusted) addNetwork(proxies, network);

  return (server, headers) => {
    let address = normal(server?.incoming?.socket?.remoteAddress ?? '');
    // Each proxy adds at the end whom it heard; in front of the first that isn't ours stands what callers made up.
    const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map(normal);
    while (isProxy(address)) {
      const before = forwarded.pop();
      if (before === undefined || isIP(before) === 0) break;
      address = before;
    }
    return isIP(address) === 6 ? networkOf(address) : address;
  };

  function isProxy(address: string): boolean {
    const version = isIP(address);
    return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4');
  }
}

/** Whether an operator may name this as a proxy: an address, or an address with the length of its prefix. */
export function isNetwork(text: string): boolean {
  try {
    addNetwork(new BlockList(), text);
    return true;
  } catch {
    return false;
  }
}

/** @throws where it is neither. */
function addNetwork(list: BlockList, text: string): void {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) throw new Error(`${text} is no address.`);
  const family = version === 6 ? 'ipv6' : 'ipv4';
  if (prefix === undefined) list.addAddress(address, family);
  else if (/^\d{1,3}$/.test(prefix)) list.addSubnet(address, Number(prefix), family);
  else throw new Error(`${text} is no network.`);
}

/** One spelling for IPv4 inside of IPv6, with a zone, with a port. */
function normal(text: string): string {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/%.*/s, '')
    .replace(/^::ffff:(?=\d+\.)/, '');
  return bare.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}

/** The first 64 of an IPv6 address's 128 bits. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(Math.max(0, gap)).fill('0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
