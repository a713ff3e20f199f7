import { describe, expect, it } from 'vitest';
import { checkVersion, closeSection, setVersion, snippetOf } from '../release/texts.ts';

const CHANGELOG = `# Changelog

## Unreleased

No version has been published yet; this is what the first one contains.

### Added

- A chat.

## 0.0.9 – 2026-01-01

- A beginning.
`;

describe('a release', () => {
  it('turns what is unreleased into the version’s section, and leaves an empty one', () => {
    const { text, notes } = closeSection(CHANGELOG, '0.1.0', '2026-02-03');
    expect(notes).toBe('### Added\n\n- A chat.');
    expect(text).toBe(`# Changelog

## Unreleased

## 0.1.0 – 2026-02-03

### Added

- A chat.

## 0.0.9 – 2026-01-01

- A beginning.
`);
    expect(() => closeSection(text, '0.1.1', '2026-02-04')).toThrow('nothing to release');
    expect(() => closeSection('# Changelog\n', '0.1.1', '2026-02-04')).toThrow('no section');
  });

  it.each([
    [undefined, 'Name the version'],
    ['v1.0', 'Name the version'],
    ['0.0.9', 'has a section'],
    ['0.0.8', 'older than'],
    ['0.1.0-rc.1', 'older than'],
  ])('refuses %s in words', (version, words) => {
    expect(() => checkVersion(version, '0.1.0', CHANGELOG)).toThrow(words);
  });

  it.each(['0.1.0', '0.1.1', '0.2.0', '1.0.0-beta.2', '0.10.0'])('may be %s', (version) => {
    expect(checkVersion(version, '0.1.0', CHANGELOG)).toBe(version);
  });

  it('changes the project’s own versions in a lock file, and nobody else’s', () => {
    const lock = {
      version: '0.1.0',
      packages: {
        '': { version: '0.1.0' },
        gateway: { version: '0.1.0' },
        'node_modules/hono': { version: '0.1.0' },
      },
    };
    expect(JSON.parse(setVersion(JSON.stringify(lock), '0.2.0'))).toEqual({
      version: '0.2.0',
      packages: {
        '': { version: '0.2.0' },
        gateway: { version: '0.2.0' },
        'node_modules/hono': { version: '0.1.0' },
      },
    });
  });

  it('has a tag whose address and hash can’t change', () => {
    expect(snippetOf('https://cdn.example', '1.2.3', 'sha384-x')).toContain(
      'src="https://cdn.example/bellhop@1.2.3/bellhop.js"\n        integrity="sha384-x" crossorigin="anonymous"',
    );
  });
});
