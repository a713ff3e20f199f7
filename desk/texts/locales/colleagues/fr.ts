// The texts by which colleagues see each other and share out the work, in French.

import type { ColleaguesMessages } from '../../messages.ts';

const messages: ColleaguesMessages = {
  isReading: '{name} lit',
  isAnswering: '{name} répond',
  sendAnyway: 'Envoyer quand même',
  answersToo: '{name} est en train de répondre. Envoyer quand même ?',
  answersNow: '{name} est en train de répondre. Prendre la relève quand même ?',
};
export default messages;
