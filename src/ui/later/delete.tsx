// Asks before the conversation is deleted for good, at the gateway too, and says where that failed.

import { useState } from 'preact/hooks';
import type { ChatModel } from '../model/types.ts';
import { Ask } from './ask.tsx';

export default function Delete({ chat }: { chat: ChatModel }) {
  const { t } = chat.words.value;
  const [phase, setPhase] = useState<'asking' | 'deleting' | 'failed'>('asking');
  const isDeleting = phase === 'deleting';
  const erase = async () => {
    if (isDeleting) return;
    setPhase('deleting');
    if (await chat.ports.actions.deleteConversation()) chat.sheets.hide();
    else setPhase('failed');
  };
  return (
    <Ask
      chat={chat}
      question={t('deleteQuestion')}
      action={
        <button
          type="button"
          class="button filled danger"
          aria-disabled={isDeleting ? 'true' : undefined}
          onClick={() => void erase()}
        >
          {t('deleteForGood')}
        </button>
      }
    >
      <p class="note" role="alert">
        {phase === 'failed' && t('wrong')}
      </p>
    </Ask>
  );
}
