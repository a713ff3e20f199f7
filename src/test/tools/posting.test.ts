import { beforeAll, describe, expect, it } from 'vitest';
import type { PostResults } from '../../tools/types.ts';
import { createSite, echo, request, settle } from './site.ts';

// The validator is a chunk of its own; loading it takes real time once.
beforeAll(() => import('../../tools/validate.ts'));

const HOUR_MS = 3_600_000;
const given =
  (outcome: 'accepted' | 'failed'): PostResults =>
  async (results) =>
    new Map(results.map(({ tool_use_id }) => [tool_use_id, outcome]));

describe('a result that the gateway doesn’t take', () => {
  it('is told as such, holds up no message, and is posted again only when the visitor says so', async () => {
    const site = createSite();
    site.answer = given('failed');
    const page = site.openPage({ tools: [echo()] });
    page.runner.update([request(site)]);
    await settle(site);
    expect(page.status('call_1')).toMatchObject({ state: 'unposted', outcome: { isError: false } });
    expect(page.runner.getSnapshot().isRunning).toBe(false);
    await site.browser.clock.advance(HOUR_MS);
    page.tab.page.hide();
    page.tab.page.show();
    await settle(site);
    expect(site.posts).toHaveLength(1);
    site.answer = given('accepted');
    page.runner.retryPosting();
    expect(page.status('call_1')).toMatchObject({ state: 'posting' });
    await settle(site);
    expect(site.posts).toHaveLength(2);
    expect(page.status('call_1')).toMatchObject({ state: 'settled' });
  });

  it('is posted again when the page is online again', async () => {
    const site = createSite();
    site.answer = given('failed');
    const page = site.openPage({ tools: [echo()] });
    page.runner.update([request(site)]);
    await settle(site);
    site.answer = given('accepted');
    page.tab.page.goOffline();
    page.tab.page.goOnline();
    await settle(site);
    expect(page.status('call_1')).toMatchObject({ state: 'settled' });
  });

  it('is told in every tab, and no other tab begins to post it', async () => {
    const site = createSite();
    let requests = 0;
    // As the session does: what another page may have posted is looked for first.
    site.answer = async (results, how) => {
      if (how?.mayHaveLeft?.('call_1')) await site.browser.clock.sleep(60_000);
      if ((await how?.isStill?.('call_1')) !== true) return new Map();
      requests += 1;
      await site.browser.clock.sleep(60_000);
      return new Map(results.map(({ tool_use_id }) => [tool_use_id, 'failed']));
    };
    const one = site.openPage({ tools: [echo()] });
    const other = site.openPage({ tools: [echo()] });
    one.runner.update([request(site)]);
    other.runner.update([request(site)]);
    await settle(site);
    expect(other.status('call_1')).toMatchObject({ state: 'posting' });
    await site.browser.clock.advance(60_000);
    await settle(site);
    expect(one.status('call_1')).toMatchObject({ state: 'unposted' });
    expect(other.status('call_1')).toMatchObject({ state: 'unposted' });
    await site.browser.clock.advance(HOUR_MS);
    expect(requests).toBe(1);
  });

  it('is posted once more for a Stop, since the run waits for it', async () => {
    const site = createSite();
    site.answer = given('failed');
    const page = site.openPage({ tools: [echo()] });
    page.runner.update([request(site)]);
    await settle(site);
    site.answer = given('accepted');
    const stopped = page.runner.stop();
    await settle(site);
    await stopped;
    expect(site.posts).toHaveLength(2);
  });

  it('is forgotten when a message has resolved the pause', async () => {
    const site = createSite();
    site.answer = given('failed');
    const page = site.openPage({ tools: [echo()] });
    page.runner.update([request(site)]);
    await settle(site);
    page.runner.update([]);
    await site.browser.clock.advance(HOUR_MS);
    page.runner.retryPosting();
    await settle(site);
    expect(site.posts).toHaveLength(1);
    expect(page.status('call_1')?.state).toBe('settled');
  });
});
