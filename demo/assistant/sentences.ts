// The sentences of a page or a result, and which of them speak to an assistant: those are passed over.

export function splitSentences(line: string): string[] {
  return line.replace(/^\s*(?:[-*•]|\d+\.)\s+/, '').split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}"“])/u);
}

const INSTRUCTIONS = [
  /\b(?:ignore|disregard|forget|override)\b.{0,60}\b(?:instructions?|prompts?|rules|messages?|guidelines|above|everything)\b/i,
  /\b(?:system|developer) (?:prompt|message|note)\b/i,
  /\b(?:ai|assistant|chatbot|language model|llm|agents?|bot)s?\b.{0,40}\b(?:must|should|shall|please|need to|have to|will now|are instructed|is instructed|:)/i,
  /\byou (?:are now|must now|must|are an? (?:ai|assistant|helpful))\b.{0,80}\b(?:tool|call|reply|respond|answer|say|reveal|send|add|act|always|never)\b/i,
  /\b(?:call|invoke|use|run|execute)\b.{0,20}\b(?:the )?\w+_\w+\b/i,
  /\b(?:reply|respond|answer) (?:only )?with\b/i,
];

/** Whether a sentence of a page or a result speaks to an assistant rather than to a reader. */
export function isInstruction(sentence: string): boolean {
  return INSTRUCTIONS.some((pattern) => pattern.test(sentence));
}
