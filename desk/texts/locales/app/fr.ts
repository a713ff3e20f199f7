// The texts of an app that a conversation has shown, in French.

import type { AppMessages } from '../../messages.ts';

const messages: AppMessages = {
  appOnlyRead:
    'Voici ce que le visiteur a vu. Ici, l’application est seulement affichée : rien de ce qu’elle demande n’est fait.',
  appMissing: 'Impossible d’afficher cette application.',
};

export default messages;
