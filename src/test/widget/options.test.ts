import { describe, expect, it } from 'vitest';
import { createOptionsReader, toViewOptions } from '../../widget/options.ts';
import type { RawOptions } from '../../widget/types.ts';

const SITE = `site_pk_${'a1'.repeat(16)}`;

async function read(raw: RawOptions) {
  const lines: string[] = [];
  const environment = { baseUrl: 'https://shop.example/', isColor: () => true };
  const reader = createOptionsReader(environment, (line) => lines.push(line));
  const given = { gateway: 'https://gateway.example', ...raw };
  reader.read(given);
  const options = reader.read(given);
  // The words are a file of their own.
  await import('../../widget/odd-options.ts');
  await import('../../loader/attribute-warnings.ts');
  await new Promise(setImmediate);
  return { site: options.site, canDelete: toViewOptions(options, false, '').canDelete, lines };
}

describe('an option that had another name', () => {
  const of = (raw: RawOptions) => {
    const environment = { baseUrl: 'https://shop.example/', isColor: () => true };
    const told: string[] = [];
    const options = createOptionsReader(environment, (line) => told.push(line)).read(raw);
    return [options.loginNonceUrl, told];
  };
  it('counts by the name of before where today’s says nothing', () => {
    expect(of({ nonceUrl: '/old' })).toEqual(['https://shop.example/old', []]);
    expect(of({ nonceUrl: '/old', loginNonceUrl: '/new' })).toEqual([
      'https://shop.example/new',
      [],
    ]);
    expect(of({ nonceUrl: 'https://elsewhere.example/' })[0]).toBeNull();
  });
});

describe('where a page gets its sessions', () => {
  it('is the site with a public id, where a visitor can delete a conversation for good', async () => {
    expect(await read({ site: SITE })).toEqual({ site: SITE, canDelete: true, lines: [] });
  });

  it.each([
    ['data-session', { session: '/session' }],
    ['getSession', { getSession: () => ({}) }],
    ['getSession', { getSession: () => ({}), session: '/session' }],
  ])('is %s of the page’s own, of which the owner is told once', async (other, own) => {
    expect(await read({ site: SITE, ...own })).toEqual({
      site: null,
      canDelete: false,
      lines: [`${other} stands beside data-site. Using ${other}; take one of them away.`],
    });
  });

  it('says where a person’s token has no meaning', async () => {
    expect((await read({ session: '/session', userToken: 'a.b.c' })).lines).toEqual([
      'data-user-token says nothing without data-site.',
    ]);
    expect((await read({ site: SITE, userToken: 'a.b.c' })).lines).toEqual([]);
  });
});
