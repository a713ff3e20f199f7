// The texts by which colleagues see each other and share out the work, in Spanish.

import type { ColleaguesMessages } from '../../messages.ts';

const messages: ColleaguesMessages = {
  isReading: '{name} está leyendo',
  isAnswering: '{name} está respondiendo',
  sendAnyway: 'Enviar de todos modos',
  answersToo: '{name} está respondiendo. ¿Enviar de todos modos?',
  answersNow: '{name} está respondiendo. ¿Tomar la conversación de todos modos?',
  hereNow: 'Presente',
  awayNow: 'Ausente',
  sayAway: 'indicar que no está',
  sayHere: 'indicar que ha vuelto',
  awayTitle: 'Presente o ausente',
  awayHint:
    'Mientras esté ausente, ninguna regla le asigna conversaciones. Sus horas de silencio le marcan como ausente, y de nuevo como presente, mientras su mesa esté abierta.',
};
export default messages;
