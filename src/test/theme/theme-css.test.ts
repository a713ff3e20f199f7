import { describe, expect, it, vi } from 'vitest';
import {
  buildThemeCss as build,
  fitColor,
  fitRoughly,
  type ThemeChoice,
} from '../../theme/index.ts';

const buildThemeCss = (choice: ThemeChoice) => build(choice, fitColor);

describe('buildThemeCss', () => {
  it('lets the page set each token by its public name', () => {
    const css = buildThemeCss({ theme: 'light', color: null });
    expect(css).toContain('--b-ink:var(--bellhop-ink,#151c1f);');
    expect(css).toContain('--b-on-fill:var(--bellhop-on-fill,#ffffff);');
    expect(css).toContain('--b-s5:var(--bellhop-s5,16px);');
  });

  it('follows the visitor’s scheme only where the owner left it open', () => {
    expect(buildThemeCss({ theme: 'auto', color: null })).toContain('(prefers-color-scheme:dark)');
    for (const theme of ['light', 'dark'] as const) {
      const css = buildThemeCss({ theme, color: null });
      expect(css).not.toContain('prefers-color-scheme');
      expect(css).toContain(`color-scheme:${theme};`);
    }
  });

  it('puts the owner’s colour in place of ours, and ours in place of a broken one', () => {
    expect(buildThemeCss({ theme: 'light', color: '#aa0044' })).toContain('--bellhop-fill,#aa0044');
    expect(buildThemeCss({ theme: 'light', color: 'bleu' })).toBe(
      buildThemeCss({ theme: 'light', color: null }),
    );
  });

  it('carries nothing of a hostile colour into the sheet', () => {
    const css = buildThemeCss({ theme: 'light', color: '#fff}*{display:none' });
    expect(css).not.toContain('display:none');
  });

  it('stands still for those who ask for less motion', () => {
    expect(buildThemeCss({ theme: 'auto', color: null })).toContain('--b-slide:0s');
  });

  it('stays near the owner’s colour, and lets no hostile one in, until the exact one is known', () => {
    vi.stubGlobal('CSS', { supports: (_: string, value: string) => !value.includes('}') });
    const choice = { theme: 'light', color: 'crimson' } as const;
    expect(build(choice, fitRoughly)).toMatch(/--bellhop-fill,lch\(from crimson /);
    expect(build({ ...choice, color: 'red}*{display:none' }, fitRoughly)).not.toContain('display');
    vi.unstubAllGlobals();
  });
});
