import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { USAGE } from '../usage.ts';

const GATEWAY = join(import.meta.dirname, '..');
const OWN = /^(?!(?:bench|conformance|deploy|dist|examples|node_modules|test)\/)/;

/** Every variable that the program reads of its environment. */
function settings(): string[] {
  const files = readdirSync(GATEWAY, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((path) => OWN.test(path) && path.endsWith('.ts'));
  const texts = sources.map((path) => readFileSync(join(GATEWAY, path), 'utf8'));
  const found = texts.flatMap((text) => [...text.matchAll(/\benv\.([A-Z][A-Z_]+)/g)]);
  return [...new Set(found.map(([, name = '']) => name))];
}

describe('every setting of the gateway', () => {
  const pageOf = (name: string) => readFileSync(join(GATEWAY, '../docs', name), 'utf8');
  // Those of an identity provider stand on the page of the desk, which the page of settings names.
  const page = pageOf('reference/gateway-settings.md') + pageOf('gateway/desk.md');

  it('is found at all', () => {
    expect(settings().length).toBeGreaterThan(20);
  });

  it.each(settings())('%s stands in --help and in a page for operators', (name) => {
    expect(USAGE).toContain(name);
    // The page writes related ones together: `BELLHOP_ACCOUNT_JWKS_URL`, `_ISSUER`.
    const end = name.replace(/^.*(_[A-Z]+)$/, '$1');
    expect(page.includes(name) || page.includes(`\`${end}\``)).toBe(true);
  });
});
