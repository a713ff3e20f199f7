// The walls around the cards that an agent shows: whose hand answers them, what no form may ask, and what is never kept.

import type { Mutant } from './mutant.ts';

const DRAWN = 'test/ui/cards.test.tsx';
const CALLED = 'test/tools/cards.test.ts';

export const CARDS: readonly Mutant[] = [
  {
    name: 'cards: a script of the page answers a question',
    file: 'src/ui/cards/choices.tsx',
    find: '!chat.steps.isOwnHand(event) || !aim.isMeant(event)) return;\n    const own',
    replace: '!aim.isMeant(event)) return;\n    const own',
    test: DRAWN,
  },
  {
    name: 'cards: a script of the page skips a question',
    file: 'src/ui/cards/choices.tsx',
    find: '!chat.steps.isOwnHand(event) || !aim.isMeant(event)) return;\n    setAnswered',
    replace: '!aim.isMeant(event)) return;\n    setAnswered',
    test: DRAWN,
  },
  {
    name: 'cards: a question is answered by a hand that aimed at something else',
    file: 'src/ui/cards/choices.tsx',
    find: ' || !aim.isMeant(event)) return;\n    const own',
    replace: ') return;\n    const own',
    test: DRAWN,
  },
  {
    name: 'cards: a question is skipped by a hand that aimed at something else',
    file: 'src/ui/cards/choices.tsx',
    find: ' || !aim.isMeant(event)) return;\n    setAnswered',
    replace: ') return;\n    setAnswered',
    test: DRAWN,
  },
  {
    name: 'cards: a script of the page sends a form',
    file: 'src/ui/cards/form.tsx',
    find: '!isAnswered && chat.steps.isOwnHand(event) && aim.isMeant(event)',
    replace: '!isAnswered && aim.isMeant(event)',
    test: DRAWN,
  },
  {
    name: 'cards: a form is sent by a hand that aimed at something else',
    file: 'src/ui/cards/form.tsx',
    find: '!isAnswered && chat.steps.isOwnHand(event) && aim.isMeant(event)',
    replace: '!isAnswered && chat.steps.isOwnHand(event)',
    test: DRAWN,
  },
  {
    name: 'cards: a script of the page sends what the button of an item says',
    file: 'src/ui/cards/items.tsx',
    find: 'if (!chat.steps.isOwnHand(event)) return;',
    replace: 'if (event === null) return;',
    test: DRAWN,
  },
  {
    name: 'cards: a script of the page sends what the agent suggests',
    file: 'src/ui/cards/index.tsx',
    find: 'if (!chat.steps.isOwnHand(event)) return;',
    replace: 'if (event === null) return;',
    test: DRAWN,
  },
  {
    name: 'cards: drawn where the owner shows none',
    file: 'src/ui/parts/card-slot.tsx',
    find: "chat.options.value.cards.includes(KINDS.get(name) ?? '-')",
    replace: 'chat.options.value.cards !== undefined && KINDS.has(name)',
    test: DRAWN,
  },
  {
    name: 'cards: a number of a payment card may be entered',
    file: 'src/ui/cards/check-field.ts',
    find: "(type === 'text' || type === 'number') && hasCardNumber(text)",
    replace: "type === 'consent' && hasCardNumber(text)",
    test: DRAWN,
  },
  {
    name: 'cards: a field of a form may ask for a secret',
    file: 'src/tools/sources/cards.ts',
    find: 'label}`)) {',
    replace: 'label}`) && seen.size > 99) {',
    test: CALLED,
  },
  {
    name: 'cards: the words above a form may ask for a secret',
    file: 'src/tools/sources/cards.ts',
    find: "?? ''}`)) {",
    replace: "?? ''}`) && seen.size > 99) {",
    test: CALLED,
  },
  {
    name: 'cards: two fields of a form have one name',
    file: 'src/tools/sources/cards.ts',
    find: "seen.has(name) || name === 'constructor'",
    replace: "name === 'constructor'",
    test: CALLED,
  },
  {
    name: 'cards: a card takes fields that its schema doesn’t know',
    file: 'src/tools/sources/cards.ts',
    find: 'additionalProperties: false,',
    replace: 'additionalProperties: true,',
    test: CALLED,
  },
  {
    name: 'cards: what was entered into a form is stored',
    file: 'src/tools/pipeline.ts',
    find: 'if (tool.card?.isSecret && ran.ended.isOk)',
    replace: 'if (tool.card?.isSecret && !ran.ended.isOk)',
    test: CALLED,
  },
  {
    name: 'cards: a tool of the site’s server runs without a question',
    file: 'src/tools/sources/cards.ts',
    find: "approval: 'always',",
    replace: "approval: 'auto',",
    test: CALLED,
  },
  {
    name: 'cards: a question answers itself',
    file: 'src/tools/pipeline.ts',
    find: '!tool.card?.asks && (isFresh',
    replace: '(isFresh',
    test: CALLED,
  },
  {
    name: 'cards: an approval answers a question',
    file: 'src/tools/pipeline.ts',
    find: "return typeof decision === 'object' ? decision : false;",
    replace: "return typeof decision === 'object' ? decision : true;",
    test: CALLED,
  },
  {
    name: 'cards: the page’s tool of the same name takes a card’s place',
    file: 'src/tools/registry.ts',
    find: "['cards', 'page', 'webmcp', 'abilities']",
    replace: "['page', 'cards', 'webmcp', 'abilities']",
    test: CALLED,
  },
];
