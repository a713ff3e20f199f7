import { afterEach, describe, expect, it, vi } from 'vitest';
import { isMarked } from '../../widget/mark.ts';

describe('the mark', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is seen where an earlier page has set it', () => {
    vi.stubGlobal('localStorage', { 'bellhop:default@https://gateway.example': '1' });
    expect(isMarked('default@https://gateway.example')).toBe(true);
    expect(isMarked('other@https://gateway.example')).toBe(false);
  });

  it('counts as absent where storage is refused', () => {
    vi.stubGlobal(
      'localStorage',
      new Proxy(
        {},
        {
          get() {
            throw new Error('SecurityError');
          },
        },
      ),
    );
    expect(isMarked('default@x')).toBe(false);
  });
});
