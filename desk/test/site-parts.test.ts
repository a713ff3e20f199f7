// @vitest-environment jsdom

import { cleanup } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { createSiteGateway } from './site-gateway.ts';
import { openSite } from './site-view.ts';

afterEach(cleanup);

const field = (element: HTMLElement): string => (element as HTMLTextAreaElement).value;

describe('signed-in visitors', () => {
  it('have a secret that is shown once, replaced and dropped after a question', async () => {
    const gateway = createSiteGateway();
    const { screen, user, copied } = await openSite(gateway, 'accounts');
    await user.click(await screen.findByRole('button', { name: 'Make the secret' }));
    await screen.findByText('user_secret_once');
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(copied).toEqual(['user_secret_once']);
    await user.click(screen.getByRole('button', { name: 'I have kept it' }));
    expect(screen.queryByText('user_secret_once')).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Drop it/ }));
    await user.click(screen.getByRole('button', { name: /^Yes, everybody is a guest/ }));
    await screen.findByText('There is no secret yet.');
  });

  it('come with an example in four languages, and the tag that carries the token', async () => {
    const gateway = createSiteGateway({ has_user_secret: true });
    const { screen, user } = await openSite(gateway, 'accounts');
    for (const language of ['Node', 'PHP', 'Python', 'Ruby']) {
      await user.click(await screen.findByRole('radio', { name: language }));
      const example = screen.getByLabelText(`Example for ${language}`);
      expect(field(example)).toContain('BELLHOP_USER_SECRET');
    }
    expect(field(screen.getByLabelText('The tag for signed-in visitors'))).toContain(
      'data-user-token="TOKEN"',
    );
    await user.click(screen.getByLabelText('Take the guest’s conversation along'));
    await user.type(screen.getByLabelText(/^Address of your keys/), 'https://id.example/keys');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findAllByText('Saved.')).toHaveLength(2);
    expect(gateway.state).toMatchObject({
      takes_guests_along: true,
      user_keys_url: 'https://id.example/keys',
    });
  });
});

describe('the look', () => {
  it('is saved as settings; what the tag has to say makes a copied tag old', async () => {
    const gateway = createSiteGateway({ settings: { title: 'Before' }, tag: {} });
    const { screen, user } = await openSite(gateway, 'look');
    const title = await screen.findByLabelText('Title');
    expect(field(title)).toBe('Before');
    await user.clear(title);
    await user.type(title, 'Ask us');
    await user.type(screen.getByLabelText('Colour'), '#7a1f5c');
    screen.getByText('Not saved yet.');
    gateway.state.is_tag_old = true;
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/The tag on your pages is older than these settings: copy it again/);
    expect(gateway.state.settings).toEqual({ title: 'Ask us', color: '#7a1f5c' });
    expect(screen.queryByText('Not saved yet.')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'To the tag' }));
    const tag = field(await screen.findByLabelText('The tag for your pages'));
    expect(tag).toContain('data-color="#7a1f5c"');
    expect(tag).not.toContain('title');
    await user.click(screen.getByRole('button', { name: 'Copy the tag' }));
    expect(gateway.state.is_tag_old).toBe(false);
  });

  it('isn’t saved with a value that the widget wouldn’t take', async () => {
    const gateway = createSiteGateway();
    const { screen, user } = await openSite(gateway, 'look');
    await user.type(await screen.findByLabelText('Colour'), 'no colour');
    await screen.findByText('The widget doesn’t take this value.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(gateway.changes).toEqual([]);
  });
});

describe('the page for the chat alone', () => {
  it('is switched on, and has a link, a code to scan and a file of it', async () => {
    const gateway = createSiteGateway();
    const { screen, user, copied, saved } = await openSite(gateway, 'page');
    await user.click(await screen.findByLabelText(/^The page is there for everybody/));
    await screen.findByRole('img', { name: 'QR code of the page' });
    await user.click(screen.getByRole('button', { name: 'Copy the link' }));
    expect(copied).toEqual(['https://gateway.example/c/site_pk_1']);
    await user.click(screen.getByRole('button', { name: 'Save the QR code' }));
    expect(saved.map(({ name }) => name)).toEqual(['chat-qr.svg']);
    await user.click(screen.getByLabelText('It may be framed by the site’s pages'));
    expect(gateway.state).toMatchObject({ has_page: true, may_be_framed: true });
  });
});
