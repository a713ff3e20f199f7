// A conversation that a visitor has had before: the same words for everybody.

export const LAST_WORDS = 'These are the last words.';

export interface Past {
  role: 'user' | 'agent';
  text: string;
}

/** So many messages, half of them answers; the last one ends with LAST_WORDS. */
export function historyOf(count: number): Past[] {
  return Array.from({ length: count }, (_, index) => {
    const number = Math.floor(index / 2);
    return index % 2 === 0
      ? { role: 'user', text: `Tell me of lamp ${number}.` }
      : { role: 'agent', text: answerOf(number, index === count - 1) };
  });
}

export function answerOf(number: number, isLast: boolean): string {
  return `Lamp **${number}** gives a warm light. It has:\n\n- a switch\n- a \`cable\` of two metres\n\n${isLast ? LAST_WORDS : 'Anything else?'}`;
}
