// The texts of passkeys in German.

import type { Messages } from '../../messages.ts';
import type { passkeyEnglish } from '../../passkey-messages.ts';

const messages: Pick<Messages, keyof typeof passkeyEnglish> = {
  passkeys: 'Passkeys',
  passkeysText:
    'Anmelden mit Finger, Gesicht oder der PIN eines Geräts: kein Passwort zu tippen, keines zu stehlen.',
  passkeyName: 'Name des Passkeys',
  passkeyNameHint: 'Wie „Mein Telefon“. Damit Sie später wissen, welcher es ist.',
  passkeyAdd: 'Passkey hinzufügen',
  passkeyAdded: 'Hinzugefügt.',
  passkeyNotAdded: 'Es wurde keiner hinzugefügt.',
  passkeySince: 'Hinzugefügt {when}',
  passkeyUsed: 'Benutzt {when}',
  passkeyUnused: 'Noch nicht benutzt',
  passkeyRemove: 'Entfernen',
  passkeyRemoveSure: 'Ja, entfernen',
  passkeySignIn: 'Mit Passkey anmelden',
  passkeyNotUsed:
    'Es wurde kein Passkey benutzt. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
  passkeyWrong: 'Mit diesem Passkey kommt man hier nicht (mehr) herein. Melden Sie sich anders an.',
};

export default messages;
