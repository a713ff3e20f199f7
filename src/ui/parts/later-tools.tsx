// Many conversations have no step at all: what draws them is fetched with the first. Until then, and while it can't
// be had, a line says how many there are; nothing can be allowed before it is to be seen.

import { useEffect } from 'preact/hooks';
import type { ToolPart } from '../model/tool-line.ts';
import type { ChatModel } from '../model/types.ts';

export function LaterTools(props: {
  chat: ChatModel;
  parts: readonly ToolPart[];
  isOver: boolean;
}) {
  const { chat, parts } = props;
  const { t } = chat.words.value;
  const part = chat.steps.part.value;
  useEffect(() => chat.steps.load(), []);
  if (part !== null) return <part.Tools {...props} />;
  return (
    <p class="thought">
      {t(chat.steps.hasFailed.value ? 'loadFailed' : 'steps', { n: parts.length })}
    </p>
  );
}
