// The texts of the desk's frame in Spanish.

import type { FrameMessages } from '../../messages.ts';

const messages: FrameMessages = {
  more: 'Más',
  askedForPerson: 'Se pidió una persona',
  ownMachine: 'este equipo',
  draftBack: 'Lo que escribió aquí sin guardar está de nuevo en los campos.',
  draftDrop: 'Volver a lo guardado',
  agentParts: 'Partes de este agente',
  agentKnows: 'Qué sabe',
  agentSpeaks: 'Cómo habla',
  agentMay: 'Qué puede hacer',
  agentCosts: 'Cuánto puede costar',
  agentModel: 'Modelo',
  agentKnowsTry:
    'Guarde un borrador y pregunte en la prueba lo que dice un documento: la respuesta nombra el documento.',
  agentSpeaksTry: 'Cambie una frase, guarde un borrador y pregunte lo mismo otra vez en la prueba.',
  agentMayTry:
    'Guarde un borrador y pida en la prueba algo que requiera una herramienta: el paso aparece en el chat.',
  agentCostsTry: 'Bajo la prueba están el tiempo, los tokens y los créditos de sus respuestas.',
  agentModelTry: 'Guarde un borrador y pregunte en la prueba: responde lo que se elige aquí.',
  chooseModel: 'Configurar su modelo',
};

export default messages;
