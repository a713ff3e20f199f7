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
  partRules: 'Assignment',
  rulesText:
    'When a visitor wants a person, the first rule that fits gives the conversation to somebody, once. Who is away gets none.',
  noRules: 'No rules yet: whoever is there takes who waits.',
  ruleAnybody: 'Any conversation',
  ruleTurnAll: 'in turn, to everybody who is here',
  ruleTurn: 'in turn: {names}',
  ruleTurnSome: 'in turn, to some of us',
  ruleTo: 'To whom',
  ruleWho: 'Among whom',
  ruleLanguage: 'Language of the browser',
  ruleGone: '{id} (gone)',
  newRule: 'New rule',
  editRule: 'Change the rule',
  addRule: 'Add the rule',
  removeRule: 'Delete the rule',
  ruleUp: 'Move up',
  ruleDown: 'Move down',
  attachFile: 'Attach files',
  removeFile: 'Take {name} out',
  fileRefused:
    '{name} is too large, or can’t be read. 700 KB at most in all; pictures are made smaller.',
  saveFile: 'Save',
} as const;
