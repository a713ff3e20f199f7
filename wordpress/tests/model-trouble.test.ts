// A key that the provider refuses, seen by the first visitor's message: the owner hears of it, once, until it is over.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isEnd, type LocalSite, says, startLocalSite } from './local-site.ts';
import { catchMail, type Mailbox } from './mailbox.ts';
import { reasonToSkip, until } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('a model that does not answer visitors', () => {
  let site: LocalSite;
  let box: Mailbox;
  beforeAll(async () => {
    site = await startLocalSite();
    box = catchMail(site);
    await site.settle();
  });
  afterAll(() => site?.close());
  beforeEach(async () => {
    box.empty();
    await site.run(`delete_option( 'bellhop_model_trouble' );`);
  });

  /** One visitor's message, and how it ended. */
  async function write(...steps: object[]): Promise<string | undefined> {
    const chat = await site.open();
    site.provider.scripts.set(chat.id, [steps as Record<string, unknown>[]]);
    await chat.send(says('Hello'));
    return until('the end', async () => {
      const end = (await chat.list()).data.find(isEnd);
      return end === undefined ? null : (end.error_code ?? 'well');
    });
  }
  const health = () => site.wp('bellhop', 'status');

  it('is critical in Site Health and told by one e-mail, and good again by itself', async () => {
    expect(await write({ fail: 'unauthorized' })).toBe('upstream_error');
    expect(await health()).toContain('critical: The AI model doesn’t answer visitors');
    await write({ fail: 'unauthorized' });
    expect(box.mails()).toMatchObject([
      {
        to: 'admin@example.com',
        subject: 'The chat of A real WordPress can’t answer',
        message: expect.stringContaining('does not accept the key'),
      },
    ]);
    expect(box.mails()[0]?.message).toContain('page=bellhop');
    expect(await write({ say: 'Hello!' })).toBe('well');
    expect(await health()).toContain('good: The chat answers from this WordPress');
    expect(site.debugLog()).toBe('');
  });

  it('is not the owner’s trouble where it may pass by itself, unless it goes on', async () => {
    await write({ fail: 'rate_limit_error' });
    expect(await health()).toContain('good:');
    for (let i = 0; i < 4; i++) await write({ fail: 'rate_limit_error' });
    expect(await health()).toContain('critical:');
    expect(box.mails()).toHaveLength(1);
  });

  it('is nobody’s trouble where one conversation is to blame', async () => {
    for (let i = 0; i < 6; i++) await write({ fail: 'context_exceeded' });
    expect(await health()).toContain('good:');
    expect(box.mails()).toEqual([]);
  });
});
