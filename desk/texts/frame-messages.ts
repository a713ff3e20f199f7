// The texts of the desk's frame, of what owners read of machines, and of an agent's parts, in English.

export const frameEnglish = {
  more: 'More',
  askedForPerson: 'Asked for a person',
  ownMachine: 'this machine',
  draftBack: 'What you typed here and didn’t save is in the fields again.',
  draftDrop: 'Back to what is saved',
  agentParts: 'Parts of this agent',
  agentKnows: 'What it knows',
  agentSpeaks: 'How it speaks',
  agentMay: 'What it may do',
  agentCosts: 'What it may cost',
  agentModel: 'Model',
  agentKnowsTry:
    'Save as a draft, then ask in the try-out what a document says: the answer names the document.',
  agentSpeaksTry: 'Change a sentence, save as a draft, and ask the same in the try-out again.',
  agentMayTry:
    'Save as a draft, then ask in the try-out for something that needs a tool: the step shows in the chat.',
  agentCostsTry:
    'Below the try-out stand the time, tokens and credits that its answers have taken.',
  agentModelTry:
    'Save as a draft and ask in the try-out: the answer comes from what is chosen here.',
  chooseModel: 'Set up its model',
};
