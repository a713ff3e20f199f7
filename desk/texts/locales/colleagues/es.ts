// The texts by which colleagues see each other and share out the work, in Spanish.

import type { ColleaguesMessages } from '../../messages.ts';

const messages: ColleaguesMessages = {
  isReading: '{name} está leyendo',
  isAnswering: '{name} está respondiendo',
  sendAnyway: 'Enviar de todos modos',
  answersToo: '{name} está respondiendo. ¿Enviar de todos modos?',
  answersNow: '{name} está respondiendo. ¿Tomar la conversación de todos modos?',
};
export default messages;
