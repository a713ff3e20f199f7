// Where many ask for sessions at once, each has to do some work first: a challenge in altcha's format, which a visitor's browser solves
// within a second or two, and which costs those who want thousands of sessions. It is signed, ends, and serves once.

import { createHmac } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import type { Challenge, Payload } from 'altcha-lib/types';
import { z } from 'zod';
import type { SigningSecret } from '../kernel/auth/keyring.ts';
import type { Secrets } from '../kernel/auth/secrets.ts';
import { secretBytes } from '../kernel/auth/secrets.ts';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';

const LIFE_MS = 10 * 60_000;
const MAX_CHARS = 2000;

const payload = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string(),
  number: z.int().min(0),
  salt: z.string(),
  signature: z.string(),
});

const takenRow = z.object({ signature: z.string() });

export interface ProofParts {
  db: Queryable;
  clock: Clock;
  secrets: Pick<Secrets, 'session_tokens'>;
  /** The largest number that the solver may have to try. */
  maxNumber: number;
}

/** Sets challenges for one site, and takes solutions. */
export interface ProofOfWork {
  challenge(clientId: string): Promise<Challenge>;
  /** Whether this solves a challenge of this site's that is still good and was never used. It is used then. */
  take(clientId: string, proof: string): Promise<boolean>;
}

export function createProofOfWork({ db, clock, secrets, maxNumber }: ProofParts): ProofOfWork {
  return {
    async challenge(clientId) {
      const expires = clock.now() + LIFE_MS;
      const key = keyOf(await secrets.session_tokens.signing(), clientId);
      // The library's own `expires` is read by the system's clock; here each part of the gateway has the same one.
      const params = { until: String(expires) };
      return createChallenge({ hmacKey: key, maxNumber, params });
    },
    async take(clientId, proof) {
      const solution = parse(proof);
      if (solution === null) return false;
      const until = Number(new URLSearchParams(solution.salt.split('?')[1]).get('until'));
      if (!(until > clock.now())) return false;
      let isGood = false;
      for (const key of await keysOf(clientId)) isGood ||= await verifySolution(solution, key);
      if (!isGood) return false;
      await db.query('DELETE FROM used_proofs WHERE expires_at < $1', [clock.now()]);
      const taken = await readRows(
        db,
        takenRow,
        `INSERT INTO used_proofs (signature, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING
         RETURNING signature`,
        [solution.signature, until],
      );
      return taken.length > 0;
    },
  };

  /** A key for each site, of each valid secret: a solution for one site is none for another. */
  async function keysOf(clientId: string): Promise<string[]> {
    const valid = await secrets.session_tokens.secrets();
    return valid.map((secret) => keyOf(secret, clientId));
  }
}

function keyOf(secret: SigningSecret, clientId: string): string {
  return createHmac('sha256', secretBytes(secret))
    .update(`proof of work\n${clientId}`)
    .digest('hex');
}

function parse(proof: string): Payload | null {
  if (proof.length > MAX_CHARS) return null;
  try {
    const read = payload.safeParse(JSON.parse(Buffer.from(proof, 'base64').toString('utf8')));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
