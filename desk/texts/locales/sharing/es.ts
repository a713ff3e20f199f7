// The texts by which colleagues see each other and share out the work, in Spanish.

import type { SharingMessages } from '../../messages.ts';

const messages: SharingMessages = {
  isReading: '{name} está leyendo',
  isAnswering: '{name} está respondiendo',
  sendAnyway: 'Enviar de todos modos',
  answersToo: '{name} está respondiendo. ¿Enviar de todos modos?',
  unfilledToo: '{field} no tiene valor aquí. ¿Enviarlo de todos modos?',
  strangerToo: '{name} no es nadie aquí y no avisa a nadie. ¿Añadir la nota de todos modos?',
  answersNow: '{name} está respondiendo. ¿Tomar la conversación de todos modos?',
  hereNow: 'Presente',
  awayNow: 'Ausente',
  sayAway: 'indicar que no está',
  sayHere: 'indicar que ha vuelto',
  awayTitle: 'Presente o ausente',
  awayHint:
    'Mientras esté ausente, ninguna regla le asigna conversaciones. Sus horas de silencio le marcan como ausente, y de nuevo como presente, mientras su mesa esté abierta.',
  partRules: 'Asignación',
  rulesText:
    'Cuando un visitante quiere hablar con una persona, la primera regla que encaja asigna la conversación, una vez. Quien está ausente no recibe ninguna.',
  noRules: 'Aún no hay reglas: quien está presente toma a quien espera.',
  ruleAnybody: 'Cualquier conversación',
  ruleTurnAll: 'por turno, a todos los presentes',
  ruleTurn: 'por turno: {names}',
  ruleTurnSome: 'por turno, a algunos de nosotros',
  ruleTo: 'A quién',
  ruleWho: 'Entre quiénes',
  ruleLanguage: 'Idioma del navegador',
  ruleGone: '{id} (ya no está)',
  newRule: 'Regla nueva',
  addRule: 'Añadir la regla',
  removeRule: 'Eliminar la regla',
  ruleUp: 'Subir',
  ruleDown: 'Bajar',
  attachFile: 'Adjuntar archivos',
  removeFile: 'Quitar {name}',
  fileRefused:
    '{name} es demasiado grande o no se puede leer. Como máximo 700 KB en total; las imágenes se reducen.',
  saveFile: 'Guardar',
  palette: 'Ir a',
  paletteHint: 'Conversación, persona, agente, documento, página…',
  theirConversations: 'conversaciones',
  keyPalette: 'Ir a una conversación, una persona, una página…',
  paletteDocuments: 'Documentos',
  tagName: 'Nombre de la etiqueta',
  editTags: 'Cambiar etiquetas',
  removeTag: 'Eliminar esta etiqueta',
  removeTagSure: 'Eliminarla en todas partes',
  editView: 'Cambiar esta vista',
};
export default messages;
