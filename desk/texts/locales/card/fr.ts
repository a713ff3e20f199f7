// The texts of an A2A agent's card, in French.

import type { CardMessages } from '../../messages.ts';

const messages: CardMessages = {
  cardTitle: 'Ce que l’agent dit de lui-même',
  cardCheck: 'Vérifier à nouveau',
  cardReading: 'Interrogation du serveur de l’agent…',
  cardUnsaved: 'Enregistrez l’adresse : ce que l’agent dit de lui-même s’affichera ici.',
  cardBy: 'De',
  cardVersion: 'Version',
  cardAnswers: 'Répond',
  cardStreams: 'au fil de l’écriture',
  cardWhole: 'une fois la réponse complète',
  cardSpeaks: 'Parle',
  cardWants: 'Demande',
  cardNothing: 'rien : tout le monde peut l’interroger',
  cardKey: 'une clé dans {name}',
  cardCertificate: 'un certificat client',
  cardSkills: 'Ce qu’il sait faire',
};

export default messages;
