// The texts of what agents learn from the team and do for it, in Spanish.

import type { ColleagueMessages } from '../../messages.ts';

const messages: ColleagueMessages = {
  answerThis: 'Responder',
  correctAnswer: 'Corregir esta respuesta',
  learnQuestion: 'La pregunta',
  learnQuestionHint:
    'Como la haría cualquiera. Omita lo que solo atañe a este visitante: otros podrían verla como fuente.',
  learnAnswer: 'La respuesta correcta',
  learnAnswerHint: 'El agente la conoce desde ahora. Se muestra Markdown.',
  correctHint:
    'La pregunta se guarda también con esta respuesta, para poder comparar con ella un borrador.',
  teach: 'Guardar y probar',
  taughtAnswers: 'Así responde ahora el agente',
  taughtAsking: 'Se está preguntando al agente…',
  taughtFailed: 'La respuesta está guardada, pero no se pudo preguntar al agente: {why}',
  taughtGone: 'La prueba ha terminado; las pruebas se conservan un día.',
  taughtSilent: 'El agente no dijo nada.',
  taughtFound: 'Encontrado en su conocimiento',
  taughtNothing: 'Su búsqueda no encontró nada. Use en la pregunta las palabras del visitante.',
  taughtNew: 'Nuevo',
  taughtDone: 'Listo',
  taughtTitle: 'Respondido por su equipo',
  taughtText: 'Lo que las personas de la mesa han enseñado a los agentes, lo más nuevo primero.',
  taughtBy: '{name}, {when}',
  taughtCorrection: 'Corrección',
  taughtDelete: 'Eliminar',
  taughtDeleteSure: 'Sí, que el agente la olvide',
  expectedAnswers: { other: 'Respuestas esperadas: {n}' },
  expectedText:
    'La respuesta que debe recibir cada pregunta. Una comparación mide con ella ambas versiones: por números, direcciones, nombres y palabras comunes, sin modelo. Así encuentra lo que se perdió; si el tono es bueno, lo ve usted.',
  saveExpected: 'Guardar respuestas esperadas',
  gotWorse: 'ha empeorado',
  gotBetter: 'ha mejorado',
  stayedSame: 'sigue igual',
  worseCount: { one: '{n} respuesta ha empeorado.', other: '{n} respuestas han empeorado.' },
  changeCounts: 'Mejores: {better}. Iguales: {same}.',
  expectedIs: 'Se espera: {text}',
  likeness: '{share} de lo esperado',
  missingFacts: 'Falta: {facts}',
};

export default messages;
