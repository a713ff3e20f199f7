// The texts of what agents learn from the team and do for it, in English.

export const colleagueEnglish = {
  // Answers of the team
  answerThis: 'Answer this',
  correctAnswer: 'Correct this answer',
  learnQuestion: 'The question',
  learnQuestionHint:
    'As anybody would ask it. Leave out what is this visitor’s alone: others may be shown it as a source.',
  learnAnswer: 'The right answer',
  learnAnswerHint: 'The agent knows it from now on. Markdown is drawn.',
  correctHint:
    'The question is saved with this answer, too, so that a draft can be compared by it.',
  teach: 'Save and try it',
  taughtAnswers: 'The agent answers now',
  taughtAsking: 'The agent is being asked…',
  taughtFailed: 'The answer is saved, but the agent couldn’t be asked: {why}',
  taughtGone: 'The trial is over; trials are kept for a day.',
  taughtSilent: 'The agent said nothing.',
  taughtFound: 'Found in its knowledge',
  taughtNothing: 'Its search found nothing. Use the visitor’s words in the question.',
  taughtNew: 'New',
  taughtDone: 'Done',
  taughtTitle: 'Answered by your team',
  taughtText: 'What people of the desk have taught the agents, the newest first.',
  taughtBy: '{name}, {when}',
  taughtCorrection: 'Correction',
  taughtDelete: 'Delete',
  taughtDeleteSure: 'Yes, the agent forgets it',

  // What comparisons say by expected answers
  expectedAnswers: { other: 'Expected answers: {n}' },
  expectedText:
    'The answer that each question should get. A comparison measures both versions by it: by numbers, addresses, names and shared words, without a model. So it finds what was lost; whether the tone is right is yours to see.',
  saveExpected: 'Save expected answers',
  gotWorse: 'got worse',
  gotBetter: 'got better',
  stayedSame: 'stayed the same',
  worseCount: { one: '{n} answer got worse.', other: '{n} answers got worse.' },
  changeCounts: 'Better: {better}. The same: {same}.',
  expectedIs: 'Expected: {text}',
  likeness: '{share} of what is expected',
  missingFacts: 'Missing: {facts}',
} as const;
