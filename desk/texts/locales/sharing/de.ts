// The texts by which colleagues see each other and share out the work, in German.

import type { SharingMessages } from '../../messages.ts';

const messages: SharingMessages = {
  isReading: '{name} liest',
  isAnswering: '{name} antwortet',
  sendAnyway: 'Trotzdem senden',
  answersToo: '{name} antwortet gerade. Trotzdem senden?',
  unfilledToo: '{field} hat hier keinen Wert. Trotzdem so senden?',
  strangerToo: '{name} ist hier niemand und ruft niemanden. Die Notiz trotzdem hinzufügen?',
  answersNow: '{name} antwortet gerade. Trotzdem übernehmen?',
  hereNow: 'Da',
  awayNow: 'Abwesend',
  sayAway: 'als abwesend melden',
  sayHere: 'wieder als anwesend melden',
  awayTitle: 'Da oder abwesend',
  awayHint:
    'Solange Sie abwesend sind, gibt Ihnen keine Regel ein Gespräch. Ihre Ruhezeiten melden Sie ab und wieder an, solange Ihr Pult offen ist.',
  partRules: 'Zuteilung',
  rulesText:
    'Will ein Besucher einen Menschen, gibt die erste passende Regel das Gespräch einmal jemandem. Wer abwesend ist, bekommt keins.',
  noRules: 'Noch keine Regeln: Wer da ist, übernimmt, wer wartet.',
  ruleAnybody: 'Jedes Gespräch',
  ruleTurnAll: 'reihum an alle, die da sind',
  ruleTurn: 'reihum: {names}',
  ruleTurnSome: 'reihum an einige von uns',
  ruleTo: 'An wen',
  ruleWho: 'Unter wem',
  ruleLanguage: 'Sprache des Browsers',
  ruleGone: '{id} (nicht mehr da)',
  newRule: 'Neue Regel',
  addRule: 'Regel hinzufügen',
  removeRule: 'Regel löschen',
  ruleUp: 'Nach oben',
  ruleDown: 'Nach unten',
  attachFile: 'Dateien anhängen',
  removeFile: '{name} entfernen',
  fileRefused:
    '{name} ist zu groß oder nicht lesbar. Zusammen höchstens 700 KB; Bilder werden verkleinert.',
  saveFile: 'Speichern',
  palette: 'Gehe zu',
  paletteHint: 'Gespräch, Person, Agent, Dokument, Seite …',
  theirConversations: 'Gespräche',
  keyPalette: 'Zu einem Gespräch, einer Person, einer Seite …',
  paletteDocuments: 'Dokumente',
  tagName: 'Name des Schlagworts',
  editTags: 'Schlagwörter ändern',
  removeTag: 'Schlagwort löschen',
  removeTagSure: 'Überall löschen',
  editView: 'Ansicht ändern',
};
export default messages;
