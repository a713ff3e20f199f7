// The texts of an app that a conversation has shown, in German.

import type { AppMessages } from '../../messages.ts';

const messages: AppMessages = {
  appOnlyRead:
    'Das hat der Besucher gesehen. Hier wird die App nur gezeigt: Was sie verlangt, geschieht nicht.',
  appMissing: 'Diese App lässt sich nicht zeigen.',
};

export default messages;
