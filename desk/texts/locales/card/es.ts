// The texts of an A2A agent's card, in Spanish.

import type { CardMessages } from '../../messages.ts';

const messages: CardMessages = {
  cardTitle: 'Lo que el agente dice de sí mismo',
  cardCheck: 'Comprobar de nuevo',
  cardReading: 'Se pregunta al servidor del agente…',
  cardUnsaved: 'Guarde la dirección y aquí se mostrará lo que el agente dice de sí mismo.',
  cardBy: 'De',
  cardVersion: 'Versión',
  cardAnswers: 'Responde',
  cardStreams: 'a medida que escribe',
  cardWhole: 'cuando la respuesta está completa',
  cardSpeaks: 'Habla',
  cardWants: 'Pide',
  cardNothing: 'nada: cualquiera puede preguntar',
  cardKey: 'una clave como {name}',
  cardCertificate: 'un certificado de cliente',
  cardSkills: 'Lo que sabe hacer',
};

export default messages;
