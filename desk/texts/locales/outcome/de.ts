// The texts of how conversations went and what they were about, in German.

import type { Messages } from '../../messages.ts';
import type { outcomeEnglish } from '../../outcome-messages.ts';

const messages: Pick<Messages, keyof typeof outcomeEnglish> = {
  ratings: 'Wie Gespräche verliefen',
  ratingsText: 'Was Besucher sagten, als ein Gespräch erledigt war.',
  ratingsShare: 'Gut verlaufen',
  ratingGood: 'Gut',
  ratingOk: 'Geht so',
  ratingBad: 'Nicht gut',
  ratingsBy: 'Beantwortet von',
  agentAlone: '{name}, allein',
  ratingFact: 'Wie es verlief',
  ratingSilent: 'Gefragt, nicht beantwortet',
  ratingsAnswered: '{rated} von {asked} Gefragten haben geantwortet.',
  asksRating: 'Fragen, wie ein Gespräch verlief',
  asksRatingHint:
    'Einmal, wenn ein Kollege oder der Agent es erledigt nennt. Ihre Seiten zeigen dann Formulare im Chat; eine Seite, in deren Tag data-cards steht, braucht dort „form“.',
  topics: 'Themen',
  topicsText: 'Gespräche, die nach demselben fragen, die häufigsten zuerst.',
  topic: 'Gefragt nach',
  topicsNone: 'Niemand hat in dieser Zeit zweimal dasselbe gefragt.',
  askedRating: 'Gefragt, wie es war',
  askedEmail: 'Nach einer E-Mail-Adresse gefragt',
  askedOpen: 'noch keine Antwort',
  askedSilent: 'nicht beantwortet',
  ratingSaid: '{rating}: {comment}',
  toolForm: 'Per Formular gefragt',
  toolChoices: 'Eine Frage gestellt',
  toolItems: 'Auswahl gezeigt',
  toolReplies: 'Antworten vorgeschlagen',
  toolCloses: 'Für erledigt erklärt',
};

export default messages;
