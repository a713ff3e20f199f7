// The place of what says how a turn ended. Where that can't be had, a failed turn says so all the same, and can be tried
// again.

import { useEffect, useState } from 'preact/hooks';
import type { AgentEntry } from '../../session/types.ts';
import { fetchEnd, loadedEnd } from '../end-part.ts';
import type { ChatModel } from '../model/types.ts';
import { Button } from './button.tsx';

export function LaterEnd({ chat, entry }: { chat: ChatModel; entry: AgentEntry }) {
  const { t } = chat.words.value;
  const [part, setPart] = useState(loadedEnd());
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (part !== null) return;
    fetchEnd().then(setPart, () => setFailed(true));
  }, []);
  if (part !== null) return <part.TurnEnd chat={chat} entry={entry} />;
  if (!hasFailed || entry.turn.state !== 'failed') return null;
  return (
    <div class="turn-end is-failed" part="error">
      <p>{t('wrong')}</p>
      {chat.log.lastKey.value === entry.key && (
        <Button onPress={() => chat.log.sendAgain(chat.log.saidBefore(entry.key))}>
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
