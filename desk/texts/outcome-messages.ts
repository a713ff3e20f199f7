// The texts of how conversations went and what they were about, in English.

export const outcomeEnglish = {
  ratings: 'How conversations went',
  ratingsText: 'What visitors said once a conversation was done.',
  ratingsShare: 'Went well',
  ratingGood: 'Good',
  ratingOk: 'So-so',
  ratingBad: 'Not good',
  ratingsBy: 'Answered by',
  agentAlone: '{name}, alone',
  ratingFact: 'How it went',
  ratingSilent: 'Asked, not answered',
  ratingsAnswered: '{rated} of {asked} who were asked have answered.',
  asksRating: 'Ask how a conversation went',
  asksRatingHint:
    'Once, when a colleague or the agent has called it done. Your pages then show forms in the chat; a page whose tag has data-cards needs “form” there.',
  topics: 'Topics',
  topicsText: 'Conversations that ask about the same, the most frequent first.',
  topic: 'Asked about',
  topicsNone: 'Nobody has asked the same twice in this time.',
  toolForm: 'Asked by a form',
  toolChoices: 'Asked a question',
  toolItems: 'Showed items',
  toolReplies: 'Suggested replies',
  toolCloses: 'Called it done',
} as const;
