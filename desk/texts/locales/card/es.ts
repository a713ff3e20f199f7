// The texts of an A2A agent's card and of what a tool server offers, in Spanish.

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
  offerAsk: 'Mostrar lo que ofrece el servidor',
  offerReading: 'Se pregunta al servidor…',
  offerTitle: 'Lo que ofrece {name}',
  offerTick:
    'Lo marcado es lo que el agente puede usar. Las marcas rellenan el campo de arriba; guarde el formulario para conservarlas.',
  offerNone: 'El servidor responde y no tiene herramientas.',
  offerReads: 'solo lee, según el servidor',
  offerApp: 'muestra una aplicación',
  offerAppOnly: 'solo para su aplicación, el agente nunca la ve',
};

export default messages;
