// @vitest-environment jsdom
// The tick before the first message: what it asks, what either answer does, and for how long it is remembered.

import { within } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createI18n } from '../../i18n/index.ts';
import { type ConsentParts, consent } from '../../widget/consent.ts';

const i18n = createI18n({
  hints: { choice: 'en', page: '', browser: [] },
  load: () => Promise.reject(new Error('English is there already.')),
});
const TEXT = 'I agree to the processing of my messages.';

function setup(more: Partial<ConsentParts['options']> = {}, raw: Record<string, unknown> = {}) {
  const host = document.createElement('div');
  document.body.append(host);
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = '<div class="main"><form class="composer"><textarea></textarea></form></div>';
  const told: unknown[] = [];
  let opened = 0;
  const ask = (isAsked = true) =>
    consent(
      {
        ...{ root, raw, i18n, prefix: 'bellhop:default@test' },
        options: { consent: TEXT, privacy: '/privacy', history: 'local', ...more },
        emit: (...event: unknown[]) => void told.push(event),
        open: () => {
          opened += 1;
        },
      },
      isAsked,
    ) as Promise<boolean>;
  const screen = within(root as unknown as HTMLElement);
  const composer = root.querySelector<HTMLElement>('.composer');
  return { root, raw, told, ask, screen, composer, opened: () => opened, user: userEvent.setup() };
}

const isOpen = (asking: Promise<boolean>) =>
  Promise.race([asking.then(() => false), new Promise((resolve) => setTimeout(resolve, 0, true))]);

describe('the tick before the first message', () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  it('stands in the composer’s place with the owner’s words and the link, and has the focus', async () => {
    const { ask, screen, composer, root, opened } = setup();
    const asking = ask();
    const tick = screen.getByRole('checkbox', { name: TEXT });
    expect(root.activeElement).toBe(tick);
    expect(composer?.hidden).toBe(true);
    expect(screen.getByRole('link').getAttribute('href')).toBe('/privacy');
    expect(opened()).toBe(1);
    expect(await isOpen(asking)).toBe(true);
  });

  it('lets the message go once it is set, tells the page, and asks no more for this text', async () => {
    const { ask, screen, composer, user, told, raw } = setup();
    const both = Promise.all([ask(), ask()]);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    // The browser says that the tick is missing.
    expect(told).toEqual([]);
    expect(screen.getByRole('checkbox').matches(':invalid')).toBe(true);
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await both).toEqual([true, true]);
    const given = { text: TEXT, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) };
    expect(told).toEqual([['consent', given]]);
    expect((raw as Record<symbol, unknown>)[Symbol.for('bellhop.consent')]).toEqual(given);
    expect(composer?.hidden).toBe(false);
    expect(screen.queryByRole('checkbox')).toBeNull();
    // On the next page too, which then says to the site what was agreed to.
    const next = setup();
    expect(await next.ask()).toBe(true);
    expect((next.raw as Record<symbol, unknown>)[Symbol.for('bellhop.consent')]).toEqual(given);
    expect(next.told).toEqual([]);
    const changed = setup({ consent: 'Another text.' });
    const again = changed.ask();
    changed.screen.getByRole('checkbox', { name: 'Another text.' });
    expect(await isOpen(again)).toBe(true);
  });

  it('lets nothing begin before that, and asks nobody who only looks', async () => {
    const { ask, screen, user } = setup();
    const waits = ask(false);
    expect(await isOpen(waits)).toBe(true);
    expect(screen.queryByRole('checkbox')).toBeNull();
    const asking = ask();
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await asking).toBe(true);
    expect(await isOpen(waits)).toBe(false);
    expect(await ask(false)).toBe(true);
  });

  it('gives the message back where the visitor cancels, and asks again for the next one', async () => {
    const { ask, screen, composer, user, told, root } = setup({ privacy: null });
    expect(screen.queryByRole('link')).toBeNull();
    const asking = ask();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await asking).toBe(false);
    expect(told).toEqual([]);
    expect(root.activeElement).toBe(composer?.querySelector('textarea'));
    void ask();
    screen.getByRole('checkbox');
  });

  it.each([
    ['session', false, true],
    ['none', false, false],
  ] as const)(
    'is remembered as long as the transcript, with the history %s',
    async (history, inLocal, inSession) => {
      const { ask, screen, user } = setup({ history });
      const asking = ask();
      await user.click(screen.getByRole('checkbox'));
      await user.click(screen.getByRole('button', { name: 'Send' }));
      expect(await asking).toBe(true);
      expect([localStorage.length > 0, sessionStorage.length > 0]).toEqual([inLocal, inSession]);
      // Within the page it is known all the same.
      expect(await ask()).toBe(true);
    },
  );
});
