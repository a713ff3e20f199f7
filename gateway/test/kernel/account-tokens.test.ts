// Tokens of accounts, which read analytics and nothing else: the gateway's own, and an identity provider's.

import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccountTokens } from '../../kernel/auth/account-tokens.ts';
import { loadSecrets } from '../../kernel/auth/secrets.ts';
import { createIds } from '../../kernel/ids.ts';
import { createHarness, type Harness } from '../harness.ts';

let harness: Harness;
let account: string;

beforeAll(async () => {
  harness = await createHarness();
  account = (await harness.admin('POST', '/admin/account-tokens', { account: 'ada' })).body.token;
});
afterAll(() => harness.close());

/** What a report answers to this token. */
async function statusOf(token: string): Promise<number> {
  const query = 'project_id=p&start_time=1772409600&end_time=1772409660';
  return (await harness.call('GET', `/v1/analytics?${query}`, undefined, token)).status;
}

/** What another process on the same database has. */
async function freshParts() {
  const { db, clock } = harness;
  return { clock, keyring: (await loadSecrets({ db, clock }, createIds())).account_tokens };
}

describe('account tokens', () => {
  it('are signed with a key that anyone can verify, and hide its private part', async () => {
    const { body } = await harness.call('GET', '/admin/.well-known/jwks.json');
    const { payload } = await jwtVerify(account, createLocalJWKSet(body as never), {
      currentDate: new Date(harness.clock.now()),
    });
    expect(payload.sub).toBe('ada');
    expect(JSON.stringify(body)).not.toContain('"d":');
  });

  it('open analytics', async () => {
    expect(await statusOf(account)).toBe(200);
  });

  it('take the admin key', async () => {
    expect((await harness.call('POST', '/admin/account-tokens', {}, account)).status).toBe(401);
  });

  it('open no session, and end', async () => {
    const session = await harness.session();
    expect((await session.list('', account)).status).toBe(403);
    const token = (await harness.admin('POST', '/admin/account-tokens')).body.token;
    harness.clock.jump(13 * 3600 * 1000);
    expect(await statusOf(token)).toBe(401);
    harness.clock.jump(-13 * 3600 * 1000);
  });

  it('are the same key after a restart', async () => {
    const again = createAccountTokens(await freshParts());
    expect((await again.verify(account))?.account).toBe('ada');
  });

  it('of a configured provider are taken, and of nobody else', async () => {
    const provider = {
      jwksUrl: 'https://id.example/keys',
      issuer: 'https://id.example',
      audience: 'bellhop',
    };
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256' }] };
    let answer = (): Response => Response.json(keys);
    const parts = await freshParts();
    const make = () =>
      createAccountTokens({
        ...parts,
        provider,
        fetch: async () => answer(),
      });
    const issue = (claims: { iss?: string; aud?: string }) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
        .setSubject('grace')
        .setIssuer(claims.iss ?? provider.issuer)
        .setAudience(claims.aud ?? provider.audience)
        .setExpirationTime(Math.floor(harness.clock.now() / 1000) + 60)
        .sign(privateKey);

    const tokens = make();
    expect(await tokens.verify(await issue({}))).toMatchObject({
      kind: 'account',
      account: 'grace',
    });
    expect(await tokens.verify(await issue({ aud: 'another' }))).toBeNull();
    expect(await tokens.verify(await issue({ iss: 'https://evil.example' }))).toBeNull();
    expect(await tokens.verify(account)).toMatchObject({ account: 'ada' });

    answer = () => new Response('down', { status: 500 });
    const cut = make();
    await expect(cut.verify(await issue({}))).rejects.toMatchObject({ status: 503 });
  });

  it('signed with a shared secret or with nothing are taken by nobody', async () => {
    const claims = new SignJWT({})
      .setSubject('eve')
      .setIssuer('bellhop-accounts')
      .setAudience('analytics')
      .setExpirationTime('1h');
    const forged = await claims
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('x'.repeat(32)));
    const bare =
      `${btoa('{"alg":"none"}')}.${btoa('{"sub":"eve","iss":"bellhop-accounts","aud":"analytics","exp":99999999999}')}.`.replaceAll(
        '=',
        '',
      );
    for (const token of [forged, bare]) {
      expect(await statusOf(token)).toBe(401);
    }
  });
});
