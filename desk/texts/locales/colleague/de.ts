// The texts of what agents learn from the team and do for it, in German.

import type { ColleagueMessages } from '../../messages.ts';

const messages: ColleagueMessages = {
  answerThis: 'Beantworten',
  correctAnswer: 'Diese Antwort berichtigen',
  learnQuestion: 'Die Frage',
  learnQuestionHint:
    'So, wie jeder sie stellen würde. Lassen Sie weg, was nur diesen Besucher betrifft: Andere sehen sie vielleicht als Quelle.',
  learnAnswer: 'Die richtige Antwort',
  learnAnswerHint: 'Der Agent kennt sie von nun an. Markdown wird dargestellt.',
  correctHint:
    'Die Frage wird auch mit dieser Antwort gespeichert, damit sich ein Entwurf an ihr vergleichen lässt.',
  teach: 'Speichern und ausprobieren',
  taughtAnswers: 'So antwortet der Agent jetzt',
  taughtAsking: 'Der Agent wird gefragt …',
  taughtFailed: 'Die Antwort ist gespeichert, aber der Agent konnte nicht gefragt werden: {why}',
  taughtGone: 'Die Probe ist vorbei; Proben werden einen Tag lang aufgehoben.',
  taughtSilent: 'Der Agent hat nichts gesagt.',
  taughtFound: 'In seinem Wissen gefunden',
  taughtNothing:
    'Seine Suche hat nichts gefunden. Nehmen Sie die Wörter des Besuchers in die Frage.',
  taughtNew: 'Neu',
  taughtDone: 'Fertig',
  taughtTitle: 'Vom Team beantwortet',
  taughtText: 'Was Menschen am Pult den Agenten beigebracht haben, das Neueste zuerst.',
  taughtBy: '{name}, {when}',
  taughtCorrection: 'Berichtigung',
  taughtDelete: 'Löschen',
  taughtDeleteSure: 'Ja, der Agent vergisst sie',
  expectedAnswers: { other: 'Erwartete Antworten: {n}' },
  expectedText:
    'Die Antwort, die jede Frage bekommen soll. Ein Vergleich misst beide Fassungen an ihr: an Zahlen, Adressen, Namen und gemeinsamen Wörtern, ohne Modell. So findet er, was verloren ging; ob der Ton stimmt, sehen Sie selbst.',
  saveExpected: 'Erwartete Antworten speichern',
  gotWorse: 'schlechter geworden',
  gotBetter: 'besser geworden',
  stayedSame: 'gleich geblieben',
  worseCount: {
    one: '{n} Antwort ist schlechter geworden.',
    other: '{n} Antworten sind schlechter geworden.',
  },
  changeCounts: 'Besser: {better}. Gleich: {same}.',
  expectedIs: 'Erwartet: {text}',
  likeness: '{share} des Erwarteten',
  missingFacts: 'Es fehlt: {facts}',
};

export default messages;
