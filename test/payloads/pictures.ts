// The owner's one origin in a payload run from where pictures may load by themselves, and which addresses there may.

export const PICTURES = 'https://img.ok.test';

/** Exactly that origin, and little behind it: a long address waits for a click like all others. */
export function isOwners(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, username, password, pathname, search, hash } = new URL(address);
  const isShort = pathname.length <= 160 && search.length + hash.length <= 60;
  return origin === PICTURES && username + password === '' && isShort;
}

/** What all pictures of one conversation may carry: no more characters and no more pictures than docs/security/widget.md says. */
export function areFew(root: ParentNode): boolean {
  const own = [...root.querySelectorAll('img')].map(({ src }) => src).filter(isOwners);
  const addresses = [...new Set(own)];
  const chars = addresses.reduce((sum, { length }) => sum + length - PICTURES.length, 0);
  return addresses.length <= 16 && chars <= 500;
}
