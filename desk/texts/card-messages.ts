// The texts of an A2A agent's card and of what a tool server offers, in English.

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
  offerAsk: 'Show what the server offers',
  offerReading: 'Asking the server…',
  offerTitle: 'What {name} offers',
  offerTick:
    'Ticked is what the agent may use. The ticks fill the field above; save the form to keep them.',
  offerNone: 'The server answers, and has no tools.',
  offerReads: 'only reads, as the server says',
  offerApp: 'shows an app',
  offerAppOnly: 'for its app alone, the agent never sees it',
} as const;
