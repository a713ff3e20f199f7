// The texts of an A2A agent's card, in English.

export const cardEnglish = {
  cardTitle: 'What the agent says of itself',
  cardCheck: 'Check again',
  cardReading: 'Asking the agent’s server…',
  cardUnsaved: 'Save the address, and what the agent says of itself is shown here.',
  cardBy: 'By',
  cardVersion: 'Version',
  cardAnswers: 'Answers',
  cardStreams: 'as they are written',
  cardWhole: 'once they are whole',
  cardSpeaks: 'Speaks',
  cardWants: 'Wants',
  cardNothing: 'nothing: anybody may ask',
  cardKey: 'a key as {name}',
  cardCertificate: 'a client certificate',
  cardSkills: 'What it can do',
} as const;
