// @vitest-environment jsdom

import { cleanup } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { SITE_PARTS } from '../model/routes.ts';
import { createSiteGateway, refused } from './site-gateway.ts';
import { openSite } from './site-view.ts';

afterEach(cleanup);

const field = (element: HTMLElement): string => (element as HTMLTextAreaElement).value;

describe('the page of a new site', () => {
  it('begins with the tag, and says that only the owner’s own machine is let in', async () => {
    const gateway = createSiteGateway();
    const { screen, user, copied } = await openSite(gateway);
    const tag = field(await screen.findByLabelText('The tag for your pages'));
    expect(tag).toBe(`<script async src="https://gateway.example/bellhop.js"
        data-site="site_pk_1"></script>`);
    screen.getByText(/only on pages of your own machine/);
    screen.getByText('Reload a page of your site: the button stands in its corner.');
    await user.click(screen.getByRole('button', { name: 'Copy the tag' }));
    expect(copied).toEqual([tag]);
    expect(gateway.changes).toEqual([
      { call: 'PATCH /admin/sites/client_1/public', body: { is_tag_copied: true } },
    ]);
  });

  it('writes the tag as the chosen place takes it, with steps for it', async () => {
    const { screen, user } = await openSite(createSiteGateway());
    const where = await screen.findByLabelText('Where does it go?');
    await user.selectOptions(where, 'Google Tag Manager');
    expect(field(screen.getByLabelText('The tag for your pages'))).toContain('createElement');
    screen.getByText(/Custom HTML/);
    await user.selectOptions(where, 'WordPress');
    expect(screen.queryByLabelText('The tag for your pages')).toBeNull();
    screen.getByText(/press “Connect”/);
  });

  it('makes the website of what is typed, and says what it made', async () => {
    const gateway = createSiteGateway();
    const { screen, user } = await openSite(gateway);
    const typed = await screen.findByLabelText('Your website');
    await user.type(typed, 'www.shop.example/cart{Enter}');
    await screen.findByText(/Of what you typed, https:\/\/www\.shop\.example was added/);
    screen.getByText(/Add https:\/\/shop\.example as well/);
    expect(field(typed)).toBe('');
    expect(gateway.state.allowed_origins).toEqual(['https://www.shop.example']);
    await user.type(typed, 'https://www.shop.example{Enter}');
    await screen.findByText('https://www.shop.example is on the list already.');
    await user.type(typed, '{Control>}a{/Control}*{Enter}');
    expect((await screen.findByText(/A star stands only/)).getAttribute('role')).toBe('alert');
    expect(typed.getAttribute('aria-invalid')).toBe('true');
    expect(gateway.changes).toHaveLength(1);
  });

  it('keeps a website that another owner has named meanwhile', async () => {
    const gateway = createSiteGateway();
    const { screen, user } = await openSite(gateway);
    const typed = await screen.findByLabelText('Your website');
    gateway.state = { ...gateway.state, allowed_origins: ['https://other.example'] };
    await user.type(typed, 'shop.example{Enter}');
    await screen.findByRole('button', { name: /^Remove\s*https:\/\/other\.example$/ });
    expect(gateway.state.allowed_origins).toEqual([
      'https://other.example',
      'https://shop.example',
    ]);
  });

  it('takes the last website off the list only when asked twice', async () => {
    const gateway = createSiteGateway({ allowed_origins: ['https://shop.example'] });
    const { screen, user } = await openSite(gateway);
    const remove = await screen.findByRole('button', {
      name: /^Remove\s*https:\/\/shop\.example$/,
    });
    await user.click(remove);
    expect(gateway.changes).toEqual([]);
    await user.click(screen.getByRole('button', { name: /^Yes, refuse its pages/ }));
    await screen.findByText(/No website is named yet/);
    expect(gateway.state.allowed_origins).toBeNull();
  });
});

