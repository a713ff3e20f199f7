// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { agent, session, source, tool, user } from '../../../test/gallery/build.ts';
import { mount } from './harness.ts';

const told = (...citations: ReturnType<typeof source>[]) =>
  session([user('Which?'), agent(['This one.'], { citations })]);

describe('the sources of an answer', () => {
  it('are links that keep no ties', () => {
    const view = mount({ session: told(source('https://shop.example/a', 'Returns')) });
    const link = view.screen.getByRole('link', { name: /Returns/ });
    expect(link.getAttribute('href')).toBe('https://shop.example/a');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  });

  it('ask first, and show all of it, where an address carries much to another site', async () => {
    const uri = `https://evil.example/?said=${'secret'.repeat(20)}`;
    const view = mount({ session: told(source(uri, 'All returns')) });
    expect(view.screen.queryByRole('link', { name: /returns/ })).toBeNull();
    await view.user.click(view.screen.getByRole('button', { name: 'All returns' }));
    const question = await view.screen.findByRole('alertdialog');
    expect(question.textContent).toContain(uri);
    expect(question.querySelector('a')?.href).toBe(uri);
  });

  it('say where they lead, where the title names another place or the address has foreign letters', () => {
    const view = mount({
      session: told(
        source('https://evil.example/', 'bank.example/terms'),
        source('https://b\u00fccher.example/', 'Books'),
        source('https://shop.example/a', 'shop.example'),
      ),
    });
    const texts = [...view.root.querySelectorAll('.sources li')].map(
      ({ textContent }) => textContent,
    );
    expect(texts[0]).toContain('bank.example/terms (evil.example)');
    expect(texts[1]).toContain('Books (xn--bcher-kva.example)');
    expect(texts[2]).not.toContain('(shop.example)');
  });

  it('are told apart when their addresses are alike for hundreds of characters', () => {
    const long = `https://shop.example/${'a'.repeat(400)}`;
    const view = mount({ session: told(source(`${long}1`, 'One'), source(`${long}2`, 'Two')) });
    expect(view.root.querySelectorAll('.sources li')).toHaveLength(2);
  });

  it('are text where they are no web address', () => {
    const view = mount({ session: told(source('javascript:alert(1)', 'Returns')) });
    expect(view.screen.queryByRole('link', { name: /Returns/ })).toBeNull();
    expect(view.screen.getByText('Returns')).toBeTruthy();
  });
});

describe('the name of a tool', () => {
  it('is one short line without characters that turn it around', () => {
    const name = `pay\u202e${'x'.repeat(5000)}`;
    const view = mount({ session: session([user('Hm?'), agent([tool(name, {}, { ms: 5 })])]) });
    const title = view.root.querySelector('.tool-title')?.textContent ?? '';
    expect(title).toContain('Paid[U+202E]');
    expect(title.length).toBeLessThanOrEqual(200);
  });
});
