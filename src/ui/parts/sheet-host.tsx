// What lies over the conversation, each fetched when it is first asked for. A part that can't be fetched
// says so in words.

import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ChatModel, Sheet } from '../model/types.ts';

export type SheetComponent = FunctionComponent<{ chat: ChatModel }>;

const LOADERS: Record<Exclude<Sheet, null>, () => Promise<{ default: SheetComponent }>> = {
  menu: () => import('../later/menu.tsx'),
  conversations: () => import('../later/conversations.tsx'),
  search: () => import('../later/search.tsx'),
  found: () => import('../later/found-bar.tsx'),
  reader: () => import('../later/reader.tsx'),
  clear: () => import('../later/clear.tsx'),
  delete: () => import('../later/delete.tsx'),
  link: () => import('../later/link-question.tsx'),
  owner: () => import('../later/owner-view.tsx'),
};

export function SheetHost({ chat }: { chat: ChatModel }) {
  const sheet = chat.sheets.shown.value;
  return sheet && <Loaded key={sheet} chat={chat} sheet={sheet} />;
}

function Loaded({ chat, sheet }: { chat: ChatModel; sheet: Exclude<Sheet, null> }) {
  const [part, setPart] = useState<{ draw: SheetComponent } | 'failed' | null>(null);
  useEffect(() => {
    Promise.all([LOADERS[sheet](), import('../later/look.ts')]).then(
      ([module, { css }]) => {
        chat.sheets.css.value = css;
        setPart({ draw: module.default });
      },
      () => setPart('failed'),
    );
  }, [sheet]);
  if (part === 'failed') {
    return (
      <p class="banner bad" role="alert">
        {chat.words.value.t('loadFailed')}
      </p>
    );
  }
  return part && <part.draw chat={chat} />;
}
