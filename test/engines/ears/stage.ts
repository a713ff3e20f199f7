// Where a journey by ear is played: a visitor in one browser, and ears that hear it. `look` compares what is told with
// the text that was approved. EARS_UPDATE=1 takes what is told as approved instead.

import { expect } from 'vitest';
import type { Step } from '../../browser/support/test-gateway.ts';
import { pageHtml, type World } from '../../browser/support/world.ts';
import type { Engine } from '../hand.ts';
import { BODY, HEAD, type Scene, setScene, type Visitor } from '../scene.ts';
import { approve, approvedLines } from './approved.ts';
import { draw, plain } from './draw.ts';
import type { Ears } from './ears.ts';

export interface Stage {
  guest: Visitor;
  world: World;
  /** What has been heard since the last look, and what is there now: the page, or its first object of this role. */
  look(what: string, role?: string): Promise<void>;
}

export interface EarJourney {
  /** The approved text's file too. */
  name: string;
  script: Step[][];
  attributes?: Record<string, string>;
  /** Of the page's head, beside HEAD. */
  head?: string;
  play(stage: Stage): Promise<void>;
}

const TITLE = 'Shop';
const LOOK_MS = 250;
/** How long what is told may take to become what was approved: a busy browser tells late. */
const PATIENCE_MS = 60_000;
/** Where nothing was approved: how long it must be told alike: longer than a live region keeps its text. */
const ALIKE_MS = 8_000;

const isUpdate = process.env.EARS_UPDATE === '1';

export async function playByEar(journey: EarJourney, engine: Engine, ears: Ears): Promise<void> {
  const { scene, end } = await setScene(engine, journey.script);
  try {
    const guest = await arrive(journey, scene);
    await ears.forget();
    const approved = isUpdate ? null : approvedLines(journey.name, engine.name);
    const all: string[] = [];
    let saidBefore = 0;

    const tell = async (what: string, role?: string): Promise<string[]> => {
      const page = await ears.page(TITLE);
      const said = (await ears.heard()).slice(saidBefore);
      return [
        `== ${what}`,
        // Each region keeps its order; which of two speaks first is chance.
        ...['polite', 'assertive'].flatMap((region) =>
          said
            .filter(({ manner }) => manner === region)
            .map(({ text }) => `heard, ${region}: ${plain(text)}`),
        ),
        ...(page === null ? ['no page is in sight'] : draw(page, role)),
      ];
    };
    const look: Stage['look'] = async (what, role) => {
      const wanted = approved === null ? null : sectionOf(approved, what);
      const told = await settle(() => tell(what, role), wanted);
      if (!isUpdate) expect(told, `${journey.name}, ${what}`).toEqual(wanted);
      saidBefore += told.filter((line) => line.startsWith('heard, ')).length;
      all.push(...told);
    };

    await journey.play({ guest, world: scene.world, look });
    if (isUpdate) approve(journey.name, engine.name, all);
    expect(approvedLines(journey.name, engine.name)).toEqual(all);
  } finally {
    await end();
  }
}

export function arrive({ attributes = {}, head = '' }: EarJourney, { world, enter }: Scene) {
  world.put('/ears', pageHtml(world, attributes, BODY, HEAD + head));
  return enter({}, '/ears');
}

function sectionOf(lines: readonly string[], what: string): string[] {
  const from = lines.indexOf(`== ${what}`);
  if (from === -1) return [];
  const to = lines.findIndex((line, at) => at > from && line.startsWith('== '));
  return lines.slice(from, to === -1 ? undefined : to);
}

/** Reads until it is what was wanted, or, where nothing was, until it stays as it is. */
async function settle(
  read: () => Promise<string[]>,
  wanted: readonly string[] | null,
): Promise<string[]> {
  const end = Date.now() + PATIENCE_MS;
  let before = '';
  let changedAt = Date.now();
  for (;;) {
    const lines = await read();
    const text = lines.join('\n');
    if (wanted !== null && text === wanted.join('\n')) return lines;
    if (text !== before) changedAt = Date.now();
    before = text;
    const isAlike = wanted === null && Date.now() - changedAt >= ALIKE_MS;
    if (isAlike || Date.now() > end) return lines;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
