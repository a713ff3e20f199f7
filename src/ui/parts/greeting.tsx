// The first words, and what one might ask: shown before the first entry of a conversation.

import type { ChatModel } from '../model/types.ts';
import { moveOn } from '../move-on.ts';

export function Greeting({ chat, isEmpty }: { chat: ChatModel; isEmpty: boolean }) {
  const { t } = chat.words.value;
  const { greeting, prompts } = chat.options.value;
  return (
    <div class={`greeting ${isEmpty ? 'is-empty' : ''}`}>
      <div class="turn">
        <p class="hello" dir="auto">
          {greeting || t('greeting')}
        </p>
        {isEmpty && prompts.length > 0 && (
          <ul class="prompts" aria-label={t('suggestions')}>
            {prompts.map((prompt) => (
              <li key={prompt}>
                <button
                  type="button"
                  class="prompt"
                  dir="auto"
                  onClick={({ currentTarget }) => {
                    chat.log.sendAgain([{ type: 'text', text: prompt }]);
                    moveOn(chat, currentTarget);
                  }}
                >
                  {prompt}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
