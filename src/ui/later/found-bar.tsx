// Leads from hit to hit: a bar above the conversation, which stays in reach below it.

import { useEffect, useRef, useState } from 'preact/hooks';
import { excerptOf, wantedWords } from '../../content/search-text.ts';
import WORDS from '../../i18n/later/search-here.ts';
import type { ChatModel } from '../model/types.ts';
import { IconButton } from '../parts/button.tsx';
import { foundOf, lineOf, whoSaid } from './found.ts';
import { highlight, jumpTo } from './jump.ts';
import { holdFocus } from './sheet.tsx';

export default function FoundBar({ chat }: { chat: ChatModel }) {
  const { t, format } = chat.words.value;
  const { late } = chat.ports.i18n;
  const found = foundOf(chat);
  const bar = useRef<HTMLDivElement>(null);
  const [phase, setPhase] = useState<'looking' | 'there' | 'gone'>('looking');
  const hits = found.hits.value;
  const at = found.at.value;
  const hit = hits[at];
  const place = late(WORDS, 'hitOf', {
    n: format.number(at + 1),
    count: format.number(hits.length),
  });
  const words =
    phase === 'looking' ? t('loading') : phase === 'gone' ? late(WORDS, 'notHere') : place;

  const textAround = (line: string) =>
    excerptOf(line, wantedWords(found.words.peek()))
      .map(({ text }) => text)
      .join('');
  useEffect(() => holdFocus(bar.current), []);
  useEffect(() => () => highlight([]), []);
  useEffect(() => {
    if (!hit) return undefined;
    setPhase('looking');
    return jumpTo(chat, hit, found, (isThere) => {
      setPhase(isThere ? 'there' : 'gone');
      chat.announcer.say(
        isThere
          ? `${place}. ${whoSaid(chat, hit)}: ${textAround(lineOf(hit))}`
          : late(WORDS, 'notHere'),
      );
    });
  }, [hit]);

  const go = (step: number) => () => {
    // Who presses it wants to press it again.
    found.takesFocus = false;
    found.at.value = (at + step + hits.length) % hits.length;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is younger than the browsers that are served.
    <div ref={bar} class="found-bar" role="search" aria-label={late(WORDS, 'searchHere')}>
      <IconButton
        name={t('back')}
        icon="back"
        onPress={() => {
          chat.sheets.shown.value = found.from;
        }}
      />
      <span class="found-place">{words}</span>
      {hits.length > 1 && (
        <>
          <IconButton name={late(WORDS, 'earlierHit')} icon="up" onPress={go(1)} />
          <IconButton name={late(WORDS, 'laterHit')} icon="down" onPress={go(-1)} />
        </>
      )}
      <IconButton name={t('close')} icon="close" onPress={chat.sheets.hide} />
    </div>
  );
}
