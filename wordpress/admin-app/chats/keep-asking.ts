// Asks again and again while somebody looks at the page: at once when they come back to it.

import { useEffect, useRef } from '@wordpress/element';

/** @param ask resolves when the answer is in; the next question follows `ms` later. */
export function useKeepAsking(ask: () => Promise<void>, ms: number, key: string): void {
  const latest = useRef(ask);
  latest.current = ask;
  // Another key is another question, which is asked at once.
  useEffect(() => {
    let isOver = false;
    let timer = 0;
    let isAsking = false;
    const next = async (): Promise<void> => {
      clearTimeout(timer);
      if (isOver || isAsking || document.hidden) return;
      isAsking = true;
      await latest.current();
      isAsking = false;
      if (!isOver) timer = window.setTimeout(() => void next(), ms);
    };
    const onSeen = (): void => void next();
    document.addEventListener('visibilitychange', onSeen);
    void next();
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onSeen);
    };
  }, [key, ms]);
}
