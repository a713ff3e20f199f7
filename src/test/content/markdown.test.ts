import { describe, expect, it, vi } from 'vitest';
import { scrollTable } from '../../content/table-scroller.ts';
import { createRig } from './support.ts';

const { draw } = await createRig();

describe('markdown', () => {
  it('draws the marks that answers use', () => {
    expect(draw('**b** *e* ~~d~~ `c<d` &copy;\nnext').html).toBe(
      '<p><strong>b</strong> <em>e</em> <del>d</del> <code>c&lt;d</code> ©<br>next</p>',
    );
  });

  it.each([
    ['safe\u202emoc.elgoog', 'safe[U+202E]moc.elgoog'],
    ['\u202d1 &#x202E;2', '[U+202D]1 [U+202E]2'],
    ['`if (x\u2066\u202e) {`', 'if (x[U+2066][U+202E]) {'],
    // Ordinary in running text of two directions, and in numbers copied from a phone.
    ['\u2068name\u2069 \u202a+49 30\u202c \u200fא', '\u2068name\u2069 \u202a+49 30\u202c \u200fא'],
  ])('shows what turns a text around: %j reads %j', (markdown, text) => {
    expect(draw(markdown).text).toBe(text);
  });

  it('shows and copies code in the order in which it runs', async () => {
    const rig = await createRig();
    for (const end of ['', '```']) {
      const { root } = rig.draw(`\`\`\`js\nlevel != "user\u202e\u2066"\n${end}`);
      expect(root.querySelector('pre')?.textContent).toContain('"user[U+202E][U+2066]"');
      root.querySelector<HTMLElement>('.copy')?.click();
      expect(rig.copies.pop()).toContain('"user[U+202E][U+2066]"');
    }
  });

  // The lexer takes the square of their number to find that they don't belong together.
  it.each([
    ['marks that never pair', '1.*'.repeat(1000)],
    ['the same on lines of their own', '1.*a\n'.repeat(700)],
    ['lines that go on with an item without end', `- a\n${'(- a\n'.repeat(3000)}`],
  ])('shows %s as they stand', (_, source) => {
    const { root, text } = draw(source);
    expect(root.querySelector('em, strong, ul ul')).toBeNull();
    expect(text.replace(/\s/g, '').length).toBeGreaterThan(source.replace(/\s/g, '').length * 0.99);
  });

  it('still draws what is only rich', () => {
    expect(draw('**word** '.repeat(120)).root.querySelectorAll('strong')).toHaveLength(120);
    const rows = '| **a** | **b** |\n'.repeat(60);
    expect(draw(`| a | b |\n| - | - |\n${rows}`).root.querySelectorAll('td strong')).toHaveLength(
      120,
    );
    expect(draw('- [a](/b) **c**\n'.repeat(200)).root.querySelectorAll('li strong')).toHaveLength(
      200,
    );
  });

  it('levels headings one step at a time below the message’s own', () => {
    const { root } = draw('## a\n\n#### b\n\n# c\n\n## d\n\n### e\n\n#### f');
    const levels = [...root.children].map((heading) => heading.localName);
    expect(levels).toEqual(['h4', 'h5', 'h4', 'h5', 'h6', 'h6']);
  });

  it('goes on counting where a long list is drawn in several elements', () => {
    const items = Array.from({ length: 600 }, (_, index) => `${index + 7}. item number ${index}`);
    const { root } = draw(items.join('\n'));
    const starts = [...root.querySelectorAll('ol')].map((list) => list.start);
    expect(starts).toEqual(starts.map((_, index) => 7 + 50 * index));
    expect(starts.length).toBe(12);
    expect(root.querySelectorAll('ol > li')).toHaveLength(600);
  });

  it('lets one kind of list end another', () => {
    expect(draw('- a\n- b\n* c\n\n1. d\n2) e').root.querySelectorAll('ul, ol')).toHaveLength(4);
  });

  it('draws tasks as signs, since answers hold no controls', () => {
    expect(draw('- [x] done\n- [ ] open').html).toBe(
      '<ul><li alt="task"><b alt="box">☑</b> done</li><li alt="task"><b alt="box">☐</b> open</li></ul>',
    );
  });

  it('makes a table a region that the keyboard can scroll, where no size is told', async () => {
    vi.stubGlobal('ResizeObserver', undefined);
    const tables: HTMLElement[] = [];
    const rig = await createRig({ onTable: (box) => tables.push(box) });
    rig.draw('| a |\n| - |\n| 1 |');
    const [box] = tables;
    const table = box?.querySelector('table');
    if (!box || !table) throw new Error('No table was told of.');
    scrollTable(box, table, () => 'Table');
    vi.unstubAllGlobals();
    expect(box.getAttribute('role')).toBe('region');
    expect(box.getAttribute('tabindex')).toBe('0');
    expect(box.getAttribute('aria-label')).toBe('Table');
  });

  it('resolves a definition that stands below its use, in a text of any length', () => {
    const filler = 'Some words of an answer.\n\n'.repeat(400);
    const { root } = draw(
      `see [the page][p]\n\n${filler}- [p] in a list\n- x\n\n[p]: https://example.com/p`,
    );
    expect([...root.querySelectorAll('a')].map((a) => a.href)).toEqual([
      'https://example.com/p',
      'https://example.com/p',
    ]);
  });

  it('shows raw HTML as the text it is', () => {
    const { root, text } = draw(
      'a <a href="/x" onclick="x()">b</a>\n\n<div class="x">\nblock</div>\n\n<script>x()</script>',
    );
    expect(root.querySelectorAll('a, div, script')).toHaveLength(0);
    expect(text).toContain('<a href="/x" onclick="x()">b</a>');
    expect(text).toContain('<script>x()</script>');
  });

  it('keeps code exactly, in pieces of twenty lines, and copies it whole', async () => {
    const code = Array.from({ length: 55 }, (_, line) => `  line ${line} <b>`).join('\n');
    const rig = await createRig();
    const { root } = rig.stream(
      `\`\`\`ts title\n${code}\n\`\`\`\nafter`,
      [12, 40, 41, 300, 301, 302],
    );
    expect(root.querySelectorAll('.lines')).toHaveLength(3);
    root.querySelector<HTMLElement>('button.copy')?.click();
    expect(rig.copies).toEqual([code]);
    expect(root.querySelector('.code-bar span')?.textContent).toBe('ts');
    expect(root.lastElementChild?.outerHTML).toBe('<p>after</p>');
  });

  it('leaves nothing behind when it is closed', async () => {
    const rig = await createRig();
    const root = document.createElement('div');
    const view = rig.content.createView(root);
    view.update('# a\n\nb');
    view.close();
    expect(root.childNodes).toHaveLength(0);
  });

  it('starts anew when a text is replaced rather than extended', async () => {
    const rig = await createRig();
    const root = document.createElement('div');
    const view = rig.content.createView(root);
    view.update('first text\n\nand more of it\n\nend');
    view.update('second');
    expect(root.innerHTML).toBe('<p>second</p>');
    view.update('secant and more');
    expect(root.innerHTML).toBe('<p>secant and more</p>');
    view.update('sec');
    expect(root.innerHTML).toBe('<p>sec</p>');
  });
});

