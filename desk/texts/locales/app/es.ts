// The texts of an app that a conversation has shown, in Spanish.

import type { AppMessages } from '../../messages.ts';

const messages: AppMessages = {
  appOnlyRead:
    'Esto es lo que vio el visitante. Aquí la aplicación solo se muestra: no se hace nada de lo que pide.',
  appMissing: 'No se puede mostrar esta aplicación.',
};

export default messages;
