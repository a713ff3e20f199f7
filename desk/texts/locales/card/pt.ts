// The texts of an A2A agent's card and of what a tool server offers, in Portuguese.

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
  offerAsk: 'Mostrar o que o servidor oferece',
  offerReading: 'A perguntar ao servidor…',
  offerTitle: 'O que {name} oferece',
  offerTick:
    'O que está marcado, o agente pode usar. As marcas preenchem o campo acima; guarde o formulário para as manter.',
  offerNone: 'O servidor responde e não tem ferramentas.',
  offerReads: 'apenas lê, segundo o servidor',
  offerApp: 'mostra uma aplicação',
  offerAppOnly: 'só para a sua aplicação, o agente nunca a vê',
};

export default messages;
