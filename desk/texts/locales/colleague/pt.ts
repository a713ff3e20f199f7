// The texts of what agents learn from the team and do for it, in Portuguese.

import type { ColleagueMessages } from '../../messages.ts';

const messages: ColleagueMessages = {
  answerThis: 'Responder',
  correctAnswer: 'Corrigir esta resposta',
  learnQuestion: 'A pergunta',
  learnQuestionHint:
    'Como qualquer pessoa a faria. Deixe de fora o que é só deste visitante: outros podem vê-la como fonte.',
  learnAnswer: 'A resposta certa',
  learnAnswerHint: 'O agente a conhece a partir de agora. Markdown é formatado.',
  correctHint: 'A pergunta também é guardada com esta resposta, para comparar um rascunho com ela.',
  teach: 'Guardar e testar',
  taughtAnswers: 'O agente responde agora',
  taughtAsking: 'O agente está sendo perguntado…',
  taughtFailed: 'A resposta está guardada, mas não foi possível perguntar ao agente: {why}',
  taughtGone: 'O teste terminou; os testes são guardados por um dia.',
  taughtSilent: 'O agente não disse nada.',
  taughtFound: 'Encontrado no seu conhecimento',
  taughtNothing: 'A busca não encontrou nada. Use na pergunta as palavras do visitante.',
  taughtNew: 'Novo',
  taughtDone: 'Pronto',
  taughtTitle: 'Respondido pela sua equipe',
  taughtText: 'O que as pessoas do balcão ensinaram aos agentes, o mais novo primeiro.',
  taughtBy: '{name}, {when}',
  taughtCorrection: 'Correção',
  taughtDelete: 'Excluir',
  taughtDeleteSure: 'Sim, o agente a esquece',
  expectedAnswers: { other: 'Respostas esperadas: {n}' },
  expectedText:
    'A resposta que cada pergunta deve receber. Uma comparação mede por ela as duas versões: por números, endereços, nomes e palavras em comum, sem modelo. Assim encontra o que se perdeu; se o tom é bom, é você quem vê.',
  saveExpected: 'Guardar respostas esperadas',
  gotWorse: 'piorou',
  gotBetter: 'melhorou',
  stayedSame: 'ficou igual',
  worseCount: { one: '{n} resposta piorou.', other: '{n} respostas pioraram.' },
  changeCounts: 'Melhores: {better}. Iguais: {same}.',
  expectedIs: 'Esperado: {text}',
  likeness: '{share} do esperado',
  missingFacts: 'Falta: {facts}',
};

export default messages;
