// The texts of how conversations went and what they were about, in Portuguese.

import type { Messages } from '../../messages.ts';
import type { outcomeEnglish } from '../../outcome-messages.ts';

const messages: Pick<Messages, keyof typeof outcomeEnglish> = {
  ratings: 'Como foram as conversas',
  ratingsText: 'O que os visitantes disseram quando a conversa terminou.',
  ratingsShare: 'Correram bem',
  ratingGood: 'Bom',
  ratingOk: 'Mais ou menos',
  ratingBad: 'Ruim',
  ratingsBy: 'Respondida por',
  agentAlone: '{name}, sem ajuda',
  ratingFact: 'Como foi',
  ratingSilent: 'Perguntado, sem resposta',
  ratingsAnswered: '{rated} de {asked} que foram perguntados responderam.',
  asksRating: 'Perguntar como foi a conversa',
  asksRatingHint:
    'Uma vez, quando um colega ou o agente a dá por concluída. Suas páginas mostram então formulários no chat; uma página cuja tag tem data-cards precisa de “form” ali.',
  topics: 'Temas',
  topicsText: 'Conversas que perguntam a mesma coisa, as mais frequentes primeiro.',
  topic: 'Perguntam sobre',
  topicsNone: 'Ninguém perguntou a mesma coisa duas vezes neste período.',
  askedRating: 'Perguntou como foi',
  askedEmail: 'Pediu um endereço de e-mail',
  askedOpen: 'ainda sem resposta',
  askedSilent: 'não respondida',
  ratingSaid: '{rating}: {comment}',
  toolForm: 'Perguntou por formulário',
  toolChoices: 'Fez uma pergunta',
  toolItems: 'Mostrou itens',
  toolReplies: 'Sugeriu respostas',
  toolCloses: 'Deu a conversa por concluída',
};

export default messages;
