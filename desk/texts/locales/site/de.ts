// The texts of one site's page in German.

import type { SiteMessages } from '../../messages.ts';

const messages: SiteMessages = {
  siteParts: 'Teile dieser Site',
  partTag: 'Tag und Seiten',
  partLook: 'Aussehen und Worte',
  partLimits: 'Grenzen',
  partAccounts: 'Angemeldete Besucher',
  partPage: 'Seite für den Chat',
  partServer: 'Agent und Server',
  tagTitle: 'Den Chat auf Ihre Site bringen',
  tagText: 'Ein Tag ist alles, was Ihre Seiten brauchen. Ein eigener Server ist nicht nötig.',
  tagWhere: 'Wohin kommt es?',
  platformPlain: 'Mein eigenes HTML',
  tagCode: 'Das Tag für Ihre Seiten',
  copyTag: 'Das Tag kopieren',
  tagOld:
    'Das Tag auf Ihren Seiten ist älter als diese Einstellungen: Kopieren Sie es noch einmal.',
  toTag: 'Zum Tag',
  stepCopy: 'Kopieren Sie dies.',
  stepReload: 'Laden Sie eine Seite Ihrer Site neu: Der Knopf steht in ihrer Ecke.',
  stepPublishReload:
    'Speichern oder veröffentlichen Sie, und laden Sie eine Seite neu: Der Knopf steht in ihrer Ecke.',
  stepPlain:
    'Fügen Sie es in jede Seite vor </body> ein, oder in den Teil, den alle Seiten gemeinsam haben.',
  stepGtm:
    'Im Tag Manager: Tags → Neu → Benutzerdefiniertes HTML. Fügen Sie es dort ein, mit dem Trigger „All Pages“.',
  stepShopify:
    'In der Verwaltung: Onlineshop → Themes → … → Code bearbeiten → theme.liquid. Fügen Sie es vor </body> ein.',
  stepWebflow: 'In den Einstellungen der Site: Custom code → Footer code. Fügen Sie es dort ein.',
  stepWix:
    'Im Dashboard: Einstellungen → Benutzerdefinierter Code → Hinzufügen. Fügen Sie es ein; alle Seiten, einmal, am Ende des Body.',
  stepSquarespace:
    'In den Einstellungen: Entwicklertools → Code-Injection → Fußzeile. Fügen Sie es dort ein.',
  stepGhost: 'In den Einstellungen: Code injection → Site footer. Fügen Sie es dort ein.',
  stepDocusaurus: 'Fügen Sie es in die Einstellungen der docusaurus.config.js ein.',
  stepNext:
    'Fügen Sie es in <body> von app/layout ein, und schreiben Sie oben: import Script from “next/script”.',
  stepPublishGtm:
    'Senden Sie den Arbeitsbereich ab, und laden Sie eine Seite neu: Der Knopf steht in ihrer Ecke.',
  stepWordPress1: 'In WordPress: Plugins → Hinzufügen. Installieren Sie das Plugin Bellhop.',
  stepWordPress2:
    'Einstellungen → Bellhop: Schreiben Sie die Adresse dieses Gateways, und drücken Sie „Verbinden“.',
  stepWordPress3: 'Das Plugin schreibt das Tag selbst; hier gibt es nichts zu kopieren.',
  ownServer: 'Sie haben einen Server, der die Sitzungen ausgeben soll?',
  ownServerLink: 'Das Tag mit einem eigenen Endpunkt',
  pagesTitle: 'Auf wessen Seiten',
  pagesText: 'Der Chat antwortet auf Seiten dieser Websites. Auf allen anderen bleibt er zu.',
  pagesNone:
    'Noch ist keine Website genannt: Der Chat antwortet nur auf Seiten Ihres eigenen Rechners (localhost). Nennen Sie Ihre Website, bevor Besucher kommen.',
  pagesOwnServer: 'Sitzungen, die ein Server von Ihnen ausgibt, öffnen bis dahin auf jeder Seite.',
  pageAdd: 'Ihre Website',
  pageAddHint: 'Etwa shop.example. *.shop.example meint alle Namen darunter.',
  pageAddButton: 'Hinzufügen',
  pageAdded: '{origin} wurde hinzugefügt.',
  pageMade: 'Aus Ihrer Eingabe wurde {origin} hinzugefügt: Nur die Website zählt, nicht die Seite.',
  pageThere: '{origin} steht schon in der Liste.',
  pageRemove: 'Entfernen',
  pageRemoveSure: 'Ja, ihre Seiten abweisen',
  pageRemoved: '{origin} wurde entfernt.',
  noteWww: 'Erreichen Besucher sie auch ohne www.? Dann fügen Sie auch {origin} hinzu.',
  noteBelow: 'Der Name selbst ist nicht dabei. Hat er Seiten, dann fügen Sie auch {origin} hinzu.',
  notePlain:
    'Das ist die Adresse ohne Verschlüsselung. Die meisten Websites stehen unter {origin}.',
  faultEmpty: 'Schreiben Sie die Adresse Ihrer Website.',
  faultStar: 'Ein Stern steht nur vor einem ganzen Namen, wie *.shop.example.',
  faultNone: 'Das ist keine Adresse einer Website. Schreiben Sie sie wie shop.example.',
  refusedTitle: 'Abgewiesene Seiten',
  refusedText:
    'Diese Seiten haben in den letzten 24 Stunden nach dem Chat gefragt und stehen nicht in der Liste.',
  refusedTimes: { one: 'einmal', other: '{n}-mal' },
  refusedLast: 'zuletzt {when}',
  allow: 'Erlauben',
  allowed: '{origin} wurde erlaubt.',
  publicId: 'Öffentliche Kennung',
  publicIdText:
    'Sie steht im Tag und ist kein Geheimnis. Nur Seiten Ihrer Websites können sie nutzen.',
  isOpen: 'Das Tag lässt Besucher ein',
  isOpenHint: 'Ausgeschaltet öffnet das Tag auf keiner Seite etwas.',
  isShut: 'Das Tag ist ausgeschaltet: Besucher lesen, dass der Chat nicht erreichbar ist.',
  switchedOnNow: 'Das Tag lässt Besucher ein.',
  switchedOffNow: 'Das Tag lässt niemanden ein.',
  replaceId: 'Die öffentliche Kennung ersetzen',
  replaceIdSure: 'Ja, ersetzen: Jede Seite braucht das neue Tag',
  replaceIdText:
    'Für ein Tag, das jemand missbraucht. Die Tags auf Ihren Seiten enden sofort, ebenso der Link der Seite für den Chat.',
  idReplaced: 'Die öffentliche Kennung wurde ersetzt. Kopieren Sie das neue Tag in jede Seite.',
  limitsTitle: 'Grenzen eines Tages',
  limitsText:
    'Was das Tag Sie von Mitternacht bis Mitternacht (UTC) kosten darf. Sitzungen Ihres eigenen Servers zählen nicht.',
  capSessions: 'Gespräche',
  capMessages: 'Nachrichten von Besuchern',
  capCredits: 'Credits',
  capMost: 'Höchstens an einem Tag',
  capHint: 'Leer: keine Grenze.',
  capOf: 'Heute {today} von {cap}',
  capFree: 'Heute {today}, keine Grenze',
  capPercent: '{percent} %',
  capNear: 'Fast aufgebraucht',
  capReached: 'Aufgebraucht',
  capWrong: 'Schreiben Sie eine ganze Zahl oder nichts.',
  capWrongCredits: 'Schreiben Sie eine Zahl oder nichts.',
  alertNear: '{what}: {percent} % der heutigen Grenze sind verbraucht.',
  alertReachedSessions:
    'Die Gespräche von heute sind aufgebraucht: Vor Mitternacht (UTC) kann niemand eines beginnen.',
  alertReachedMessages:
    'Die Nachrichten von heute sind aufgebraucht: Vor Mitternacht (UTC) wird keine angenommen.',
  alertReachedCredits:
    'Die Credits von heute sind aufgebraucht: Vor Mitternacht (UTC) wird nichts beantwortet.',
  toLimits: 'Zu den Grenzen',
  limitNear: 'Grenze fast erreicht',
  limitReached: 'Grenze erreicht',
  refusedAlert: {
    one: 'Seiten einer Website werden abgewiesen.',
    other: 'Seiten von {n} Websites werden abgewiesen.',
  },
  toPages: 'Welche?',
  accountsTitle: 'Angemeldete Besucher',
  accountsText:
    'Ohne dies ist jeder Besucher ein Gast. Melden sich Leute auf Ihrer Site an, kann Ihr Server sagen, wer sie sind: Sie finden ihr Gespräch auf jedem Gerät, und der Agent kennt ihren Namen.',
  accountsSecret: '1. Das Geheimnis',
  accountsSecretText: 'Ihr Server unterschreibt damit. Es steht nie in einer Seite.',
  hasSecret: 'Es gibt ein Geheimnis. Es wurde gezeigt, als es entstand.',
  hasNoSecret: 'Es gibt noch kein Geheimnis.',
  makeSecret: 'Das Geheimnis erzeugen',
  replaceSecret: 'Ersetzen',
  replaceSecretSure: 'Ja, das jetzige endet sofort',
  dropSecret: 'Löschen',
  dropSecretSure: 'Ja, dann ist jeder ein Gast',
  secretMade: 'Das Geheimnis wurde erzeugt.',
  secretDropped: 'Das Geheimnis wurde gelöscht.',
  secretOnce: 'Kopieren Sie dieses Geheimnis jetzt. Es wird nur einmal gezeigt.',
  accountsToken: '2. Ein Token für jede Person',
  accountsTokenText:
    'Ihr Server erzeugt es, wenn er die Seite für jemanden schreibt, der angemeldet ist. Es endet nach höchstens 24 Stunden.',
  snippetLanguage: 'Sprache Ihres Servers',
  tokenCode: 'Beispiel für {language}',
  copyExample: 'Das Beispiel kopieren',
  accountsTag: '3. In das Tag',
  accountsTagText:
    'Schreiben Sie das Token anstelle von TOKEN in data-user-token. Eine Seite für jemanden, der nicht angemeldet ist, hat keines.',
  tokenTag: 'Das Tag für angemeldete Besucher',
  takesAlong: 'Das Gespräch des Gasts mitnehmen',
  takesAlongHint: 'Wer sich anmeldet, ist weiter in dem Gespräch, das er als Gast begonnen hat.',
  keysUrl: 'Adresse Ihrer Schlüssel (JWKS)',
  keysUrlHint:
    'Statt des Geheimnisses, wenn ein Identitätsanbieter unterschreibt (ES256 oder RS256). Das „aud“ des Tokens muss die öffentliche Kennung sein: {id}',
  lookTitle: 'Aussehen und Worte',
  lookText:
    'Was Sie hier speichern, ist beim nächsten Besuch auf Ihren Seiten, ohne dass Sie sie anfassen.',
  lookWords: 'Worte',
  lookButton: 'Farbe, Ort und Knopf',
  lookButtonText:
    'Der Knopf braucht sie sofort, darum stehen sie im Tag: Kopieren Sie es nach einer Änderung noch einmal.',
  lookBehaviour: 'Was der Chat kann',
  lookLinks: 'Links',
  lookUnsaved: 'Noch nicht gespeichert.',
  lookDiscard: 'Verwerfen',
  lookTagWins: 'Attribute, die jemand in das Tag einer Seite geschrieben hat, gehen vor.',
  hostedTitle: 'Eine Seite nur für den Chat',
  hostedText:
    'Für einen Link in einer Mail, ein Profil oder einen QR-Code an der Theke. Sie braucht keine Website.',
  hasPage: 'Die Seite ist da für alle, die den Link haben',
  hostedOn: 'Die Seite ist da.',
  hostedOff: 'Die Seite ist weg.',
  hostedLink: 'Link',
  copyLink: 'Den Link kopieren',
  qrCode: 'QR-Code der Seite',
  qrSave: 'Den QR-Code speichern',
  mayBeFramed: 'Seiten der Site dürfen sie einrahmen',
  mayBeFramedHint: 'In einem <iframe> auf den Websites, die unter „Tag und Seiten“ genannt sind.',
};

export default messages;
