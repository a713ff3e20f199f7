// Every attack that is known. A new one is a value of `Attack` (attack.ts) that is named here. What it is played on:
// a page of the attacker's (scene.ts), a gateway whose whole log is the attack (stage.ts), one that changes what it
// has said (hostile-gateway.ts).

import type { Attack } from './attack.ts';
import { CALLS } from './calls.ts';
import { CLOBBERING, INERT_TAGS } from './clobbering.ts';
import { FRAMES } from './frames.ts';
import { LABELS_OF_LINKS } from './labels-of-links.ts';
import { OVERRIDES } from './overrides.ts';
import { PICTURES_IN_PIECES } from './pictures-in-pieces.ts';
import { POLLUTION } from './pollution.ts';
import { inScene } from './scene.ts';

/** On what the launcher reads while it starts. They are short, so every change meets them. */
export const ON_THE_LAUNCHER: readonly Attack[] = [...POLLUTION, ...INERT_TAGS].map(inScene);

export const ATTACKS: readonly Attack[] = [
  ...ON_THE_LAUNCHER,
  ...[...CLOBBERING, ...FRAMES].map(inScene),
  ...CALLS,
  PICTURES_IN_PIECES,
  LABELS_OF_LINKS,
  OVERRIDES,
];
