// @vitest-environment jsdom

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../test/chance.ts';
import { PLATFORM_NAMES, PLATFORMS, type PlatformName, type SiteTag } from '../model/platforms.ts';

const SCRIPT = 'https://gateway.example/bellhop.js';
const tag = (settings: SiteTag['settings'] = {}): SiteTag => ({
  script: SCRIPT,
  publicId: 'site_pk_1',
  settings,
});
const code = (name: PlatformName, settings: SiteTag['settings'] = {}): string =>
  PLATFORMS[name].write?.(tag(settings)) ?? '';

/** The element that a page has in the end, however the form brings it there. */
function played(name: PlatformName, settings: SiteTag['settings']): HTMLScriptElement | null {
  const text = code(name, settings);
  const page = new DOMParser().parseFromString('<head></head><body></body>', 'text/html');
  switch (name) {
    case 'gtm': {
      // A manager puts the markup into the page, and runs the scripts that it finds there.
      page.body.innerHTML = text;
      const source = page.querySelector('script')?.textContent ?? '';
      page.body.textContent = '';
      new Function('document', source)(page);
      break;
    }
    case 'docusaurus': {
      const [entry] = new Function(`return { ${text} }`)().scripts;
      const { src, async: isAsync, ...attributes } = entry;
      const made = page.createElement('script');
      made.src = src;
      made.async = isAsync;
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
      page.head.append(made);
      break;
    }
    case 'next': {
      const made = page.createElement('script');
      made.async = true;
      for (const [, key = '', plain, braced] of text.matchAll(
        /^ {2}([\w-]+)=(?:"([^"]*)"|\{(.*)\})$/gm,
      )) {
        made.setAttribute(key, plain ?? JSON.parse(braced ?? '""'));
      }
      page.head.append(made);
      break;
    }
    default:
      page.body.innerHTML = text;
  }
  return page.querySelector('script');
}

const PASTED = PLATFORM_NAMES.filter((name) => PLATFORMS[name].write !== null);

describe('the tag in the form of each place', () => {
  it('is one line longer than its attributes on a plain page', () => {
    expect(
      code('plain', { color: '#7a1f5c', hideOn: '/cart' }),
    ).toBe(`<script async src="https://gateway.example/bellhop.js"
        data-site="site_pk_1"
        data-color="#7a1f5c"
        data-hide-on="/cart"></script>`);
  });

  it('makes the element itself in a tag manager, which drops attributes that it doesn’t know', () => {
    expect(code('gtm', { launcher: 'Ask' })).toBe(`<script>
(function () {
  var tag = document.createElement('script');
  tag.async = true;
  tag.src = 'https://gateway.example/bellhop.js';
  tag.setAttribute('data-site', 'site_pk_1');
  tag.setAttribute('data-launcher', 'Ask');
  document.head.appendChild(tag);
})();
</script>`);
  });

  it('is an entry of the settings in Docusaurus, and a component in Next', () => {
    expect(code('docusaurus')).toBe(`scripts: [
  {
    src: 'https://gateway.example/bellhop.js',
    async: true,
    'data-site': 'site_pk_1',
  },
],`);
    expect(code('next', { nudge: 'Say "hi"' })).toBe(`<Script
  src="https://gateway.example/bellhop.js"
  data-site="site_pk_1"
  data-nudge={"Say \\"hi\\""}
/>`);
  });

  it('is nothing in WordPress, whose plugin prints it', () => {
    expect(PLATFORMS.wordpress.write).toBeNull();
  });

  it.each(PASTED)('brings any words whole to a page of the kind “%s”', (name) => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '"></script><img src=x onerror=alert(1)>',
        "' + alert(1) + '",
        '\\\'\\" \u2028 \u2029',
        `{{Page URL}} {% raw %} $${'{x}'}`,
        '</script><!--<script>',
        'two\nlines\tand a tab',
      ),
    );
    fc.assert(
      fc.property(value, value, (nudge, launcher) => {
        fc.pre(!/[\0\r]/.test(nudge + launcher));
        const script = played(name, { nudge, launcher });
        expect(script?.src).toBe(SCRIPT);
        expect(script?.async).toBe(true);
        expect({ ...script?.dataset }).toEqual({ site: 'site_pk_1', nudge, launcher });
        expect(script?.ownerDocument.querySelectorAll('script, img')).toHaveLength(1);
      }),
      { numRuns: cases(40) },
    );
  });

  it('holds no variable of a manager’s or a theme’s', () => {
    const settings = { nudge: '{{ settings.secret }} {% include "x" %}' };
    for (const name of ['gtm', 'shopify'] as const) {
      expect(code(name, settings)).not.toMatch(/\{\{|\{%/);
    }
  });
});
