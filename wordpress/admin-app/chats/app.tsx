/** @jsxImportSource react */
// The page: a list of chats, and beside it the one that is open. On a phone one of the two.

import { useCallback, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { Facts } from './chat.ts';
import { Conversation } from './conversation.tsx';
import { ChatList } from './list.tsx';
import { usePlace } from './place.ts';
import { Asked, type Question } from './question.tsx';
import { useList } from './use-chats.ts';

export function App({ facts }: { facts: Facts }) {
  const [place, go] = usePlace();
  const list = useList(place);
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = useCallback((asked: Question) => setQuestion(asked), []);
  return (
    <div className={`bellhop-inbox ${place.chat === '' ? '' : 'has-chat'}`}>
      <ChatList facts={facts} place={place} go={go} list={list} ask={ask} />
      {place.chat === '' ? (
        <div className="bellhop-nothing">
          <p>{__('Choose a chat to read it.', 'bellhop')}</p>
        </div>
      ) : (
        <Conversation
          key={place.chat}
          id={place.chat}
          facts={facts}
          go={go}
          ask={ask}
          onChange={list.refresh}
        />
      )}
      {question !== null && <Asked question={question} onEnd={() => setQuestion(null)} />}
    </div>
  );
}
