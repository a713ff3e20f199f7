// Asks somebody who is signed in for their password once more, before a change that a borrowed desk must not make.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { invalid } from '../kernel/http-error.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import { createAttempts } from './attempts.ts';
import type { Hashing } from './hashing.ts';
import { isPassword } from './passwords.ts';

interface Parts {
  db: Queryable;
  limits: Limits;
  desk: { hashing: Hashing };
  options: { passwordCost: number };
}

export interface OwnPassword {
  /** The owner by the admin key has none. @param field its name in the request. @throws HttpError 400, 429 */
  require(personId: string, password: string, field?: string): Promise<void>;
}

const passwordRow = z.object({ password: z.string().nullable() });

export function createOwnPassword({ db, limits, desk, options }: Parts): OwnPassword {
  const attempts = createAttempts(limits);
  return {
    async require(personId, password, field = 'password') {
      const giveBack = await attempts.takeOwn(personId);
      const [row] = await readRows(
        db,
        passwordRow,
        'SELECT password FROM desk_people WHERE person_id = $1',
        [personId],
      );
      const stored = row?.password ?? null;
      if (stored === null) throw invalid('You sign in without a password of this desk.');
      const isRight = await desk.hashing.run('known', () =>
        isPassword(password, stored, options.passwordCost),
      );
      if (!isRight) throw invalid(`${field} is not your password.`);
      giveBack();
    },
  };
}
