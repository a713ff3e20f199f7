// The texts of an A2A agent's card, in Portuguese.

import type { CardMessages } from '../../messages.ts';

const messages: CardMessages = {
  cardTitle: 'O que o agente diz de si mesmo',
  cardCheck: 'Verificar de novo',
  cardReading: 'A perguntar ao servidor do agente…',
  cardUnsaved: 'Guarde o endereço e o que o agente diz de si mesmo aparece aqui.',
  cardBy: 'De',
  cardVersion: 'Versão',
  cardAnswers: 'Responde',
  cardStreams: 'à medida que escreve',
  cardWhole: 'quando a resposta está completa',
  cardSpeaks: 'Fala',
  cardWants: 'Pede',
  cardNothing: 'nada: qualquer pessoa pode perguntar',
  cardKey: 'uma chave como {name}',
  cardCertificate: 'um certificado de cliente',
  cardSkills: 'O que sabe fazer',
};

export default messages;
