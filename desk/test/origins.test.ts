import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOriginPattern } from '../../gateway/kernel/tenants/origins.ts';
import { cases } from '../../test/chance.ts';
import { readOrigin } from '../model/origins.ts';

const made = (typed: string) => {
  const reading = readOrigin(typed);
  return reading.kind === 'origin' ? reading.origin : reading.why;
};

describe('what an owner types as their website', () => {
  it.each([
    ['shop.example', 'https://shop.example'],
    [' https://shop.example/ ', 'https://shop.example'],
    ['www.shop.example/path?q=1#x', 'https://www.shop.example'],
    ['*.shop.example', 'https://*.shop.example'],
    ['https://*.shop.example/', 'https://*.shop.example'],
    ['HTTPS://Shop.Example', 'https://shop.example'],
    ['//shop.example/', 'https://shop.example'],
    ['http://shop.example', 'http://shop.example'],
    ['shop.example:8443/a', 'https://shop.example:8443'],
    ['https://shop.example:443', 'https://shop.example'],
    ['bücher.example', 'https://xn--bcher-kva.example'],
    ['localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['192.168.1.20', 'https://192.168.1.20'],
  ])('%s becomes %s', (typed, origin) => {
    expect(made(typed)).toBe(origin);
    expect(isOriginPattern(origin)).toBe(true);
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['*', 'star'],
    ['*.*', 'star'],
    ['*.com', 'star'],
    ['shop.*', 'star'],
    ['shop', 'none'],
    ['my shop', 'none'],
    ['anna@shop.example', 'none'],
    ['mailto:anna@shop.example', 'none'],
    ['javascript:alert(1)', 'none'],
    ['ftp://shop.example', 'none'],
    ['https://', 'none'],
    ['*.localhost', 'none'],
  ])('%s is refused: %s', (typed, why) => {
    expect(made(typed)).toBe(why);
  });

  it('comes with a note where the owner may have meant another website too', () => {
    expect(readOrigin('www.shop.example')).toMatchObject({ note: 'www' });
    expect(readOrigin('*.shop.example')).toMatchObject({ note: 'below' });
    expect(readOrigin('http://shop.example')).toMatchObject({ note: 'plain' });
    expect(readOrigin('http://localhost:3000')).toMatchObject({ note: null });
    expect(readOrigin('https://shop.example')).toMatchObject({ note: null, isAsTyped: true });
    expect(readOrigin('shop.example/')).toMatchObject({ isAsTyped: false });
  });

  it('never becomes what the gateway would refuse, whatever it is', () => {
    const piece = fc.constantFrom(
      '*',
      '.',
      ':',
      '/',
      '//',
      'https:',
      '[::1]',
      '@',
      ' ',
      'a',
      'b.c',
    );
    const typed = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 8 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const reading = readOrigin(text);
        if (reading.kind === 'origin') expect(isOriginPattern(reading.origin)).toBe(true);
      }),
      { numRuns: cases(300) },
    );
  });
});
