// The texts by which colleagues see each other and share out the work, in English.

export const colleaguesEnglish = {
  isReading: '{name} is reading',
  isAnswering: '{name} is answering',
  sendAnyway: 'Send anyway',
  answersToo: '{name} is answering. Send anyway?',
  answersNow: '{name} is answering. Take over anyway?',
} as const;
