// The texts of an A2A agent's card and of what a tool server offers, in French.

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
  offerAsk: 'Montrer ce que propose le serveur',
  offerReading: 'Interrogation du serveur…',
  offerTitle: 'Ce que propose {name}',
  offerTick:
    'Ce qui est coché, l’agent peut l’utiliser. Les coches remplissent le champ ci-dessus ; enregistrez le formulaire pour les garder.',
  offerNone: 'Le serveur répond et n’a aucun outil.',
  offerReads: 'lit seulement, d’après le serveur',
  offerApp: 'affiche une application',
  offerAppOnly: 'pour son application seule, l’agent ne le voit jamais',
};

export default messages;
