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
};

export default messages;
