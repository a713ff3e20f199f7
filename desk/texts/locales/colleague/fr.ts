// The texts of what agents learn from the team and do for it, in French.

import type { ColleagueMessages } from '../../messages.ts';

const messages: ColleagueMessages = {
  answerThis: 'Répondre',
  correctAnswer: 'Corriger cette réponse',
  learnQuestion: 'La question',
  learnQuestionHint:
    'Telle que chacun la poserait. Laissez de côté ce qui ne concerne que ce visiteur : d’autres la verront peut-être comme source.',
  learnAnswer: 'La bonne réponse',
  learnAnswerHint: 'L’agent la connaît désormais. Le Markdown est mis en forme.',
  correctHint:
    'La question est aussi enregistrée avec cette réponse, pour y comparer un brouillon.',
  teach: 'Enregistrer et essayer',
  taughtAnswers: 'L’agent répond maintenant',
  taughtAsking: 'On interroge l’agent…',
  taughtFailed: 'La réponse est enregistrée, mais l’agent n’a pas pu être interrogé : {why}',
  taughtGone: 'L’essai est terminé ; les essais sont gardés un jour.',
  taughtSilent: 'L’agent n’a rien dit.',
  taughtFound: 'Trouvé dans ses connaissances',
  taughtNothing: 'Sa recherche n’a rien trouvé. Reprenez les mots du visiteur dans la question.',
  taughtNew: 'Nouveau',
  taughtDone: 'Terminé',
  taughtTitle: 'Répondu par votre équipe',
  taughtText: 'Ce que les personnes du comptoir ont appris aux agents, le plus récent d’abord.',
  taughtBy: '{name}, {when}',
  taughtCorrection: 'Correction',
  taughtDelete: 'Supprimer',
  taughtDeleteSure: 'Oui, l’agent l’oublie',
  expectedAnswers: { other: 'Réponses attendues : {n}' },
  expectedText:
    'La réponse que chaque question doit recevoir. Une comparaison mesure les deux versions d’après elle : par les nombres, adresses, noms et mots communs, sans modèle. Elle trouve donc ce qui s’est perdu ; le ton, c’est à vous d’en juger.',
  saveExpected: 'Enregistrer les réponses attendues',
  gotWorse: 'moins bonne',
  gotBetter: 'meilleure',
  stayedSame: 'inchangée',
  worseCount: { one: '{n} réponse est moins bonne.', other: '{n} réponses sont moins bonnes.' },
  changeCounts: 'Meilleures : {better}. Inchangées : {same}.',
  expectedIs: 'Attendu : {text}',
  likeness: '{share} de ce qui est attendu',
  missingFacts: 'Il manque : {facts}',
};

export default messages;
