import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFollow } from '../../ui/model/follow.ts';

/** A log of which only the numbers matter; jsdom has no layout of its own. */
function createBox(scrollHeight: number) {
  const box = document.createElement('div');
  const size = { scrollHeight, top: 0 };
  Object.defineProperties(box, {
    scrollHeight: { get: () => size.scrollHeight },
    clientHeight: { get: () => 500 },
    scrollTop: {
      get: () => size.top,
      set: (top: number) => {
        size.top = Math.max(0, Math.min(top, size.scrollHeight - 500));
      },
    },
  });
  return {
    box,
    size,
    /** The browser or the visitor has moved the log. */
    moves(top: number) {
      size.top = top;
      box.dispatchEvent(new Event('scroll'));
    },
  };
}

describe('following the end of the log', () => {
  let resized: () => void;

  beforeEach(() => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: () => void) {
          resized = callback;
        }
        observe() {}
        disconnect() {}
      },
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  function createGreeted(scrollHeight: number) {
    const log = createBox(scrollHeight);
    log.box.innerHTML = '<div class="greeting is-empty"></div>';
    return { ...log, follow: createFollow() };
  }

  function attach(scrollHeight: number) {
    const log = createBox(scrollHeight);
    const follow = createFollow();
    follow.attach(log.box, document.createElement('div'), () => {});
    return { ...log, follow };
  }

  it('goes along when the log grows', () => {
    const { size } = attach(1_000);
    size.scrollHeight = 1_200;
    resized();
    expect(size.top).toBe(700);
  });

  it('shows an empty conversation from its first words', () => {
    const { box, size, follow } = createGreeted(1_000);
    follow.attach(box, document.createElement('div'), () => {});
    expect(size.top).toBe(0);
    resized();
    follow.stick();
    expect(size.top).toBe(0);
    expect(follow.isAway.value).toBe(false);
  });

  it('stays where it was sent on purpose, also if the log has grown before the browser tells of it', () => {
    const { size, moves, follow } = attach(1_000);
    size.top = 100;
    follow.letGo();
    size.scrollHeight = 1_311;
    moves(100);
    resized();
    expect(size.top).toBe(100);
    // Near the end it follows.
    size.top = 800;
    follow.letGo();
    size.scrollHeight = 1_400;
    resized();
    expect(size.top).toBe(900);
  });

  it('holds on when the browser shifts the log in the frame in which it grows', () => {
    const { size, moves, follow } = attach(1_000);
    size.scrollHeight = 1_311;
    // Scroll anchoring keeps a row in its place below 44 new pixels; a question of 267 comes in the same frame.
    moves(544);
    resized();
    expect(size.top).toBe(811);
    expect(follow.isAway.value).toBe(false);
  });

  it('holds on when a row is drawn anew, smaller for a moment, and the browser shifts the log meanwhile', () => {
    const { size, moves, follow } = attach(1_000);
    // The browser has moved the log to the end of 800 pixels; when it tells of that, the row is larger than before.
    size.scrollHeight = 1_400;
    moves(300);
    resized();
    expect(size.top).toBe(900);
    expect(follow.isAway.value).toBe(false);
  });

  it('keeps a card that waits for an answer where it is while something grows above it', () => {
    const { box, size, moves } = attach(1_000);
    const card = document.createElement('fieldset');
    card.className = 'question';
    box.append(card);
    let above = 700;
    card.getBoundingClientRect = () => new DOMRect(0, above - size.top, 300, 200);
    box.getBoundingClientRect = () => new DOMRect(0, 0, 300, 500);
    resized();
    expect(size.top).toBe(500);
    // The visitor reads a little further up: it stands where they have put it.
    moves(450);
    above += 44;
    size.scrollHeight += 44;
    resized();
    expect(above - size.top).toBe(250);
    above -= 100;
    size.scrollHeight -= 100;
    resized();
    expect(above - size.top).toBe(250);
    // Out of sight it is nobody's aim, and what is in sight stays.
    moves(0);
    above += 300;
    size.scrollHeight += 300;
    resized();
    expect(size.top).toBe(0);
  });

  it('shows the last button of that card where the end is too near for anything else to lead to it', () => {
    const { box, size, moves } = attach(1_000);
    const card = document.createElement('fieldset');
    card.className = 'question';
    box.append(card);
    box.getBoundingClientRect = () => new DOMRect(0, 0, 300, 500);
    card.getBoundingClientRect = () => new DOMRect(0, 700 - size.top, 300, 300);
    resized();
    expect(size.top).toBe(500);
    // The card itself has grown, or the view has become lower.
    size.scrollHeight += 13;
    resized();
    expect(size.top).toBe(513);
    // The visitor has let go of the log a few pixels above its end.
    moves(490);
    box.dispatchEvent(new Event('scrollend'));
    expect(size.top).toBe(513);
    // Whoever goes further up stays there.
    moves(450);
    box.dispatchEvent(new Event('scrollend'));
    expect(size.top).toBe(450);
  });

  it('puts that card back before the frame for one who asks, unless somebody has just scrolled', () => {
    const { box, size, moves, follow } = attach(1_000);
    const card = document.createElement('fieldset');
    card.className = 'question';
    box.append(card);
    let above = 700;
    card.getBoundingClientRect = () => new DOMRect(0, above - size.top, 300, 200);
    box.getBoundingClientRect = () => new DOMRect(0, 0, 300, 500);
    resized();
    above += 44;
    size.scrollHeight += 44;
    follow.holdCard();
    expect(size.top).toBe(544);
    // The event that tells of it comes with the next frame.
    size.top = 450;
    follow.holdCard();
    expect(size.top).toBe(450);
    moves(450);
    follow.holdCard();
    expect(size.top).toBe(450);
  });

  it('knows when the way to the end would lie over the buttons of a question', () => {
    const { box, moves, follow } = attach(2_000);
    const answers = document.createElement('div');
    answers.className = 'choices';
    box.append(answers);
    box.getBoundingClientRect = () => new DOMRect(0, 0, 300, 500);
    const standsAt = (top: number) => {
      answers.getBoundingClientRect = () => new DOMRect(0, top, 300, 140);
      moves(1_000);
      return follow.isOverAnswers.value;
    };
    expect(follow.isOverAnswers.value).toBe(false);
    expect(standsAt(200)).toBe(false);
    expect(standsAt(300)).toBe(true);
    expect(standsAt(360)).toBe(true);
    // They go on below the view: the way there is wanted.
    expect(standsAt(361)).toBe(false);
    expect(follow.isAway.value).toBe(true);
  });

  it('lets go when the visitor goes up, and holds on again at the end', () => {
    const { size, moves, follow } = attach(1_000);
    moves(300);
    size.scrollHeight = 1_200;
    resized();
    expect(size.top).toBe(300);
    expect(follow.isAway.value).toBe(true);
    moves(690);
    size.scrollHeight = 1_400;
    resized();
    expect(size.top).toBe(900);
  });

  it('holds on when the browser itself keeps the place that was held, as rows above leave', () => {
    const { box, size, moves } = createBox(2_000);
    box.innerHTML = '<article class="turn is-working"></article>';
    document.body.append(box);
    let answerAt = 1_012;
    const place = () => new DOMRect(0, answerAt - size.top, 300, 900);
    Object.assign(box.firstElementChild ?? {}, { getBoundingClientRect: place });
    const follow = createFollow();
    follow.attach(box, document.createElement('div'), () => {});
    expect(size.top).toBe(1_000);
    const hold = follow.holdPlace();
    size.scrollHeight = 1_500;
    size.top = 500;
    answerAt = 512;
    hold();
    resized();
    moves(500);
    expect(follow.isStuck()).toBe(true);
    box.remove();
  });

  it('lets go of one who goes all the way to the top', () => {
    const { size, moves } = attach(1_000);
    // By the browser, a little; then by the visitor.
    moves(490);
    moves(0);
    size.scrollHeight = 1_200;
    resized();
    expect(size.top).toBe(0);
  });

  /** An answer at the end of the log, whose top is 800 pixels below the log's. */
  function growing(box: HTMLElement, size: { top: number }) {
    const answer = document.createElement('article');
    answer.className = 'turn is-working';
    answer.getBoundingClientRect = () => new DOMRect(0, 800 - size.top, 300, 200);
    box.getBoundingClientRect = () => new DOMRect(0, 0, 300, 500);
    box.append(answer);
  }

  it('stays at the top of an answer also where the browser moves the log', () => {
    const { box, size, moves } = attach(1_000);
    growing(box, size);
    size.scrollHeight = 1_240;
    resized();
    expect(size.top).toBe(740);
    // Scroll anchoring, in the frame in which the end is still near.
    moves(744);
    for (size.scrollHeight = 1_300; size.scrollHeight < 2_000; size.scrollHeight += 100) resized();
    expect(size.top).toBe(788);
  });

  it('goes on with an answer for one who has scrolled to its end by hand', () => {
    const { box, size, moves } = attach(1_000);
    growing(box, size);
    size.scrollHeight = 1_500;
    resized();
    expect(size.top).toBe(788);
    box.dispatchEvent(new Event('wheel'));
    moves(1_000);
    size.scrollHeight = 1_600;
    resized();
    expect(size.top).toBe(1_100);
  });

  it('begins at the end, and still stops at the top of an answer that grows then', () => {
    const { box, size, follow } = attach(1_000);
    growing(box, size);
    size.scrollHeight = 1_100;
    follow.stick(false);
    expect(size.top).toBe(600);
    size.scrollHeight = 2_000;
    resized();
    expect(size.top).toBe(788);
    follow.stick();
    size.scrollHeight = 2_100;
    resized();
    expect(size.top).toBe(1_600);
  });

  it('stops at the top of an answer for one who has scrolled by hand just before asking', () => {
    const { box, size, moves, follow } = attach(1_000);
    box.dispatchEvent(new Event('wheel'));
    moves(200);
    follow.stick();
    growing(box, size);
    // The hand's momentum, or the browser, in the moment in which the answer begins.
    moves(498);
    size.scrollHeight = 2_000;
    resized();
    expect(size.top).toBe(788);
  });

  it('has not passed an answer whose top is in sight, however often its end is looked for', () => {
    const { box, size, moves } = attach(1_000);
    growing(box, size);
    box.dispatchEvent(new Event('wheel'));
    moves(300);
    moves(500);
    size.scrollHeight = 2_000;
    resized();
    expect(size.top).toBe(788);
  });

  it('stands at the top of an answer that has grown past the view when it is looked at for the first time', () => {
    const { box, size, follow } = attach(2_000);
    growing(box, size);
    follow.stick(false);
    expect(size.top).toBe(788);
    expect(follow.isAway.value).toBe(true);
    size.scrollHeight = 2_500;
    resized();
    expect(size.top).toBe(788);
  });

  it('does not take hold of one who goes down and stops on the way', () => {
    const { size, moves } = attach(2_000);
    moves(300);
    moves(900);
    size.scrollHeight = 2_200;
    resized();
    expect(size.top).toBe(900);
  });
});