describe('a text that is too much', () => {
  it.each([
    ['10,000 nested quotes', `${'>'.repeat(10_000)} deep`],
    ['deep lists', Array.from({ length: 40 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')],
    ['deep emphasis', `${'*a **b '.repeat(200)}x${'** *'.repeat(200)}`],
    ['deep brackets', '['.repeat(5000)],
    ['150 KB of a**b', 'a**b'.repeat(37_500)],
  ])('shows %s as text, and loses no letter of it', (_, markdown) => {
    const letters = (text: string) => text.replace(/[^a-z]/g, '');
    expect(letters(draw(markdown).text)).toBe(letters(markdown));
  });

  it('cuts a message of a megabyte, and goes on when asked', () => {
    const { root } = draw('word '.repeat(200_000));
    const first = root.textContent?.length ?? 0;
    expect(first).toBeLessThan(210_000);
    root.querySelector<HTMLElement>('button.more')?.click();
    expect(root.textContent?.length).toBeGreaterThan(first + 150_000);
    expect(root.querySelectorAll('button.more')).toHaveLength(1);
  });

  it('leaves the rest of a long text to later tasks, and ends as the same', async () => {
    const queue: (() => void)[] = [];
    let now = 0;
    const rig = await createRig({
      now: () => (now += 5),
      later: (work) => {
        queue.push(work);
        return () => queue.splice(queue.indexOf(work), 1);
      },
    });
    const text = 'A paragraph of words.\n\n'.repeat(2000);
    const root = document.createElement('div');
    const view = rig.content.createView(root);
    view.update(text);
    expect(view.isSettled).toBe(false);
    let tasks = 0;
    for (let work = queue.shift(); work; work = queue.shift(), tasks++) work();
    expect(tasks).toBeGreaterThan(3);
    expect(view.isSettled).toBe(true);
    expect(root.querySelectorAll('p')).toHaveLength(2000);
  });
});
