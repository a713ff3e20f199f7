// The texts of the desk's frame in Portuguese.

import type { FrameMessages } from '../../messages.ts';

const messages: FrameMessages = {
  more: 'Mais',
  askedForPerson: 'Pediu uma pessoa',
  ownMachine: 'esta máquina',
  draftBack: 'O que você digitou aqui e não salvou está de novo nos campos.',
  draftDrop: 'Voltar ao que está salvo',
  agentParts: 'Partes deste agente',
  agentKnows: 'O que ele sabe',
  agentSpeaks: 'Como ele fala',
  agentMay: 'O que ele pode fazer',
  agentCosts: 'Quanto ele pode custar',
  agentModel: 'Modelo',
  agentKnowsTry:
    'Salve um rascunho e pergunte no teste o que diz um documento: a resposta cita o documento.',
  agentSpeaksTry: 'Mude uma frase, salve um rascunho e pergunte o mesmo de novo no teste.',
  agentMayTry:
    'Salve um rascunho e peça no teste algo que precise de uma ferramenta: o passo aparece no chat.',
  agentCostsTry: 'Abaixo do teste estão o tempo, os tokens e os créditos das respostas.',
  agentModelTry: 'Salve um rascunho e pergunte no teste: responde o que está escolhido aqui.',
  chooseModel: 'Configurar o modelo',
};

export default messages;
