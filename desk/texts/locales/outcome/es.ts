// The texts of how conversations went and what they were about, in Spanish.

import type { Messages } from '../../messages.ts';
import type { outcomeEnglish } from '../../outcome-messages.ts';

const messages: Pick<Messages, keyof typeof outcomeEnglish> = {
  ratings: 'Cómo fueron las conversaciones',
  ratingsText: 'Lo que dijeron los visitantes al terminar una conversación.',
  ratingsShare: 'Fueron bien',
  ratingGood: 'Bien',
  ratingOk: 'Regular',
  ratingBad: 'Mal',
  ratingsBy: 'Respondida por',
  agentAlone: '{name}, sin ayuda',
  ratingFact: 'Cómo fue',
  ratingSilent: 'Preguntado, sin respuesta',
  ratingsAnswered: '{rated} de {asked} a quienes se preguntó han respondido.',
  asksRating: 'Preguntar cómo fue una conversación',
  asksRatingHint:
    'Una vez, cuando un colega o el agente la da por terminada. Sus páginas muestran entonces formularios en el chat; una página cuya etiqueta tenga data-cards necesita «form» ahí.',
  topics: 'Temas',
  topicsText: 'Conversaciones que preguntan lo mismo, las más frecuentes primero.',
  topic: 'Preguntan por',
  topicsNone: 'Nadie ha preguntado dos veces lo mismo en este tiempo.',
  askedRating: 'Se preguntó cómo fue',
  askedEmail: 'Se pidió una dirección de correo',
  askedOpen: 'aún sin respuesta',
  askedSilent: 'sin responder',
  ratingSaid: '{rating}: {comment}',
  toolForm: 'Preguntó con un formulario',
  toolChoices: 'Hizo una pregunta',
  toolItems: 'Mostró elementos',
  toolReplies: 'Sugirió respuestas',
  toolCloses: 'Dio por terminada la conversación',
};

export default messages;
