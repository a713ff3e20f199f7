// Browsers in which a person has signed in with their password before. Each has a cookie that opens nothing: it says only that tries
// from there are no stranger's. It is signed, for one login and the password of that time, so a new password ends it.

import { createHmac } from 'node:crypto';
import { isSameSecret } from '../kernel/auth/authenticate.ts';
import { type Secrets, secretBytes } from '../kernel/auth/secrets.ts';

export const DEVICE_MS = 180 * 86_400_000;

/** The person whose device it is: the login, and the password as it is stored. */
export interface DeviceOwner {
  login: string;
  password: string;
}

export async function signDevice(
  secrets: Secrets,
  owner: DeviceOwner,
  now: number,
): Promise<string> {
  const until = String(now + DEVICE_MS);
  return `${until}.${mac(secretBytes(await secrets.cursors.signing()), owner, until)}`;
}

export async function isDeviceOf(
  secrets: Secrets,
  owner: DeviceOwner,
  cookie: string,
  now: number,
): Promise<boolean> {
  const [, until = '', given = ''] = /^(\d{13,15})\.([\w-]{43})$/.exec(cookie) ?? [];
  if (Number(until) <= now) return false;
  const keys = await secrets.cursors.secrets();
  return keys.some((key) => isSameSecret(given, mac(secretBytes(key), owner, until)));
}

function mac(key: Uint8Array, { login, password }: DeviceOwner, until: string): string {
  // No cursor is signed over such a text: it begins with a word of its own.
  const text = JSON.stringify(['desk device', login, password, until]);
  return createHmac('sha256', key).update(text, 'utf8').digest('base64url');
}
