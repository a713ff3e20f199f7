// What a deletion leaves in the embedded database's files, and when it is taken out of them.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepareFolder } from '../../../test/doubles/memory-database.ts';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { openDatabase } from '../../kernel/db/open.ts';
import type { Db } from '../../kernel/db/types.ts';
import { startScrubber } from '../../privacy/scrubber.ts';
import { createHarness } from '../harness.ts';

const PHRASE = 'Ottoline-the-cat';

/** Files of the folder that hold the text. */
async function holding(directory: string, text: string): Promise<string[]> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const file of files) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath, file.name);
    if ((await readFile(path)).includes(text)) found.push(path);
  }
  return found;
}

describe('a deleted conversation', () => {
  it('is in none of the embedded database’s files a minute later, nor is it after a restart; others are', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'bellhop-scrub-'));
    await prepareFolder(directory);
    const db = await openDatabase({ directory });
    const events: string[] = [];
    const harness = await createHarness({
      db,
      log: { write: (_level, event) => events.push(event) },
    });
    const say = async (text: string) => {
      const session = await harness.session({ script: [[{ say: `So ${text}?` }]] });
      await session.say(`My cat is called ${text}.`);
      // Long enough to be kept apart from its row.
      await session.send([
        { type: 'system.message', content: [{ type: 'text', text: `${text} `.repeat(2000) }] },
      ]);
      await harness.settled();
      return session;
    };
    const session = await say(PHRASE);
    await say('Another-cat');
    await db.query('CHECKPOINT');
    expect(await holding(directory, PHRASE)).not.toEqual([]);

    await harness.admin('DELETE', `/admin/sessions/${session.id}`);
    expect(await holding(directory, PHRASE)).not.toEqual([]);
    await harness.clock.advance(60_000);
    await harness.until(() => events.includes('files_scrubbed'));
    expect(await holding(directory, PHRASE)).toEqual([]);
    expect(await holding(directory, 'Another-cat')).not.toEqual([]);

    await harness.gateway.close();
    await db.close();
    const again = await openDatabase({ directory });
    expect((await again.query('SELECT 1 FROM events')).length).toBeGreaterThan(2);
    await again.close();
    expect(await holding(directory, PHRASE)).toEqual([]);
    await rm(directory, { recursive: true });
  });
});

describe('the work on the files', () => {
  function scene(tookMs = 0) {
    const clock = createVirtualClock();
    const at: number[] = [];
    const failures: unknown[] = [];
    let isBroken = false;
    const scrub: Db['scrub'] = async () => {
      at.push(clock.monotonic());
      if (tookMs > 0) await clock.sleep(tookMs);
      if (isBroken) throw new Error('The disk is full.');
    };
    const scrubber = startScrubber({
      db: { scrub } as Db,
      clock,
      observer: { failed: (error) => failures.push(error), say() {} },
    });
    return {
      clock,
      at,
      failures,
      scrubber,
      break: (isOn: boolean) => {
        isBroken = isOn;
      },
    };
  }

  it('is one for all deletions until none has come for a minute', async () => {
    const { clock, at, scrubber } = scene();
    for (let i = 0; i < 5; i += 1) {
      scrubber.note();
      await clock.advance(50_000);
    }
    expect(at).toEqual([]);
    await clock.advance(10_000);
    expect(at).toEqual([260_000]);
  });

  it('takes a hundredth of the time at most, and forgets no deletion that came meanwhile', async () => {
    const { clock, at, scrubber } = scene(3000);
    scrubber.note();
    await clock.advance(61_000);
    scrubber.note();
    await clock.advance(600_000);
    expect(at).toEqual([60_000, 363_000]);
  });

  it('is done when the gateway closes, where it is due, and again after a failure', async () => {
    const { clock, at, failures, scrubber, ...disk } = scene();
    disk.break(true);
    scrubber.note();
    await clock.advance(3_600_000);
    expect([at.length, failures.length]).toEqual([1, 1]);
    disk.break(false);
    await scrubber.close();
    expect(at).toHaveLength(2);
    await scrubber.close();
    expect(at).toHaveLength(2);
  });
});
