import { describe, expect, it } from 'vitest';
import { findProblem, matchesPath } from '../../loader/required.ts';

const GATEWAY = 'https://gateway.example';

describe('what keeps a widget from the page', () => {
  it.each([
    [{}, 'gateway'],
    [{ gateway: '' }, 'gateway'],
    [{ gateway: 'gateway.example', session: '/s' }, 'gateway'],
    [{ gateway: 'javascript:alert(1)', session: '/s' }, 'gateway'],
    [{ gateway: GATEWAY }, 'session'],
    [{ gateway: GATEWAY, sessionId: 's' }, 'session'],
    [{ site: 'site_pk_x' }, 'gateway'],
    [{ site: 'site_pk_x', base: ['/assets'] }, 'gateway'],
    [{ base: ['https://gateway.example'] }, 'gateway'],
  ])('%j is named by its attribute', (raw, name) => {
    expect(findProblem(raw)).toBe(name);
  });

  it.each([
    [{ gateway: GATEWAY, session: '/s' }],
    [{ gateway: 'http://127.0.0.1:4320', session: '/s' }],
    [{ gateway: GATEWAY, sessionId: 's', token: 't' }],
    [{ gateway: GATEWAY, getSession: () => ({}) }],
    [{ gateway: GATEWAY, site: 'site_pk_x' }],
    [{ base: ['https://gateway.example'], site: 'site_pk_x' }],
  ])('%j is enough', (raw) => {
    expect(findProblem(raw)).toBe('');
  });
});

describe('the gateway of a site whose page names none', () => {
  it('is where the script is from', () => {
    const raw: Record<string, unknown> = { base: ['https://gateway.example/chat'], site: 'x' };
    findProblem(raw);
    expect(`${raw.gateway}`).toBe('https://gateway.example/chat');
  });

  it('is the named one otherwise', () => {
    const raw = { base: ['https://cdn.example'], site: 'x', gateway: GATEWAY };
    findProblem(raw);
    expect(raw.gateway).toBe(GATEWAY);
  });
});

describe('data-hide-on', () => {
  it.each([
    ['/checkout', '/checkout', true],
    ['/checkout', '/checkout/pay', false],
    ['/checkout/*', '/checkout/pay/now', true],
    ['*/print', '/any/where/print', true],
    ['/a /b,/c', '/c', true],
    ['/a.html', '/aXhtml', false],
    ['/(x)', '/(x)', true],
    [undefined, '/', false],
    ['', '/', false],
    [['/a', '/b'], '/b', true],
  ])('%j and the path %s: %s', (globs, path, expected) => {
    expect(matchesPath(globs, path)).toBe(expected);
  });

  it('answers at once, whatever the pattern', () => {
    // Trying out every way in which the stars may stand for parts would never end.
    expect(matchesPath(`${'*a'.repeat(8)}${'*'.repeat(5000)}`, `/${'a'.repeat(60)}b`)).toBe(true);
  });
});
