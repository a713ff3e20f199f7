// The words of cards (`data-cards`) in English, with their type. The other languages stand in card-tables.ts.

export const CARD_WORDS = {
  chooseSeveral: 'Choose one or more',
  confirm: 'Confirm',
  somethingElse: 'Something else',
  ownAnswer: 'Your own answer',
  skip: 'Skip',
  yourAnswer: 'Your answer',
  optional: 'optional',
  formNote: 'Goes to the assistant of this site. This browser doesn’t keep it.',
  choose: 'Choose',
  needed: 'Please fill this in',
  neededConsent: 'Please agree, or skip',
  badEmail: 'This doesn’t look like an e-mail address',
  badPhone: 'This doesn’t look like a phone number',
  badNumber: 'Please enter a number',
  atLeast: 'At least {n}',
  atMost: 'At most {n}',
  badDate: 'Please enter a date',
  tooLong: 'At most {n} characters',
  noCardNumber: 'Please don’t enter card numbers here',
  agreed: 'Agreed',
  notAgreed: 'Not agreed',
} as const;

export type CardWord = keyof typeof CARD_WORDS;
export type CardWords = Readonly<Record<CardWord, string>>;
