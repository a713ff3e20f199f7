// The texts by which colleagues see each other and share out the work, in German.

import type { ColleaguesMessages } from '../../messages.ts';

const messages: ColleaguesMessages = {
  isReading: '{name} liest',
  isAnswering: '{name} antwortet',
  sendAnyway: 'Trotzdem senden',
  answersToo: '{name} antwortet gerade. Trotzdem senden?',
  answersNow: '{name} antwortet gerade. Trotzdem übernehmen?',
};
export default messages;
