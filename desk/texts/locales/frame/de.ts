// The texts of the desk's frame in German.

import type { FrameMessages } from '../../messages.ts';

const messages: FrameMessages = {
  more: 'Mehr',
  askedForPerson: 'Um einen Menschen gebeten',
  ownMachine: 'dieser Rechner',
  draftBack: 'Was Sie hier eingegeben und nicht gespeichert haben, steht wieder in den Feldern.',
  draftDrop: 'Zurück zum Gespeicherten',
  agentParts: 'Teile dieses Agenten',
  agentKnows: 'Was er weiß',
  agentSpeaks: 'Wie er spricht',
  agentMay: 'Was er darf',
  agentCosts: 'Was er kosten darf',
  agentModel: 'Modell',
  agentKnowsTry:
    'Als Entwurf speichern, dann im Versuch fragen, was ein Dokument sagt: Die Antwort nennt das Dokument.',
  agentSpeaksTry:
    'Einen Satz ändern, als Entwurf speichern und im Versuch dasselbe noch einmal fragen.',
  agentMayTry:
    'Als Entwurf speichern, dann im Versuch um etwas bitten, wofür es ein Werkzeug braucht: Der Schritt zeigt sich im Chat.',
  agentCostsTry:
    'Unter dem Versuch stehen Zeit, Tokens und Credits, die seine Antworten gebraucht haben.',
  agentModelTry:
    'Als Entwurf speichern und im Versuch fragen: Die Antwort kommt von dem, was hier gewählt ist.',
  chooseModel: 'Sein Modell einrichten',
};

export default messages;
