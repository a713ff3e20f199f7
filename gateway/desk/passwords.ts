// Passwords of people who sign in to the desk, kept as scrypt's output with its salt and cost.

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 200;

/** scrypt's N for new passwords: how many times as long a guess takes. */
export const PASSWORD_COST = 2 ** 15;
const BLOCKS = { r: 8, p: 1 };
/** scrypt takes 128 · N · r bytes, and Node's own limit is just that. */
const MAX_MEMORY = 64 * 1024 * 1024;
const BYTES = 32;

/** @param N of scrypt: a power of two */
export async function hashPassword(password: string, N: number): Promise<string> {
  const salt = randomBytes(16);
  const { r, p } = BLOCKS;
  const key = await derive(password, salt, { N, r, p });
  return `scrypt$${N}$${r}$${p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/**
 * @param stored null where there is nobody: that takes as long as a wrong password, so the time says nothing.
 * @param newN the N of new passwords; a stored one brings its own
 */
export async function isPassword(
  password: string,
  stored: string | null,
  newN: number,
): Promise<boolean> {
  const [kind, N, r, p, salt = '', key = ''] = (stored ?? '').split('$');
  if (kind !== 'scrypt') {
    await derive(password, Buffer.alloc(16), { N: newN, ...BLOCKS });
    return false;
  }
  const given = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  const expected = Buffer.from(key, 'base64url');
  return expected.length === given.length && timingSafeEqual(given, expected);
}

interface Cost {
  N: number;
  r: number;
  p: number;
}

function derive(password: string, salt: Uint8Array, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(
      password.normalize('NFKC'),
      salt,
      BYTES,
      { ...cost, maxmem: MAX_MEMORY },
      (error, key) => (error === null ? resolve(key) : reject(error)),
    );
  });
}
