// The texts by which colleagues see each other and share out the work, in Portuguese.

import type { ColleaguesMessages } from '../../messages.ts';

const messages: ColleaguesMessages = {
  isReading: '{name} está lendo',
  isAnswering: '{name} está respondendo',
  sendAnyway: 'Enviar mesmo assim',
  answersToo: '{name} está respondendo. Enviar mesmo assim?',
  answersNow: '{name} está respondendo. Assumir mesmo assim?',
};
export default messages;
