// The texts of how conversations went and what they were about, in French.

import type { Messages } from '../../messages.ts';
import type { outcomeEnglish } from '../../outcome-messages.ts';

const messages: Pick<Messages, keyof typeof outcomeEnglish> = {
  ratings: 'Comment les conversations se sont passées',
  ratingsText: 'Ce que les visiteurs ont dit une fois la conversation terminée.',
  ratingsShare: 'Bien passées',
  ratingGood: 'Bien',
  ratingOk: 'Moyen',
  ratingBad: 'Mal',
  ratingsBy: 'Traitée par',
  agentAlone: '{name}, sans aide',
  ratingFact: 'Comment cela s’est passé',
  ratingSilent: 'Demandé, sans réponse',
  ratingsAnswered: '{rated} personnes sur {asked} interrogées ont répondu.',
  asksRating: 'Demander comment une conversation s’est passée',
  asksRatingHint:
    'Une fois, quand un collègue ou l’agent la déclare terminée. Vos pages affichent alors des formulaires dans le chat ; une page dont la balise a data-cards y a besoin de « form ».',
  topics: 'Sujets',
  topicsText: 'Conversations qui demandent la même chose, les plus fréquentes d’abord.',
  topic: 'On demande',
  topicsNone: 'Personne n’a demandé deux fois la même chose durant cette période.',
  askedRating: 'A demandé comment cela s’est passé',
  askedEmail: 'A demandé une adresse e-mail',
  askedOpen: 'pas encore de réponse',
  askedSilent: 'sans réponse',
  ratingSaid: '{rating} : {comment}',
  toolForm: 'A demandé par un formulaire',
  toolChoices: 'A posé une question',
  toolItems: 'A montré des éléments',
  toolReplies: 'A suggéré des réponses',
  toolCloses: 'A déclaré la conversation terminée',
};

export default messages;
