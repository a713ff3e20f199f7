// The texts of an app that a conversation has shown, in Portuguese.

import type { AppMessages } from '../../messages.ts';

const messages: AppMessages = {
  appOnlyRead:
    'Isto foi o que o visitante viu. Aqui, a aplicação é apenas mostrada: nada do que ela pede é feito.',
  appMissing: 'Não é possível mostrar esta aplicação.',
};

export default messages;
