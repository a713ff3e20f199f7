// SHA-256 by the browser. Pages without https have none.

/** Resolves to 32 bytes. */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;

/** Null where the browser has none for this page. */
export function browserDigest(): Digest | null {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  return subtle === undefined ? null : (bytes) => subtle.digest('SHA-256', bytes);
}
