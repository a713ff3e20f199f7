// The owner's one origin in a payload run from where pictures may load by themselves, and which addresses there may.

export const PICTURES = 'https://img.ok.test';

/** Exactly that origin, and little behind it: a long address waits for a click like all others. */
export function isOwners(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, username, password, pathname, search, hash } = new URL(address);
  const isShort = pathname.length <= 160 && search.length + hash.length <= 60;
  return origin === PICTURES && username + password === '' && isShort;
}
