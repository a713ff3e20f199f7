// The way to an answer. Many conversations have no step and no thought at all: what draws them is fetched with the first.
// Until then, and while it can't be had, a line says how many steps there are; nothing can be allowed before it is to be
// seen.

import { useEffect } from 'preact/hooks';
import type { StepsProps } from '../model/types.ts';
import { Replying } from './replying.tsx';

export function LaterTools(props: StepsProps) {
  const { chat, parts, doing } = props;
  const { t } = chat.words.value;
  const { part, hasFailed, load } = chat.steps;
  useEffect(load, []);
  if (part.value !== null) return <part.value.Tools {...props} />;
  const n = parts.filter(({ kind }) => kind === 'tool').length;
  return (
    <>
      {n > 0 && <p class="replying">{t(hasFailed.value ? 'loadFailed' : 'steps', { n })}</p>}
      <Replying chat={chat} doing={doing} />
    </>
  );
}
