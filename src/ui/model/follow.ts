// How the log scrolls: it keeps to the end until the visitor goes up, never jumps while text arrives, and
// stops at the top of an answer that is taller than the view. A card that waits for the visitor's answer stays where it is,
// whatever grows above it. Knows elements and offsets, not messages.

import { type ReadonlySignal, signal } from '@preact/signals';

/** Without a prototype: the browser would take `once` or `signal` from Object.prototype, where a page may have put them. */
const PASSIVE = { __proto__: null, passive: true } as AddEventListenerOptions;

/** Within this distance of the end the log counts as being at the end. */
const NEAR_END_PX = 48;
/** The height, from below, that the "to the end" pill and its shadow cover of the view. */
const PILL_PX = 64;
/** The buttons that take no press while something lies over them (use-aim.ts). */
const ANSWERS = '.choices, .run-here';
/** What the visitor's hand does to move the log, and how long after it a move counts as the hand's, milliseconds. */
const HANDS = ['wheel', 'touchmove', 'keydown', 'pointerdown'];
const HAND_MS = 1_000;
/** The space above an answer at whose top the log has stopped. */
const ANSWER_MARGIN_PX = 12;

export interface Follow {
  /** The end of the log is out of sight. */
  isAway: ReadonlySignal<boolean>;
  /** The pill would cover buttons that answer a question. */
  isOverAnswers: ReadonlySignal<boolean>;
  /**
   * @param onNearTop the visitor has scrolled to where earlier messages are wanted.
   * @param onRoom they would fit into the view, where nothing can be scrolled.
   * @returns a function that stops watching the elements.
   */
  attach(
    scroller: HTMLElement,
    content: HTMLElement,
    onNearTop: () => void,
    onRoom?: () => void,
  ): () => void;
  /**
   * Stick to the end again: the visitor sent something or asked for the newest. With `isAsked` false this is the first look
   * of a page or after the panel was closed, and an answer that is still growing stops at its top.
   */
  stick(isAsked?: boolean): void;
  /** The log was scrolled to another place on purpose: follow only if that is the end. */
  letGo(): void;
  /** It keeps to the end, or to the top of the last answer: the visitor isn't reading further up. */
  isStuck(): boolean;
  /** What scrolls, while it is there. */
  scroller(): HTMLElement | null;
  /** Scrolls the waiting card back to where it was painted last. For callers that measure it between two frames. */
  holdCard(): void;
  /** Keep what is in sight where it is while older entries come in above it. */
  holdPlace(): () => void;
}

