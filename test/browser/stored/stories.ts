// What is played to be recorded: each story ends with a device that another version of the widget may have to go on with.

import { until, type Visitor, visitorOf } from '../support/visitor.ts';
import { type Device, readDevice } from './device.ts';
import { ANSWER, DONE, DRAFT, PART, type Shop, type StoredEvent } from './shop.ts';

export interface Story {
  history: 'local' | 'session';
  play(shop: Shop, visitor: Visitor): Promise<void>;
  /** All of it stands on the disk. */
  isStored(text: string): boolean;
}

/** A story as it was recorded. */
export interface Recording {
  /** When, Unix milliseconds. */
  at: number;
  events: StoredEvent[];
  device: Device;
}

const has =
  (...words: string[]) =>
  (text: string): boolean =>
    words.every((word) => text.includes(word));

/** In this version's words and in those of earlier ones, which write what is stored. */
const ALWAYS = /Don’t ask again in this chat|Always in this conversation/;

/** Begins a conversation with an answer. */
async function begin({ visit }: Shop, visitor: Visitor): Promise<void> {
  await visit();
  await visitor.open();
  await visitor.write('How long does delivery take?');
  await visitor.log.getByText(ANSWER).first().waitFor();
}

export const STORIES = {
  /** The reply to a message is lost; another waits behind it, and a text in the composer. */
  outbox: {
    history: 'local',
    async play(shop, visitor) {
      await begin(shop, visitor);
      await visitor.write('Put a mug into my cart');
      await visitor.log.getByText(DONE).first().waitFor();
      const bigger = visitor.panel.getByRole('button', { name: 'Make bigger' });
      if ((await bigger.count()) > 0) await bigger.click();
      await until('a settled part of the log', async () =>
        /"settledId":"/.test(JSON.stringify(await readDevice(shop.page))),
      );
      shop.line = 'last';
      await visitor.write('Is it dishwasher-safe?');
      await until('the lost message', () => hasTaken(shop, 'dishwasher'));
      await visitor.write('And is it blue?');
      await visitor.log.getByText('And is it blue?').first().waitFor();
      await visitor.composer.fill(DRAFT);
    },
    isStored: has(DRAFT, '"checking"', 'And is it blue?', DONE),
  },
  /** A tool has run, and its result hasn't left. */
  result: {
    history: 'local',
    async play(shop, visitor) {
      await begin(shop, visitor);
      shop.line = 'half';
      await visitor.write('Put a mug into my cart');
      await until('the tool', async () => (await shop.done()).length > 0);
    },
    isStored: has('"posted"', 'agent.tool_use'),
  },
  /** A tool is asked for whose like the visitor has allowed, and one that always asks. The transcript is the tab's. */
  question: {
    history: 'session',
    async play(shop, visitor) {
      await begin(shop, visitor);
      await visitor.write('Put a mug among my favourites');
      const always = visitor.panel.getByRole('checkbox', { name: ALWAYS });
      await visitor.panel.getByText(ALWAYS).first().waitFor();
      const isBox = (await always.count()) > 0;
      if (isBox) await always.check();
      await visitor.answer(isBox ? 'yes' : ALWAYS);
      await visitor.log.getByText(DONE).first().waitFor();
      await visitor.write('Please cancel my order');
      await visitor.yes.waitFor();
      await visitor.composer.fill(DRAFT);
    },
    isStored: has(DRAFT, 'approvals', 'cancel_order'),
  },
  /** A part of an answer is shown, and the Stop that the visitor has pressed hasn't arrived. */
  stop: {
    history: 'local',
    async play(shop, visitor) {
      await begin(shop, visitor);
      shop.line = 'half';
      await visitor.write('What is the saucer made of?');
      await visitor.log.getByText(PART).first().waitFor();
      await visitor.panel.getByRole('button', { name: 'Stop', exact: true }).click();
    },
    isStored: (text) =>
      has('chat:interrupts', '"lost"', ':log:part')(text) && !text.includes('"posting"'),
  },
  /** Words that were typed before the engine was there, and no durable storage could take. */
  typed: {
    history: 'local',
    async play(shop, visitor) {
      shop.withholdsCore = true;
      await shop.visit();
      await visitor.open();
      await visitor.composer.fill(DRAFT);
    },
    isStored: has(':typed', DRAFT),
  },
} satisfies Record<string, Story>;

export type StoryName = keyof typeof STORIES;
export const STORY_NAMES = Object.keys(STORIES) as StoryName[];

const hasTaken = ({ events }: Shop, word: string): boolean => JSON.stringify(events).includes(word);

/** Plays a story, and takes what the browser has when all of it is stored. */
export async function record(shop: Shop, { play, isStored }: Story): Promise<Recording> {
  await play(shop, visitorOf(shop.page));
  const device = await until('all that is stored', async () => {
    const found = await readDevice(shop.page);
    return isStored(JSON.stringify(found)) ? found : null;
  });
  return { at: Date.now(), events: structuredClone(shop.events), device };
}
