// @vitest-environment jsdom

// The hours of a site's team: what can't be read is said, and what is said goes once it isn't true any more.

import { cleanup } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { createSiteGateway } from './site-gateway.ts';
import { openSite } from './site-view.ts';

afterEach(cleanup);

const openHours = async () => {
  const gateway = createSiteGateway();
  const site = await openSite(gateway, 'hours');
  const zone = await site.screen.findByLabelText('Time zone');
  await site.user.clear(zone);
  await site.user.type(zone, 'Europe/Berlin');
  const save = () => site.user.click(site.screen.getByRole('button', { name: 'Save' }));
  return { ...site, gateway, zone: () => site.screen.getByLabelText('Time zone'), save };
};

describe('the hours', () => {
  it('say that a town is no time zone, and which one is meant', async () => {
    const { screen, user, gateway, zone, save } = await openHours();
    await user.clear(zone());
    await user.type(zone(), 'berlin');
    await save();
    const told = screen
      .getAllByRole('alert')
      .find(({ textContent }: HTMLElement) => textContent?.includes('“berlin” is no time zone'));
    expect(told?.textContent).toContain('Europe/Berlin');
    expect(zone().getAttribute('aria-invalid')).toBe('true');
    expect(gateway.changes).toEqual([]);
    const list = document.getElementById(zone().getAttribute('list') ?? '');
    expect(list?.querySelector('option[value="Europe/Berlin"]')).not.toBeNull();
  });

  it.each([
    ['Monday', 'mornings'],
    ['Days off', 'Christmas'],
  ])('name the field that can’t be read: %s', async (label, words) => {
    const { screen, user, gateway, save } = await openHours();
    await user.type(screen.getByLabelText(label), words);
    await save();
    screen.getByText(`Not saved. These can’t be read: ${label}.`);
    expect(gateway.changes).toEqual([]);
  });

  it('don’t say “Saved.” of what has been changed since', async () => {
    const { screen, user, zone, save } = await openHours();
    await save();
    await screen.findByText('Saved.');
    await user.type(zone(), 'x');
    expect(screen.queryByText('Saved.')).toBeNull();
    await save();
    expect(screen.queryByText('Saved.')).toBeNull();
  });
});