export function createFollow(): Follow {
  const isAway = signal(false);
  const isOverAnswers = signal(false);
  let scroller: HTMLElement | null = null;
  let isStuck = true;
  /** When the visitor's hand last moved the log, by the time of its events. */
  let handAt = Number.NEGATIVE_INFINITY;
  /** The answer past whose top the visitor has scrolled on purpose: the log no longer stops there. */
  let passed: Element | null = null;
  /** The offset to which this file scrolled the log last; NaN once something else has scrolled it. */
  let expectedTop = Number.NaN;
  let lastTop = 0;
  /** Where the end was when this file looked last. */
  let lastEnd = 0;
  /** The first card that waits in sight, and where it stands in the view. */
  let card: Element | undefined;
  let cardTop = 0;

  /** An empty log has no end to follow: its greeting is read from the top. */
  const end = (box: HTMLElement) =>
    box.querySelector('.is-empty') ? 0 : box.scrollHeight - box.clientHeight;
  const lastAnswer = (box: HTMLElement) => {
    const rows = box.querySelectorAll('article');
    const last = rows[rows.length - 1];
    return last?.matches('.turn') ? last : null;
  };

  const topOf = (box: HTMLElement, row: Element) =>
    row.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;

  /** The end; or, if what waits for an answer there is taller than the view, its heading. */
  function goal(box: HTMLElement): number {
    const [question] = box.getElementsByClassName('question');
    if (!question) return end(box);
    return Math.min(end(box), Math.max(0, topOf(box, question) - ANSWER_MARGIN_PX));
  }

  /** As far as the log follows by itself: not past the top of the last answer, unless the visitor has passed it. */
  function goalOfAnswer(box: HTMLElement): number {
    const answer = lastAnswer(box);
    if (!answer || answer === passed) return goal(box);
    return Math.min(goal(box), topOf(box, answer) - ANSWER_MARGIN_PX);
  }

  /** The first look at a transcript is its end, however tall the last answer is; one that still grows stops at its top. */
  function lookFirst(box: HTMLElement): void {
    const answer = lastAnswer(box);
    if (!answer?.matches('.is-working')) passed = answer;
    moveTo(box, goalOfAnswer(box));
  }

  function moveTo(box: HTMLElement, top: number): void {
    box.scrollTop = top;
    expectedTop = box.scrollTop;
    lastTop = expectedTop;
    lastEnd = end(box);
    noteCard(box);
  }

  function noteCard(box: HTMLElement): void {
    const view = box.getBoundingClientRect();
    card = [...box.getElementsByClassName('question')].find((question) => {
      const { top, bottom } = question.getBoundingClientRect();
      cardTop = top - view.top;
      return bottom > view.top && top < view.bottom;
    });
  }

  function noteEnd(box: HTMLElement): void {
    lastEnd = end(box);
    isAway.value = lastEnd - box.scrollTop > NEAR_END_PX;
    const { bottom: edge } = box.getBoundingClientRect();
    isOverAnswers.value =
      isAway.value &&
      [...box.querySelectorAll(ANSWERS)].some((answers) => {
        // Answers that go on below the view take no press yet, and the pill leads to them.
        const { bottom } = answers.getBoundingClientRect();
        return bottom <= edge && bottom > edge - PILL_PX;
      });
  }

  /**
   * A card that waits takes no press while its last button is cut off, and nothing leads to an end as near as this: so
   * the log goes there.
   */
  function showAnswers(box: HTMLElement): void {
    const isNear = end(box) - box.scrollTop <= NEAR_END_PX;
    if (card && isStuck && isNear) moveTo(box, end(box));
  }

  /** Scrolls the waiting card back before a frame is painted. False: it hasn't moved, or no card waits. */
  function holdCard(box: HTMLElement): boolean {
    if (!card || !box.contains(card)) return false;
    const top = box.scrollTop;
    const shift = card.getBoundingClientRect().top - box.getBoundingClientRect().top - cardTop;
    if (Math.abs(shift) >= 1) moveTo(box, top + shift);
    return box.scrollTop !== top;
  }

  function settle(): void {
    const box = scroller;
    if (!box) return;
    if (!holdCard(box) && isStuck) {
      const target = goalOfAnswer(box);
      if (target > box.scrollTop) moveTo(box, target);
    }
    noteCard(box);
    showAnswers(box);
    noteEnd(box);
  }

  return {
    isAway,
    isOverAnswers,
    attach(box, content, onNearTop, onRoom) {
      scroller = box;
      const look = () => {
        settle();
        if (box.clientHeight > 0 && end(box) <= 0) onRoom?.();
      };
      const onHand = (event: Event) => {
        // Of presses those on the scrollbar move the log.
        if (event.type !== 'pointerdown' || event.target === box) handAt = event.timeStamp;
      };
      const onScroll = (event: Event) => {
        const isOwn = Math.abs(box.scrollTop - expectedTop) < 2;
        const hasGoneUp = box.scrollTop < lastTop;
        lastTop = box.scrollTop;
        noteCard(box);
        if (!isOwn) {
          expectedTop = Number.NaN;
          const isAtEnd = end(box) - box.scrollTop <= NEAR_END_PX;
          const isByHand = event.timeStamp - handAt < HAND_MS;
          // Only going up lets go. The browser itself moves the log down when a row grows above what it holds on
          // to, and in that frame the end may already be further off. It moves the log up when a row shrinks, as a text
          // does that is drawn anew, and the row may have grown again by now.
          const isShift = !isByHand && end(box) !== lastEnd;
          if (isAtEnd || (hasGoneUp && !isShift)) isStuck = isAtEnd;
          // Momentum goes on when the hand has left. The browser, which also moves the log, passes no answer.
          if (isByHand) {
            handAt = event.timeStamp;
            const answer = lastAnswer(box);
            // An answer whose top is still in sight has not been passed, even where its end is near.
            if (isAtEnd && answer && topOf(box, answer) < box.scrollTop) passed = answer;
          }
        }
        noteEnd(box);
        if (box.scrollTop < box.clientHeight) onNearTop();
      };
      const onScrollEnd = () => showAnswers(box);
      for (const type of HANDS) box.addEventListener(type, onHand, PASSIVE);
      box.addEventListener('scroll', onScroll);
      box.addEventListener('scrollend', onScrollEnd);
      const observer = new ResizeObserver(look);
      observer.observe(content);
      observer.observe(box);
      // In an empty log the visitor may have scrolled through the greeting before this was attached: they stay there.
      if (!box.querySelector('.is-empty')) lookFirst(box);
      // Listeners go with their element.
      return () => {
        observer.disconnect();
        if (scroller === box) scroller = null;
      };
    },
    stick(isAsked = true) {
      isStuck = true;
      if (!scroller) return;
      // The hand that scrolled before this passes no answer that comes after it.
      handAt = Number.NEGATIVE_INFINITY;
      if (isAsked) {
        passed = lastAnswer(scroller);
        moveTo(scroller, end(scroller));
      } else lookFirst(scroller);
      noteEnd(scroller);
    },
    letGo() {
      if (scroller) isStuck = end(scroller) - scroller.scrollTop <= NEAR_END_PX;
    },
    isStuck: () => isStuck,
    scroller: () => scroller,
    holdCard() {
      // The visitor has scrolled, and the scroll event is still to come: the card belongs where it is now.
      if (scroller?.scrollTop === lastTop) holdCard(scroller);
    },
    holdPlace() {
      const box = scroller;
      if (!box) return () => {};
      let anchor = [...box.querySelectorAll('article')].find(
        (row) => row.getBoundingClientRect().bottom > box.getBoundingClientRect().top,
      );
      const before = anchor ? topOf(box, anchor) - box.scrollTop : 0;
      return () => {
        // Also where the browser has moved the log already: its scroll event then counts as ours.
        if (anchor?.isConnected) moveTo(box, topOf(box, anchor) - before);
        // Preact keeps this function until the next one comes, and a row holds all of its conversation.
        anchor = undefined;
      };
    },
  };
}
