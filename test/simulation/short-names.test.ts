// The build renames properties that never leave the program's memory (scripts/build/short-names.ts). This plays schedules
// and looks at all that the tabs store and tell each other.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OWN_NAMES } from '../../scripts/build/short-names.ts';
import { simulate } from './simulate.ts';

const SCHEDULES = 25;
const keys = new Set<string>();

function collect(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) for (const key of Object.keys(value)) keys.add(key);
  for (const child of Object.values(value)) collect(child);
}

describe('a name that the build shortens', () => {
  beforeEach(() => {
    const clone = globalThis.structuredClone;
    // The doubles of the disk and of the tabs' channel copy all that they get.
    vi.stubGlobal('structuredClone', (value: unknown) => {
      collect(value);
      return clone(value);
    });
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('is no name of what is stored or told to another tab', async () => {
    const { failures } = await simulate({ schedules: SCHEDULES, seed: 'short names' });
    expect(failures).toEqual([]);
    // Of rows, of the journal, of the stored log and of the channel.
    expect([...keys]).toEqual(
      expect.arrayContaining(['localId', 'attempt', 'toolUseId', 'settledId', 'epoch', 'behind']),
    );
    expect(OWN_NAMES.filter((name) => keys.has(name))).toEqual([]);
  });
});
