// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { agent, running, session, user } from '../../../test/gallery/build.ts';
import type { SessionSnapshot } from '../../session/types.ts';
import { mount } from './harness.ts';

const ASKED = user('Hi');
const SEEN = agent(['Seen.']);
const NEWS = agent(['News.']);
const MORE = agent(['More news.']);
const then = session([ASKED, SEEN]);
const now = session([ASKED, SEEN, NEWS, MORE]);

const place = (seen: string) => JSON.stringify({ sessionId: then.sessionId, seen, at: null });

/** A chat whose visitor has read up to what `reading` says. */
function visit(state: SessionSnapshot, reading: string | null = null, isClosed = false) {
  const kept = new Map(reading === null ? [] : [['reading', reading]]);
  const view = mount({ session: state }, { isClosed, settings: kept });
  const texts = () =>
    [...view.root.querySelectorAll('.page > *')].map((row) =>
      row.matches('.new') ? 'NEW' : (row.querySelector('p:not(.hidden)')?.textContent ?? ''),
    );
  return { ...view, texts, kept };
}

describe('what is new', () => {
  it('has a mark before it when the panel opens, until the visitor says something', async () => {
    const view = visit(then);
    await view.pass(1_000);
    expect(view.texts()).not.toContain('NEW');
    view.panel.close();
    await view.show(now);
    view.panel.open();
    await view.pass();
    expect(view.texts()).toEqual(['Hi', 'Seen.', 'NEW', 'News.', 'More news.']);
    await view.show(session([...now.entries, user('Thanks')]));
    expect(view.texts()).toEqual(['Hi', 'Seen.', 'News.', 'More news.', 'Thanks']);
  });

  it('is all of an answer of which nothing could be read yet', async () => {
    const begun = agent([], { turn: { state: 'working' } });
    const view = visit(session([ASKED, begun], { run: running() }));
    await view.pass(1_000);
    view.panel.close();
    await view.show(session([ASKED, { ...begun, ...agent(['News.']), key: begun.key }]));
    view.panel.open();
    await view.pass();
    expect(view.texts()).toEqual(['Hi', 'NEW', 'News.']);
  });

  it('is no answer whose beginning was read', async () => {
    const begun = agent(['New'], { turn: { state: 'working' } });
    const view = visit(session([ASKED, begun], { run: running() }));
    await view.pass(1_000);
    view.panel.close();
    await view.show(session([ASKED, { ...begun, ...agent(['News.']), key: begun.key }]));
    view.panel.open();
    await view.pass();
    expect(view.texts()).not.toContain('NEW');
  });

  it('is not told by a tab out of sight, which may know less than the one that is read', async () => {
    const view = visit(then);
    const log = view.root.querySelector('.log') as HTMLElement;
    // This document has no layout; a log of no height is one that can't be read.
    Object.defineProperty(log, 'clientHeight', { value: 500 });
    const seenBy = () => JSON.parse(view.kept.get('reading') ?? '{}').seen;
    const looks = vi.spyOn(Document.prototype, 'visibilityState', 'get').mockReturnValue('hidden');
    await view.show(now);
    await view.pass(1_000);
    expect(seenBy()).toBeUndefined();
    looks.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await view.pass(1_000);
    expect(seenBy()).toBe(MORE.key);
    looks.mockRestore();
  });

  it('is not told by a panel that was never opened, though it is laid out and scrolls', async () => {
    const view = visit(then, place(ASKED.key), true);
    const log = view.root.querySelector('.log') as HTMLElement;
    Object.defineProperty(log, 'clientHeight', { value: 500 });
    await view.pass(1_000);
    view.kept.set('reading', 'as another tab has noted it');
    log.dispatchEvent(new Event('scroll'));
    await view.pass(1_000);
    expect(view.kept.get('reading')).toBe('as another tab has noted it');
  });

  it('has none once it was looked at', async () => {
    const view = visit(then);
    await view.pass(1_000);
    await view.show(now);
    view.panel.close();
    await view.pass();
    view.panel.open();
    await view.pass();
    expect(view.texts()).not.toContain('NEW');
  });

  it('is told from what an earlier page has shown, also where the gateway is asked first', async () => {
    const view = visit({ ...then, isUpToDate: false }, place(SEEN.key));
    await view.pass(1_000);
    expect(view.texts()).not.toContain('NEW');
    await view.show(now);
    expect(view.texts()).toEqual(['Hi', 'Seen.', 'NEW', 'News.', 'More news.']);
  });

  it('has its mark also where more came than is drawn at first', async () => {
    const many = Array.from({ length: 60 }, (_, at) => agent([`Answer ${at}.`]));
    const view = visit(session(many), place(many[9]?.key ?? ''));
    await view.pass(1_000);
    const texts = view.texts();
    expect(texts.slice(texts.indexOf('NEW'), texts.indexOf('NEW') + 2)).toEqual([
      'NEW',
      'Answer 10.',
    ]);
    expect(texts.at(-1)).toBe('Answer 59.');
  });

  it('is drawn page by page where much came: its beginning and the end at once', async () => {
    const many = Array.from({ length: 300 }, (_, at) => agent([`Answer ${at}.`]));
    const known = session(many.slice(0, 10));
    const view = visit({ ...known, isUpToDate: false }, place(many[9]?.key ?? ''));
    await view.pass(1_000);
    await view.show(session(many));
    const texts = view.texts();
    expect(texts.slice(8, 12)).toEqual(['Answer 8.', 'Answer 9.', 'NEW', 'Answer 10.']);
    expect(texts.at(-1)).toBe('Answer 299.');
    expect(texts.length).toBeLessThan(200);
    await view.pass(1_000);
    expect(view.texts().filter((text) => text !== 'NEW')).toEqual(
      many.map((_, at) => `Answer ${at}.`),
    );
  });

  it.each([
    null,
    '{',
    '{"sessionId":1}',
    place('gone'),
    JSON.stringify({ sessionId: 'another', seen: SEEN.key }),
  ])('is nothing where what was kept is of no use (%s)', async (kept) => {
    const view = visit(now, kept);
    await view.pass(1_000);
    expect(view.texts()).toEqual(['Hi', 'Seen.', 'News.', 'More news.']);
  });
});

