// The texts of an A2A agent's card, in German.

import type { CardMessages } from '../../messages.ts';

const messages: CardMessages = {
  cardTitle: 'Was der Agent über sich sagt',
  cardCheck: 'Noch einmal prüfen',
  cardReading: 'Der Server des Agenten wird gefragt …',
  cardUnsaved: 'Speichern Sie die Adresse; dann steht hier, was der Agent über sich sagt.',
  cardBy: 'Von',
  cardVersion: 'Version',
  cardAnswers: 'Antwortet',
  cardStreams: 'während er schreibt',
  cardWhole: 'erst mit der ganzen Antwort',
  cardSpeaks: 'Spricht',
  cardWants: 'Verlangt',
  cardNothing: 'nichts: Jeder darf fragen',
  cardKey: 'einen Schlüssel als {name}',
  cardCertificate: 'ein Client-Zertifikat',
  cardSkills: 'Was er kann',
};

export default messages;
