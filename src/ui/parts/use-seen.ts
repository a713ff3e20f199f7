// Whether the visitor can have seen what they are asked to allow. In a view of a few lines the answers stand over the
// card (question.css), so that Allow could be pressed while what would run is still below the edge. Knows places, and nothing
// of answers.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { document } from '../../dom/document.ts';
import type { ChatModel } from '../model/types.ts';

/** So much of a row has been seen when it counts; of one that is taller than the view, so much of the view. */
const PART = 0.6;
// Not by Array.from with a function: Prototype and MooTools replace it by one that ignores the function.
const STEPS = [...Array(21).keys()].map((step) => step / 20);

export interface Seen {
  /** All of it has been in view, or the answers stand below it. */
  isSeen(): boolean;
  /** Not all of it has been, and the visitor has been told so. */
  isWaiting: boolean;
  /** It need not be in view any more. */
  pass(): void;
  /** Scrolls to the first part that has not been in view. */
  show(): void;
}

/**
 * @param answers stands over the card in a small view.
 * @param rows chooses the parts of the card that must have been in view.
 */
export function useSeen(
  chat: Pick<ChatModel, 'log' | 'words' | 'announcer'>,
  card: { current: HTMLElement | null },
  answers: { current: HTMLElement | null },
  rows: string,
): Seen {
  const unseen = useRef(new Set<Element>());
  const wasTold = useRef(false);
  // Told from the start where it may be so: the words take room of their own, which counts below.
  const [left, draw] = useState(isOver() ? 1 : 0);
  const pass = () => {
    unseen.current.clear();
    draw(Number.NaN);
  };
  useLayoutEffect(() => {
    const over = answers.current;
    if (!card.current || !over || typeof IntersectionObserver !== 'function') return;
    const left = new Set(card.current.querySelectorAll(rows));
    unseen.current = left;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, intersectionRect, rootBounds } of entries) {
          const { height } = target.getBoundingClientRect();
          const needed = PART * Math.min(height, rootBounds?.height ?? height);
          if (isIntersecting && intersectionRect.height >= needed && left.delete(target)) {
            observer.unobserve(target);
            draw(left.size);
          }
        }
        if (left.size === 0 || wasTold.current || !isOver()) return;
        wasTold.current = true;
        chat.announcer.say(chat.words.peek().t('scrollFirst'));
      },
      {
        // Not by `follow`, which knows the log only once the first rows are drawn, of which this may be one.
        root: card.current.closest('.log'),
        rootMargin: `0px 0px -${isOver() ? over.offsetHeight : 0}px`,
        threshold: STEPS,
      },
    );
    for (const row of left) observer.observe(row);
    draw(left.size);
    return () => observer.disconnect();
  }, []);

  return {
    isWaiting: left > 0 && isOver(),
    isSeen: () => unseen.current.size === 0 || !isOver(),
    pass,
    show() {
      const box = chat.log.follow.scroller();
      const [first] = unseen.current;
      if (!box || !first) return;
      box.scrollTop += first.getBoundingClientRect().top - box.getBoundingClientRect().top;
    },
  };
}

/** The answers stay in view while the card scrolls behind them: see question.css. */
const isOver = (): boolean =>
  document.defaultView?.matchMedia?.('(max-height: 400px)').matches === true;
