// The walls around the visitor's press.

import type { Mutant } from './mutant.ts';

const CARD = 'src/test/ui/aim.test.tsx';
const AIM = 'src/ui/parts/use-aim.ts';

export const AIMS: readonly Mutant[] = [
  {
    name: 'a press counts wherever the buttons are by now',
    test: CARD,
    file: AIM,
    find: 'now.length === place.length && now.every(isNear);',
    replace: 'now.length > 0 || now.every(isNear);',
  },
  {
    name: 'a press that went down too early counts',
    test: CARD,
    file: AIM,
    find: 'pressed = isStill && isUnmoved() ?',
    replace: 'pressed = isUnmoved() ?',
  },
  {
    name: 'a press counts that hit a button where nobody has seen it',
    test: CARD,
    file: AIM,
    find: 'pressed = isStill && isUnmoved() ?',
    replace: 'pressed = isStill && isUnmovedAsPainted() ?',
  },
  {
    name: 'a press counts also where the buttons moved while it was held',
    test: CARD,
    file: AIM,
    find: 'currentTarget === pressed && isUnmoved();',
    replace: 'currentTarget === pressed;',
  },
  {
    name: 'a press that went down on another button counts',
    test: CARD,
    file: AIM,
    find: 'currentTarget === pressed && isUnmoved();',
    replace: 'currentTarget !== null && isUnmoved();',
  },
  {
    name: 'nobody looks whether the buttons have moved',
    test: CARD,
    file: AIM,
    find: '      isUnmovedAsPainted();\n      cancelLook',
    replace: '      cancelLook',
  },
  {
    name: 'a key counts before the card was seen',
    test: CARD,
    file: AIM,
    find: 'if (event.detail === 0) return wasSeen;',
    replace: 'if (event.detail === 0) return true;',
  },
  {
    name: 'a key counts only while nothing moves',
    test: CARD,
    file: AIM,
    find: 'if (event.detail === 0) return wasSeen;',
    replace: 'if (event.detail === 0) return isStill;',
  },
  {
    name: 'nobody asks what lies over the buttons',
    test: CARD,
    file: AIM,
    find: 'hit === undefined || hit === button ? 0 : 1',
    replace: 'hit === 0 ? 0 : 1',
  },
  {
    name: 'what the browser says of covers is ignored',
    test: CARD,
    file: AIM,
    find: 'see(isThere && !isCovered);',
    replace: 'see(isThere);',
  },
  {
    name: 'a page drawn half transparent can never be answered',
    test: CARD,
    file: AIM,
    find: ' && !isDrawnThrough(target)',
    replace: '',
  },
  {
    name: 'zoom and windows that move are not seen',
    test: CARD,
    file: AIM,
    find: 'if (view) {',
    replace: 'if (view && false) {',
  },
  {
    name: 'what grows above a waiting card pushes it along',
    test: 'src/test/ui/follow.test.ts',
    file: 'src/ui/model/follow.ts',
    find: 'if (!holdCard(box) && isStuck) {',
    replace: 'if (isStuck) {',
  },
  {
    name: 'a button that shrinks when it is pressed has moved',
    test: CARD,
    file: AIM,
    find: '[x + width / 2, y + height / 2]',
    replace: '[x + width / 2, y]',
  },
  {
    name: 'what moves by less than a pixel at a time never moves',
    test: CARD,
    file: AIM,
    find: 'if (!isSame) moved();',
    replace: 'if (isSame) place = now;\n      else moved();',
  },
  {
    name: '"Run it here?" counts before it was seen',
    test: 'src/test/ui/tool-line.test.tsx',
    file: 'src/ui/parts/tools.tsx',
    find: 'chat.steps.isOwnHand(event) && aim.isMeant(event)',
    replace: 'chat.steps.isOwnHand(event)',
  },
  {
    name: '"Run it here?" is pressed by a script',
    test: 'src/test/ui/tool-line.test.tsx',
    file: 'src/ui/parts/tools.tsx',
    find: 'chat.steps.isOwnHand(event) && aim.isMeant(event)',
    replace: 'aim.isMeant(event)',
  },
];
