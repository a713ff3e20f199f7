// The texts by which colleagues see each other and share out the work, in German.

import type { ColleaguesMessages } from '../../messages.ts';

const messages: ColleaguesMessages = {
  isReading: '{name} liest',
  isAnswering: '{name} antwortet',
  sendAnyway: 'Trotzdem senden',
  answersToo: '{name} antwortet gerade. Trotzdem senden?',
  answersNow: '{name} antwortet gerade. Trotzdem übernehmen?',
  hereNow: 'Da',
  awayNow: 'Abwesend',
  sayAway: 'als abwesend melden',
  sayHere: 'wieder als anwesend melden',
  awayTitle: 'Da oder abwesend',
  awayHint:
    'Solange Sie abwesend sind, gibt Ihnen keine Regel ein Gespräch. Ihre Ruhezeiten melden Sie ab und wieder an, solange Ihr Pult offen ist.',
};
export default messages;
