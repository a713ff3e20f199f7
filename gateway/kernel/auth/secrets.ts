// The signing secrets of a gateway, one keyring for each purpose.

import type { Ids } from '../ids.ts';
import { makeAccountKey } from './account-tokens.ts';
import { createKeyring, type Keyring, type KeyringParts } from './keyring.ts';

/** One keyring for each purpose. */
export interface Secrets {
  /** Sign browser session tokens. */
  session_tokens: Keyring;
  /** Sign list cursors. */
  cursors: Keyring;
  /** JWKs, for account tokens. */
  account_tokens: Keyring;
}

/** Also makes those that are missing. */
export async function loadSecrets(
  parts: Pick<KeyringParts, 'db' | 'clock'>,
  ids: Ids,
): Promise<Secrets> {
  const make = async () => ids.secret('');
  const secrets: Secrets = {
    session_tokens: createKeyring({ ...parts, purpose: 'session_tokens', make }),
    cursors: createKeyring({ ...parts, purpose: 'cursors', make }),
    account_tokens: createKeyring({ ...parts, purpose: 'account_tokens', make: makeAccountKey }),
  };
  for (const keyring of Object.values(secrets) as Keyring[]) await keyring.secrets();
  return secrets;
}

/** The bytes of a secret that isn't a JWK. */
export function secretBytes({ value }: { value: string }): Uint8Array {
  return Buffer.from(value, 'base64url');
}
