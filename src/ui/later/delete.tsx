// Asks before the conversation is deleted for good, at the gateway too, and says whether that has worked.

import { useState } from 'preact/hooks';
import WORDS from '../../i18n/later/deleted.ts';
import type { ChatModel } from '../model/types.ts';
import { Ask } from './ask.tsx';

export default function Delete({ chat }: { chat: ChatModel }) {
  const { t } = chat.words.value;
  const { late } = chat.ports.i18n;
  const [phase, setPhase] = useState<'asking' | 'deleting' | 'failed' | 'done'>('asking');
  const isDeleting = phase === 'deleting';
  const erase = async () => {
    if (isDeleting) return;
    setPhase('deleting');
    const isDone = await chat.ports.actions.deleteConversation();
    setPhase(isDone ? 'done' : 'failed');
    if (isDone) chat.announcer.say(deleted);
  };
  const deleted = late(WORDS, 'deleted');
  if (phase === 'done') return <Ask chat={chat} question={deleted} />;
  return (
    <Ask
      chat={chat}
      question={late(WORDS, 'deleteQuestion')}
      action={
        <button
          type="button"
          class="button outlined danger"
          aria-disabled={isDeleting ? 'true' : undefined}
          onClick={() => void erase()}
        >
          {t('deleteForGood')}
        </button>
      }
    >
      <p class="note">{late(WORDS, 'deleteNote')}</p>
      <p class="note bad" role="alert">
        {phase === 'failed' && late(WORDS, 'deleteFailed')}
      </p>
    </Ask>
  );
}
