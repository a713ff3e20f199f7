// The texts of passkeys in French.

import type { Messages } from '../../messages.ts';
import type { passkeyEnglish } from '../../passkey-messages.ts';

const messages: Pick<Messages, keyof typeof passkeyEnglish> = {
  passkeys: 'Clés d’accès',
  passkeysText:
    'Connectez-vous avec le doigt, le visage ou le code d’un appareil : aucun mot de passe à saisir ni à voler.',
  passkeyName: 'Nom de la clé d’accès',
  passkeyNameHint: 'Par exemple « Mon téléphone ». Pour savoir plus tard laquelle c’est.',
  passkeyAdd: 'Ajouter une clé d’accès',
  passkeyAdded: 'Ajoutée.',
  passkeyNotAdded: 'Aucune n’a été ajoutée.',
  passkeySince: 'Ajoutée {when}',
  passkeyUsed: 'Utilisée {when}',
  passkeyUnused: 'Pas encore utilisée',
  passkeyRemove: 'Retirer',
  passkeyRemoveSure: 'Oui, la retirer',
  passkeySignIn: 'Se connecter avec une clé d’accès',
  passkeyNotUsed: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou connectez-vous autrement.',
  passkeyWrong:
    'Cette clé d’accès ne permet pas (ou plus) de se connecter ici. Connectez-vous autrement.',
};

export default messages;
