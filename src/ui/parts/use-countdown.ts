// Time that passes on screen: a countdown and a delay, by the ports' clock alone.

import { useEffect, useState } from 'preact/hooks';
import type { ChatModel } from '../model/types.ts';

/** Milliseconds left until `until` (Unix ms), 0 once it is past; draws again each second. */
export function useCountdown(chat: Pick<ChatModel, 'ports'>, until: number | null): number {
  const [, tick] = useState(0);
  const left = until === null ? 0 : Math.max(0, until - chat.ports.now());
  useEffect(() => {
    if (left === 0) return undefined;
    return chat.ports.after(left % 1000 || 1000, () => tick((count) => count + 1));
  });
  return left;
}

/** False at first, true once `isOn` has been so for `delayMs`, which is more than 0. */
export function useDelayed(
  chat: Pick<ChatModel, 'ports'>,
  isOn: boolean,
  delayMs: number,
): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (isOn) return chat.ports.after(delayMs, () => setDue(true));
    setDue(false);
    return undefined;
    // A delay that nobody waits for may change with each drawing.
  }, [isOn && delayMs]);
  return isOn && isDue;
}
