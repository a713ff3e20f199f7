// An answer that is copied or saved: plain text without markdown's marks, and rich text beside it.

import { describe, expect, it } from 'vitest';
import { renderText as render } from '../../ui/later/plain.ts';

const ANSWER = `## Two jackets

The **Fjell** is *light*, see [its page](https://shop.example/fjell?a=1).

- blue
- green
  1. dark
  2. bright

| Jacket | Weight |
| --- | --- |
| Fjell | 300 g |

\`\`\`js
const a = 1;
\`\`\``;

describe('an answer for other programs', () => {
  it('is plain text with its lists, columns and addresses', async () => {
    expect((await render(ANSWER)).plain).toBe(`Two jackets

The Fjell is light, see its page (https://shop.example/fjell?a=1).

- blue
- green
  1. dark
  2. bright

Jacket\tWeight
Fjell\t300 g

const a = 1;`);
  });

  it('is HTML that survives a mail: bold, lists, tables, and nothing of the chat’s own', async () => {
    const { html } = await render(ANSWER);
    expect(html).toContain('<strong>Fjell</strong>');
    expect(html).toContain('<a href="https://shop.example/fjell?a=1">its page');
    expect(html).toContain('<table border="1"');
    expect(html).toContain('<pre><code>const a = 1;</code></pre>');
    expect(html).not.toMatch(/class=|tabindex|<button|Copy code/);
  });

  it('says what a picture shows, and none of the chat’s own words for it', async () => {
    const both = await render(
      'Look: ![A red tent](https://pictures.example/tent.png) ![](https://pictures.example/x.png)',
    );
    expect(both.plain).toBe('Look: A red tent pictures.example');
    expect(both.html).toBe('<p>Look: A red tent pictures.example</p>');
  });

  it('has no space between a link and the full stop behind it', async () => {
    const { html } = await render('See [link](https://elsewhere.example/fjell).');
    expect(html).toBe('<p>See <a href="https://elsewhere.example/fjell">link</a>.</p>');
  });

  it('carries no markup that somebody wrote into it', async () => {
    const { plain, html } = await render('<img src=x onerror=alert(1)> <a href="/x">x</a>');
    expect(plain).toContain('<img src=x onerror=alert(1)>');
    expect(html).not.toMatch(/<img|<a\b/);
  });
});
