// The texts by which colleagues see each other and share out the work, in Portuguese.

import type { SharingMessages } from '../../messages.ts';

const messages: SharingMessages = {
  isReading: '{name} está lendo',
  isAnswering: '{name} está respondendo',
  sendAnyway: 'Enviar mesmo assim',
  answersToo: '{name} está respondendo. Enviar mesmo assim?',
  unfilledToo: '{field} não tem valor aqui. Enviar mesmo assim?',
  strangerToo: '{name} não é ninguém aqui e não chama ninguém. Adicionar a nota mesmo assim?',
  answersNow: '{name} está respondendo. Assumir mesmo assim?',
  hereNow: 'Presente',
  awayNow: 'Ausente',
  sayAway: 'avisar que não está',
  sayHere: 'avisar que voltou',
  awayTitle: 'Presente ou ausente',
  awayHint:
    'Enquanto estiver ausente, nenhuma regra lhe atribui conversas. As suas horas de silêncio marcam-no como ausente, e de novo como presente, enquanto o seu balcão estiver aberto.',
  partRules: 'Atribuição',
  rulesText:
    'Quando um visitante quer uma pessoa, a primeira regra que serve atribui a conversa, uma vez. Quem está ausente não recebe nenhuma.',
  noRules: 'Ainda sem regras: quem está presente assume quem espera.',
  ruleAnybody: 'Qualquer conversa',
  ruleTurnAll: 'à vez, a todos os presentes',
  ruleTurn: 'à vez: {names}',
  ruleTurnSome: 'à vez, a alguns de nós',
  ruleTo: 'A quem',
  ruleWho: 'Entre quem',
  ruleLanguage: 'Idioma do navegador',
  ruleGone: '{id} (já não existe)',
  newRule: 'Regra nova',
  addRule: 'Adicionar a regra',
  removeRule: 'Eliminar a regra',
  ruleUp: 'Mover para cima',
  ruleDown: 'Mover para baixo',
  attachFile: 'Anexar ficheiros',
  removeFile: 'Retirar {name}',
  fileRefused:
    '{name} é demasiado grande ou ilegível. No máximo 700 KB no total; as imagens são reduzidas.',
  saveFile: 'Guardar',
  palette: 'Ir para',
  paletteHint: 'Conversa, pessoa, agente, documento, página…',
  theirConversations: 'conversas',
  keyPalette: 'Ir para uma conversa, uma pessoa, uma página…',
  paletteDocuments: 'Documentos',
  tagName: 'Nome da etiqueta',
  editTags: 'Alterar etiquetas',
  removeTag: 'Eliminar esta etiqueta',
  removeTagSure: 'Eliminá-la em todo o lado',
  editView: 'Alterar esta vista',
};
export default messages;
