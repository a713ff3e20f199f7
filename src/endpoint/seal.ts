// Makes keyed hashes of names, and reads back the ids that it has signed. What it signs or hashes for one purpose says nothing
// about another.

export interface Seal {
  /** 43 characters, URL-safe; the same for the same text, and told by nobody without the secret. */
  hash(purpose: string, text: string): Promise<string>;
  /** An id that nobody can guess, with its signature. */
  issue(): Promise<{ id: string; signed: string }>;
  /** The id of what `issue` has signed, else null. */
  open(signed: string): Promise<string | null>;
}

const MIN_SECRET_CHARS = 16;
const ID_BYTES = 18;
const SIGNED = /^([\w-]{24})\.([\w-]{43})$/;
const VISITOR = 'visitor';

/** @throws TypeError for a secret that is too short */
export function createSeal(secret: string, webCrypto: Crypto): Seal {
  if (typeof secret !== 'string' || secret.length < MIN_SECRET_CHARS) {
    throw new TypeError(
      `createSessionHandler: secret (by default key) must have ${MIN_SECRET_CHARS} characters or more.`,
    );
  }
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  let imported: Promise<CryptoKey> | null = null;
  const key = (): Promise<CryptoKey> => {
    imported ??= webCrypto.subtle.importKey('raw', encode(secret), algorithm, false, [
      'sign',
      'verify',
    ]);
    return imported;
  };
  const hash = async (purpose: string, text: string): Promise<string> => {
    const bytes = encode(`bellhop|${purpose}|${text}`);
    return toText(new Uint8Array(await webCrypto.subtle.sign('HMAC', await key(), bytes)));
  };
  return {
    hash,
    async issue() {
      const id = toText(webCrypto.getRandomValues(new Uint8Array(ID_BYTES)));
      return { id, signed: `${id}.${await hash(VISITOR, id)}` };
    },
    async open(signed) {
      const [, id = '', signature = ''] = SIGNED.exec(signed) ?? [];
      if (id === '') return null;
      const bytes = encode(`bellhop|${VISITOR}|${id}`);
      // The browser's own comparison takes the same time wherever the two differ.
      const isOurs = await webCrypto.subtle.verify('HMAC', await key(), toBytes(signature), bytes);
      return isOurs ? id : null;
    },
  };
}

const encode = (text: string) => new TextEncoder().encode(text);

function toText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
