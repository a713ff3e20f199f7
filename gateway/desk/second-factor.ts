// A second factor beside the password: codes of an app (TOTP), and recovery codes for a lost one. A code counts once. The app's secret has
// to be known here to check its codes, so the database has it as it is; of recovery codes it has the SHA-256.

import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import { hashToken } from '../kernel/auth/credentials.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db, Queryable } from '../kernel/db/types.ts';
import { conflict, invalid } from '../kernel/http-error.ts';

const STEP_S = 30;
/** Steps before and after the present one whose code is taken too: clocks of phones differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LETTERS = 16;

const secretsRow = z.object({
  totp_secret: z.string().nullable(),
  totp_pending: z.string().nullable(),
});

/** Begins anew at each call; nothing changes at the sign-in until a code has confirmed it. @returns what the app is told */
export async function beginSecondFactor(
  db: Queryable,
  personId: string,
  label: string,
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: SECRET_BYTES });
  await db.query('UPDATE desk_people SET totp_pending = $2 WHERE person_id = $1', [
    personId,
    secret.base32,
  ]);
  return { secret: secret.base32, uri: totpOf(secret.base32, label).toString() };
}

/** @returns recovery codes, which are shown only here. @throws HttpError 400, 409 */
export function confirmSecondFactor(
  db: Db,
  personId: string,
  code: string,
  now: number,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const { totp_pending: pending } = await readSecrets(tx, personId);
    if (pending === null) throw conflict('Begin first: nothing waits for a code.');
    const step = stepOf(pending, code, now);
    if (step === null) throw invalid('code doesn’t fit. Check the clock of your phone.');
    await tx.query(
      `UPDATE desk_people SET totp_secret = totp_pending, totp_pending = NULL, totp_step = $2
        WHERE person_id = $1`,
      [personId, step],
    );
    return makeRecoveryCodes(tx, personId);
  });
}

/** The codes before are none any more. */
export async function makeRecoveryCodes(db: Queryable, personId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await db.query('DELETE FROM desk_recovery_codes WHERE person_id = $1', [personId]);
  for (const code of codes) {
    await db.query('INSERT INTO desk_recovery_codes (code_hash, person_id) VALUES ($1, $2)', [
      hashToken(plain(code)),
      personId,
    ]);
  }
  return codes;
}

/** @param code of the app, or a recovery code, which is used up. @returns whether it counts. */
export async function takeCode(
  db: Queryable,
  personId: string,
  code: string,
  now: number,
): Promise<boolean> {
  const { totp_secret: secret } = await readSecrets(db, personId);
  const step = secret === null ? null : stepOf(secret, code, now);
  if (step !== null) {
    const taken = await db.query(
      'UPDATE desk_people SET totp_step = $2 WHERE person_id = $1 AND totp_step < $2 RETURNING 1',
      [personId, step],
    );
    return taken.length > 0;
  }
  const used = await db.query(
    'DELETE FROM desk_recovery_codes WHERE person_id = $1 AND code_hash = $2 RETURNING 1',
    [personId, hashToken(plain(code))],
  );
  return used.length > 0;
}

export async function endSecondFactor(db: Db, personId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      'UPDATE desk_people SET totp_secret = NULL, totp_pending = NULL WHERE person_id = $1',
      [personId],
    );
    await tx.query('DELETE FROM desk_recovery_codes WHERE person_id = $1', [personId]);
  });
}

async function readSecrets(db: Queryable, personId: string) {
  const [row] = await readRows(
    db,
    secretsRow,
    'SELECT totp_secret, totp_pending FROM desk_people WHERE person_id = $1',
    [personId],
  );
  return row ?? { totp_secret: null, totp_pending: null };
}

/** The step whose code this is; null where it is none. otpauth compares in constant time. */
function stepOf(secret: string, code: string, now: number): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret, '').validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / STEP_S) + delta;
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: 'Bellhop',
    label,
    secret: Secret.fromBase32(secret),
    period: STEP_S,
  });
}

/** Four groups of four; each letter has about 5 bits. A byte that would favour some letters is thrown away. */
function newRecoveryCode(): string {
  let code = '';
  while (code.length < CODE_LETTERS) {
    for (const byte of randomBytes(CODE_LETTERS)) {
      if (byte < 256 - (256 % LETTERS.length)) code += LETTERS[byte % LETTERS.length];
    }
  }
  return (code.slice(0, CODE_LETTERS).match(/.{4}/g) ?? []).join('-');
}

const plain = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');
