// A reply is under way, or is being stopped before it began, and nothing of it shows yet. `isCertain`: also where no run says so.

import type { ChatModel } from '../model/types.ts';
import { Dots } from './dots.tsx';
import { useDelayed } from './use-countdown.ts';

const SLOW_AFTER_MS = 20_000;

export function Replying({ chat, isCertain }: { chat: ChatModel; isCertain?: boolean }) {
  const { t } = chat.words.value;
  const { run } = chat.session.value;
  const isRunning = run.state === 'running';
  const spent = isRunning ? chat.ports.now() - run.startedAt : 0;
  const isSlow = useDelayed(chat, isRunning, Math.max(1, SLOW_AFTER_MS - spent));
  if (!isCertain && !isRunning && run.state !== 'coming') return null;
  return (
    <p class="replying">
      <Dots />
      {t('isStopping' in run && run.isStopping ? 'stopping' : isSlow ? 'slow' : 'replying')}
    </p>
  );
}
