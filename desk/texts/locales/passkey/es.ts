// The texts of passkeys in Spanish.

import type { Messages } from '../../messages.ts';
import type { passkeyEnglish } from '../../passkey-messages.ts';

const messages: Pick<Messages, keyof typeof passkeyEnglish> = {
  passkeys: 'Llaves de acceso',
  passkeysText:
    'Entre con el dedo, la cara o el PIN de un dispositivo: sin contraseña que escribir ni que robar.',
  passkeyName: 'Nombre de la llave de acceso',
  passkeyNameHint: 'Como «Mi teléfono». Para saber después cuál es.',
  passkeyAdd: 'Añadir una llave de acceso',
  passkeyAdded: 'Añadida.',
  passkeyNotAdded: 'No se ha añadido ninguna.',
  passkeySince: 'Añadida {when}',
  passkeyUsed: 'Usada {when}',
  passkeyUnused: 'Aún sin usar',
  passkeyRemove: 'Quitar',
  passkeyRemoveSure: 'Sí, quitarla',
  passkeySignIn: 'Entrar con una llave de acceso',
  passkeyNotUsed:
    'No se ha usado ninguna llave de acceso. Inténtelo otra vez o entre de otra manera.',
  passkeyWrong: 'Con esta llave de acceso no se entra aquí (o ya no). Entre de otra manera.',
};

export default messages;
