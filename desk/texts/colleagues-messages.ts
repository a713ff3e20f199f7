// The texts by which colleagues see each other and share out the work, in English.

export const colleaguesEnglish = {
  isReading: '{name} is reading',
  isAnswering: '{name} is answering',
  sendAnyway: 'Send anyway',
  answersToo: '{name} is answering. Send anyway?',
  answersNow: '{name} is answering. Take over anyway?',
  hereNow: 'Here',
  awayNow: 'Away',
  sayAway: 'say that you are away',
  sayHere: 'say that you are here again',
  awayTitle: 'Here or away',
  awayHint:
    'While you are away, no rule gives you a conversation. Your quiet hours make you away, and here again, while your desk is open.',
} as const;