describe('a log that is laid out', () => {
  const many = Array.from({ length: 60 }, (_, at) => agent([`Answer ${at}.`]));
  const at = (key: string) =>
    JSON.stringify({
      sessionId: then.sessionId,
      seen: many.at(-1)?.key,
      at: { key, offset: 40 },
    });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  /** The log has a height, and its rows stand 100 px apart. */
  async function visitLaidOut(reading: string | null, height = 500) {
    const changed: (() => void)[] = [];
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(hear: () => void) {
          changed.push(hear);
        }
        observe() {}
        disconnect() {}
      },
    );
    const view = visit(session(many), reading);
    const log = view.root.querySelector('.log') as HTMLElement;
    const rows = () => [...log.querySelectorAll('[data-key]')];
    Object.defineProperty(log, 'clientHeight', { value: height });
    Object.defineProperty(log, 'scrollHeight', {
      get: () => Math.max(height, 100 * rows().length),
    });
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      const row = rows().indexOf(this);
      if (row < 0) return new DOMRect(0, 0, 300, height);
      return new DOMRect(0, 100 * row - log.scrollTop, 300, 100);
    });
    await view.pass(1_000);
    const settle = async () => {
      for (const hear of changed) hear();
      await view.pass(100);
    };
    await settle();
    return { ...view, log, settle };
  }

  it('fills its view, however tall: nothing could be scrolled to bring more', async () => {
    const { texts, settle } = await visitLaidOut(null, 3_500);
    for (let frame = 0; frame < 5; frame++) await settle();
    expect(texts().length).toBeGreaterThanOrEqual(35);
    expect(texts().length).toBeLessThan(60);
  });

  it('finds where the visitor stopped reading, also before what is drawn at first', async () => {
    const { screen } = await visitLaidOut(at(many[5]?.key ?? ''));
    const row = screen.getByText('Answer 5.').closest('[data-key]');
    expect(row?.getBoundingClientRect().top).toBe(40);
  });

  it('notes that place anew where its message isn’t there any more', async () => {
    const { log, kept, pass } = await visitLaidOut(at('gone'));
    log.scrollTop = 1_000;
    log.dispatchEvent(new Event('scroll'));
    await pass(1_000);
    expect(JSON.parse(kept.get('reading') ?? '').at.key).toBe(many[54]?.key);
  });
});
