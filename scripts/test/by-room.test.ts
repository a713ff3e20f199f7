import { describe, expect, it } from 'vitest';
import { lettersByRoom } from '../by-room.ts';

describe('the bytes by room', () => {
  it('count each letter for the room or the library that its source stands in', () => {
    const map = {
      version: 3,
      file: 'panel.js',
      sources: [
        '../../src/ui/a.tsx',
        '../../node_modules/@scope/library/b.js',
        '../../src/widget.ts',
      ],
      sourcesContent: [],
      sourceRoot: '',
      names: [],
      // Column 0 from the first source, 2 from the second, 5 from the third.
      mappings: 'AAAA,ECAA,GCAA',
    };
    expect(lettersByRoom('aabbbc', map)).toEqual({ ui: 2, '@scope/library': 3, widget: 1 });
  });
});
