// The texts of the desk's frame in French.

import type { FrameMessages } from '../../messages.ts';

const messages: FrameMessages = {
  more: 'Plus',
  askedForPerson: 'Une personne a été demandée',
  ownMachine: 'cette machine',
  draftBack: 'Ce que vous avez saisi ici sans l’enregistrer est de nouveau dans les champs.',
  draftDrop: 'Revenir à ce qui est enregistré',
  agentParts: 'Parties de cet agent',
  agentKnows: 'Ce qu’il sait',
  agentSpeaks: 'Comment il parle',
  agentMay: 'Ce qu’il peut faire',
  agentCosts: 'Ce qu’il peut coûter',
  agentModel: 'Modèle',
  agentKnowsTry:
    'Enregistrez un brouillon, puis demandez dans l’essai ce que dit un document : la réponse le nomme.',
  agentSpeaksTry:
    'Changez une phrase, enregistrez un brouillon et reposez la même question dans l’essai.',
  agentMayTry:
    'Enregistrez un brouillon, puis demandez dans l’essai quelque chose qui exige un outil : l’étape s’affiche.',
  agentCostsTry: 'Sous l’essai figurent le temps, les jetons et les crédits de ses réponses.',
  agentModelTry:
    'Enregistrez un brouillon et posez une question dans l’essai : c’est ce qui est choisi ici qui répond.',
  chooseModel: 'Configurer son modèle',
};

export default messages;
