// Runs the examples that owners copy onto their servers, and checks their tokens as the gateway does.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { USER_TOKEN_SNIPPETS, type UserTokenLanguage } from '../model/user-token-snippets.ts';

const SECRET = 'user_secret_0123456789abcdefghijklmnopqrstuvwxyz';
const MAX_LIFE_S = 24 * 3600;
const DOCUMENT = readFileSync(
  join(import.meta.dirname, '../../docs/how-to/signed-in-visitors.md'),
  'utf8',
);

/** The program of a language, and what it is given: the example, and a line that prints a token. */
const PROGRAMS: Readonly<
  Record<UserTokenLanguage, { program: string; give: (code: string) => string[] }>
> = {
  node: {
    program: process.execPath,
    give: (code) => [
      '--input-type=module',
      '-e',
      `${code}\nconsole.log(userToken({ id: 7, name: 'Ânna "x"', email: 'anna@shop.example' }));`,
    ],
  },
  php: {
    program: 'php',
    give: (code) => ['-r', `${code}\necho bellhop_user_token(7, 'Ânna "x"', 'anna@shop.example');`],
  },
  python: {
    program: 'python3',
    give: (code) => ['-c', `${code}\nprint(user_token(7, 'Ânna "x"', 'anna@shop.example'))`],
  },
  ruby: {
    program: 'ruby',
    give: (code) => ['-e', `${code}\nputs user_token(7, 'Ânna "x"', 'anna@shop.example')`],
  },
};

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

describe('the example of a token', () => {
  for (const [language, { code }] of Object.entries(USER_TOKEN_SNIPPETS)) {
    const { program, give } = PROGRAMS[language as UserTokenLanguage];
    // A machine without the language can't run it; Node is on each.
    it.runIf(isThere(program))(`in ${language} is one that the gateway takes`, async () => {
      const env = { ...process.env, BELLHOP_USER_SECRET: SECRET, PYTHONUTF8: '1' };
      const token = execFileSync(program, give(code), { env, encoding: 'utf8' }).trim();
      const { payload, protectedHeader } = await jwtVerify(token, Buffer.from(SECRET), {
        algorithms: ['HS256'],
        requiredClaims: ['sub', 'exp'],
      });
      expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
      expect(payload).toMatchObject({ sub: '7', name: 'Ânna "x"', email: 'anna@shop.example' });
      expect((payload.exp ?? 0) - Date.now() / 1000).toBeLessThan(MAX_LIFE_S);
    });

    it(`in ${language} stands in the documents as at the desk`, () => {
      expect(DOCUMENT).toContain(`\n${code}\n\`\`\``);
    });

    it(`in ${language} is short, and keeps the secret out of the code`, () => {
      expect(code.split('\n').length).toBeLessThanOrEqual(12);
      expect(code).toContain('BELLHOP_USER_SECRET');
    });
  }
});
