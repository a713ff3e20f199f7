// The texts of an A2A agent's card and of what a tool server offers, in German.

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
  offerAsk: 'Zeigen, was der Server anbietet',
  offerReading: 'Der Server wird gefragt …',
  offerTitle: 'Was {name} anbietet',
  offerTick:
    'Angehakt ist, was der Agent benutzen darf. Die Haken füllen das Feld darüber; speichern Sie das Formular, damit sie bleiben.',
  offerNone: 'Der Server antwortet und hat keine Werkzeuge.',
  offerReads: 'liest nur, wie der Server sagt',
  offerApp: 'zeigt eine App',
  offerAppOnly: 'nur für seine App, der Agent sieht es nie',
};

export default messages;
