// What the gateway itself has asked the visitor, with their answer: for an owner no tool's name, and no run's state.

import { ownAnswerOf } from '../model/own-question.ts';
import type { ToolCall } from '../model/rows.ts';
import { RATING_WORDS } from './person/rating.tsx';
import type { View } from './view.ts';

export function OwnQuestion(props: { view: View; call: ToolCall; asks: 'rating' | 'email' }) {
  const { view, call, asks } = props;
  const { t } = view;
  return (
    <>
      <span>{t(asks === 'rating' ? 'askedRating' : 'askedEmail')}</span>
      <span dir="auto">{answer()}</span>
    </>
  );

  function answer(): string {
    const said = ownAnswerOf(call);
    if (said === null) return t(call.result === null ? 'askedOpen' : 'askedSilent');
    if (said.rating === null) return said.text;
    const rating = t(RATING_WORDS[said.rating]);
    return said.text === '' ? rating : t('ratingSaid', { rating, comment: said.text });
  }
}