describe('refused pages', () => {
  it('are told with how often and when, and allowed at one press', async () => {
    const gateway = createSiteGateway({
      allowed_origins: ['https://shop.example'],
      refused_origins: [refused('https://www.shop.example', 12)],
    });
    const { screen, user } = await openSite(gateway);
    await screen.findByText(/12 times · last 3 minutes ago/);
    await user.click(
      screen.getByRole('button', { name: /^Allow\s*https:\/\/www\.shop\.example$/ }),
    );
    await screen.findByRole('button', { name: /^Remove\s*https:\/\/www\.shop\.example$/ });
    expect(gateway.state.allowed_origins).toEqual([
      'https://shop.example',
      'https://www.shop.example',
    ]);
    expect(screen.queryByRole('heading', { name: 'Refused pages' })).toBeNull();
  });

  it('that came while the owner was away are there when they are back', async () => {
    const gateway = createSiteGateway();
    const { screen, tick } = await openSite(gateway);
    await screen.findByLabelText('Your website');
    gateway.state = { ...gateway.state, refused_origins: [refused('https://late.example', 1)] };
    tick();
    await screen.findByRole('button', { name: /^Allow\s*https:\/\/late\.example$/ });
  });
});

describe('the public id', () => {
  it('is switched off, which every part of the page then says', async () => {
    const gateway = createSiteGateway();
    const { screen, user } = await openSite(gateway);
    await user.click(await screen.findByLabelText('The tag lets visitors in'));
    await screen.findByText(/The tag is switched off: visitors read/);
    expect(gateway.state.is_open).toBe(false);
    await user.click(screen.getByRole('link', { name: 'Limits' }));
    screen.getByText(/The tag is switched off: visitors read/);
  });

  it('is replaced after a question, and the tag has the new one', async () => {
    const gateway = createSiteGateway();
    const { screen, user } = await openSite(gateway);
    await user.click(await screen.findByRole('button', { name: /^Replace the public id/ }));
    expect(gateway.changes).toEqual([]);
    await user.click(screen.getByRole('button', { name: /every page needs the new tag/ }));
    await screen.findByText(/Copy the new tag into every page/);
    expect(field(screen.getByLabelText('The tag for your pages'))).toContain('site_pk_2');
  });
});

describe('the limits of a day', () => {
  const today = { sessions: 850, messages: 500, credits_nano: 1_600_000_000 };

  it('say in words which is near and which is used up, on each part', async () => {
    const caps = { sessions: 1000, messages: 500, credits_nano: null };
    const { screen, user } = await openSite(createSiteGateway({ caps, today }));
    await screen.findByText(/Conversations: 85 % of today’s limit is used/);
    screen.getByText(/Today’s messages are used up/);
    await user.click(screen.getByRole('link', { name: 'Limits' }));
    await screen.findByText('Almost used up');
    screen.getByText('Used up');
    screen.getByText(/850 of 1,000 today · 85 %/);
    screen.getByText('1.6 today, no limit');
    const bar = screen.getByRole('progressbar', { name: 'Conversations' });
    expect((bar as HTMLProgressElement).value).toBe(85);
  });

  it('are changed, or dropped by an empty field, and what is no number is said beside it', async () => {
    const gateway = createSiteGateway();
    const { screen, user } = await openSite(gateway, 'limits');
    const sessions = await screen.findByLabelText('At most in a day: Conversations');
    await user.clear(sessions);
    await user.type(sessions, 'many');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(sessions.getAttribute('aria-invalid')).toBe('true');
    expect(gateway.changes).toEqual([]);
    await user.clear(sessions);
    const credits = screen.getByLabelText('At most in a day: Credits');
    await user.clear(credits);
    await user.type(credits, '2.5');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('12 today, no limit');
    expect(gateway.changes).toEqual([
      {
        call: 'PATCH /admin/sites/client_1/public',
        body: { caps: { sessions: null, messages: null, credits_nano: 2_500_000_000 } },
      },
    ]);
  });
});

describe('each part of a site’s page', () => {
  it.each(SITE_PARTS)('“%s” has nothing that axe objects to', async (part) => {
    const gateway = createSiteGateway({
      allowed_origins: ['https://shop.example'],
      refused_origins: [refused('https://www.shop.example', 2)],
      has_page: true,
      has_user_secret: true,
      is_tag_old: true,
      today: { sessions: 850, messages: 0, credits_nano: 0 },
    });
    const { screen, violations } = await openSite(gateway, part);
    await screen.findAllByRole('heading', { level: 3 });
    expect(await violations()).toEqual([]);
  });
});
