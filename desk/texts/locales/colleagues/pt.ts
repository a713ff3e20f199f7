// The texts by which colleagues see each other and share out the work, in Portuguese.

import type { ColleaguesMessages } from '../../messages.ts';

const messages: ColleaguesMessages = {
  isReading: '{name} está lendo',
  isAnswering: '{name} está respondendo',
  sendAnyway: 'Enviar mesmo assim',
  answersToo: '{name} está respondendo. Enviar mesmo assim?',
  answersNow: '{name} está respondendo. Assumir mesmo assim?',
  hereNow: 'Presente',
  awayNow: 'Ausente',
  sayAway: 'avisar que não está',
  sayHere: 'avisar que voltou',
  awayTitle: 'Presente ou ausente',
  awayHint:
    'Enquanto estiver ausente, nenhuma regra lhe atribui conversas. As suas horas de silêncio marcam-no como ausente, e de novo como presente, enquanto o seu balcão estiver aberto.',
};
export default messages;
