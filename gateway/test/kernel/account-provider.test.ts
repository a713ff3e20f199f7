import { describe, expect, it } from 'vitest';
import { readSettings, UsageError } from '../../cli.ts';

const provider = {
  BELLHOP_ACCOUNT_JWKS_URL: 'https://id.example/keys',
  BELLHOP_ACCOUNT_ISSUER: 'https://id.example',
  BELLHOP_ACCOUNT_AUDIENCE: 'bellhop',
};

describe('the identity provider in the environment', () => {
  it('is none by default', () => {
    expect(readSettings([], {}).accountProvider).toBeNull();
  });

  it('is read where it is complete', () => {
    expect(readSettings([], provider).accountProvider).toEqual({
      jwksUrl: 'https://id.example/keys',
      issuer: 'https://id.example',
      audience: 'bellhop',
    });
  });

  it.each(Object.keys(provider))('is refused without %s', (name) => {
    expect(() => readSettings([], { ...provider, [name]: '' })).toThrow(UsageError);
  });

  it('is refused where its keys have no web address', () => {
    const env = { ...provider, BELLHOP_ACCOUNT_JWKS_URL: 'file:///etc/keys' };
    expect(() => readSettings([], env)).toThrow(/http or https/);
  });
});
