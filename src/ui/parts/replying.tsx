// What the agent does while nothing of it shows: a reply is under way, or is being stopped.

import type { ChatModel } from '../model/types.ts';
import type { Doing } from '../model/ways.ts';
import { Dots } from './dots.tsx';
import { useDelayed } from './use-countdown.ts';

const SLOW_AFTER_MS = 20_000;

/** The word for it; null where nothing is under way. Only what `writes` is certain where no run says so. */
export function useReply(chat: ChatModel, doing: Doing) {
  const { run } = chat.session.value;
  const isRunning = run.state === 'running';
  const spent = isRunning ? chat.ports.now() - run.startedAt : 0;
  const isSlow = useDelayed(chat, isRunning && doing !== null, Math.max(1, SLOW_AFTER_MS - spent));
  if (doing === null) return null;
  if (doing === 'replies' && !isRunning && run.state !== 'coming') return null;
  if ('isStopping' in run && run.isStopping) return 'stopping';
  return doing === 'thinks' ? 'thinking' : isSlow ? 'slow' : 'replying';
}

export function Replying({ chat, doing }: { chat: ChatModel; doing: Doing }) {
  const word = useReply(chat, doing);
  return (
    word && (
      <p class="replying">
        <Dots />
        {chat.words.value.t(word)}
      </p>
    )
  );
}
