// The texts by which colleagues see each other and share out the work, in French.

import type { ColleaguesMessages } from '../../messages.ts';

const messages: ColleaguesMessages = {
  isReading: '{name} lit',
  isAnswering: '{name} répond',
  sendAnyway: 'Envoyer quand même',
  answersToo: '{name} est en train de répondre. Envoyer quand même ?',
  answersNow: '{name} est en train de répondre. Prendre la relève quand même ?',
  hereNow: 'Présent',
  awayNow: 'Absent',
  sayAway: 'signaler votre absence',
  sayHere: 'signaler votre retour',
  awayTitle: 'Présent ou absent',
  awayHint:
    'Tant que vous êtes absent, aucune règle ne vous attribue de conversation. Vos heures calmes vous marquent absent, puis de nouveau présent, tant que votre comptoir est ouvert.',
};
export default messages;
