// The texts of mail, notices, opening hours and what is known of a visitor, in German.

import type { Messages } from '../../messages.ts';
import type { personEnglish } from '../../person-messages.ts';

const messages: Pick<Messages, keyof typeof personEnglish> = {
  mail: 'Mail',
  mailNotSet:
    'Dieses Gateway verschickt keine Mails. Sein Betreiber setzt BELLHOP_SMTP_URL und BELLHOP_MAIL_FROM.',
  ownEmail: 'Ihre E-Mail-Adresse',
  ownEmailHint: 'Mails kommen von {from}. Leer: Sie bekommen keine.',
  mailAfter: 'Mail, wenn ein Besucher länger wartet als',
  mailAfterHint: 'Für Gespräche von niemandem und Ihre eigenen. Nicht in Ihren Ruhezeiten.',
  never: 'Nie',
  digest: 'Zusammenfassung',
  digestHint: 'Was in den Gesprächen geschah, die Sie sehen. Morgens um 8.',
  digestOff: 'Keine',
  digestDaily: 'Jeden Tag',
  digestWeekly: 'Jeden Montag',
  mailTry: 'Probe-Mail an mich',
  mailTried: 'An {to} geschickt.',
  inviteMailed: 'Er ist per Mail unterwegs.',
  push: 'Mitteilungen auf diesem Gerät',
  pushText:
    'Meldet wartende Besucher, auch wenn das Pult geschlossen ist. Nicht in Ihren Ruhezeiten.',
  pushRefused:
    'Dieser Browser lehnt Mitteilungen des Pults ab. Erlauben Sie sie in seinen Einstellungen für diese Seite.',
  pushOn: 'Einschalten',
  pushOff: 'Hier ausschalten',
  partHours: 'Zeiten',
  hoursTitle: 'Wann Ihr Team da ist',
  hoursText:
    'Sonst, wenn niemand am Pult sitzt, erfährt ein Besucher, der eine Person möchte oder ihr schreibt, wann wieder jemand da ist, und wird nach einer E-Mail-Adresse gefragt. Die Antwort des Teams geht dann auch dorthin.',
  hoursNoMail:
    'Dieses Gateway verschickt noch keine Mails: Die Adresse steht in den Details des Gesprächs.',
  hoursNobody: 'Niemand',
  hoursHint: 'Wie 9:00-12:30, 13:30-17:00. Leer: niemand ist da.',
  timeZone: 'Zeitzone',
  timeZoneHint: 'Wie Europe/Berlin.',
  timeZoneWrong: '„{zone}“ ist keine Zeitzone. Wählen Sie eine aus der Liste, wie {like}.',
  hoursUnread: 'Nicht gespeichert. Nicht lesbar: {fields}.',
  holidays: 'Freie Tage',
  holidaysHint: 'Ein Datum je Zeile, wie 2026-12-24.',
  hoursNone: 'Keine Zeiten nennen',
  contactEmail: 'Möchte Antwort an',
  withoutPerson: 'Ohne Person beantwortet',
  firstPerson: 'Warten auf eine Person',
  helpfulShare: 'Hilfreiche Antworten',
  spent: 'Ausgegeben',
  timeBefore: 'davor {value}',
  byPerson: 'Nach Person',
  messagesSent: 'Nachrichten',
  busyHours: 'Wann Besucher schreiben',
  busyText: 'Nach Ihrer Uhr',
  chart: 'Diagramm',
  visitorKnown: 'Der Besucher',
  browser: 'Browser',
  country: 'Land',
  otherTalks: 'Andere Gespräche',
  keepsDevices: 'Browser, Sprache und Land zeigen',
  keepsDevicesHint:
    'Wird mit jedem Gespräch aufbewahrt und daneben gezeigt. Ausschalten löscht, was aufbewahrt wurde.',
};

export default messages;
