// The addresses of others that this server may go to, for webhooks, agents' backends, tool servers and pages to import. Not to those of the
// operator's own network: otherwise anybody who may set such an address could have this server ask its neighbours, or the
// service that hands out a machine's keys.

import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** The IPv6 addresses that are given out for the internet; PRIVATE_V6 has the parts of them that lead elsewhere. */
const PUBLIC_V6 = '2000::/3';
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const privateV4 = listOf(PRIVATE_V4, 'ipv4');
const privateV6 = listOf(PRIVATE_V6, 'ipv6');
const publicV6 = listOf([PUBLIC_V6], 'ipv6');

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !privateV4.check(address, 'ipv4');
    case 6:
      return publicV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6');
    default:
      return false;
  }
}

/** The fault of an address as it is written, as the rest of a sentence; null: none. Names are looked up at each request. */
export function faultOfUrl(text: string, mayBePrivate: boolean): string | null {
  if (!URL.canParse(text)) return 'must be an https address';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(mayBePrivate && url.protocol === 'http:')) {
    return 'must be an https address';
  }
  if (url.username !== '' || url.password !== '') return 'must have no user and no password';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !mayBePrivate && !isPublicAddress(host)) {
    return 'is an address of a private network, which the operator hasn’t allowed';
  }
  return null;
}

export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/** Looks names up, and fails where one of its addresses is private. The connection goes to what was looked at here. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, []);
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new PrivateAddress(`${hostname} is in a private network.`), []);
    }
    const [first] = addresses;
    if (options.all === true || first === undefined) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};
