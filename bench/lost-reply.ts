// How long it takes until a message is known to be there if no reply to its POST comes, and what that costs in requests: with a
// gateway that takes names for what is sent, and beside it with one that takes none. The real session and the real client on
// virtual time, where a minute takes no time and each run is the same; so no browser and no clock has a part in it.

import { createWorld, live } from '../src/test/session/world.ts';
import { openLossyGateway, say } from '../test/doubles/lossy-gateway.ts';
import type { FaultName } from '../test/simulation/network.ts';
import { type BenchRow, median, times } from './row.ts';

const SEEDS = 25;
const LIMIT_MS = 600_000;
/** Whatever the widget asks besides is over by then. */
const REST_MS = 1_000;

interface Outcome {
  /** From the visitor's press until the message is known to be there. */
  seconds: number;
  /** Lists and POSTs meanwhile, the one without a reply among them. */
  requests: number;
}

const FAULTS: readonly (readonly [what: string, fault: FaultName])[] = [
  ['a message whose reply is lost', 'response_lost'],
  ['a message that is lost on its way', 'request_lost'],
  ['a message that is stored late, without a reply', 'late_commit'],
];

export async function benchLostReply(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [what, fault] of FAULTS) {
    const [named, nameless] = [await inWidget(fault, true), await inWidget(fault, false)];
    rows.push(
      row(`${what}: press → “sent” in the widget`, named.seconds, nameless.seconds, seconds),
      row('… and requests until then', named.requests, nameless.requests, String),
    );
  }
  return [...rows, await inClient()];
}

async function inWidget(fault: FaultName, hasIntents: boolean): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const world = createWorld({ script: () => [{ kind: 'say', text: 'ok' }], hasIntents, seed });
    const tab = world.open();
    await live(world, tab);
    await world.advance(REST_MS);
    world.faults.set('message', [fault]);
    const before = world.network.asked.length;
    const pressedAt = world.browser.clock.monotonic();
    await tab.send('hello');
    await world.until(() => tab.users().at(-1)?.delivery.state === 'sent', LIMIT_MS);
    outcomes.push({
      seconds: (world.browser.clock.monotonic() - pressedAt) / 1_000,
      requests: world.network.asked.length - before,
    });
  }
  return {
    seconds: median(outcomes.map((outcome) => outcome.seconds)),
    requests: median(outcomes.map((outcome) => outcome.requests)),
  };
}

/** The client for developers: beside it, the error that its caller gets where the gateway takes no names. */
async function inClient(): Promise<BenchRow> {
  const gateway = await openLossyGateway();
  const play = async (isOlder: boolean): Promise<string> => {
    const session = await gateway.session({ isOlder });
    session.meet('POST', 'reply lost');
    const end = await session.ended(session.client.send(session.id, say('hello')));
    const count = `${session.asked.length} requests`;
    return end.status === 'fulfilled'
      ? `sent after ${seconds(session.clock.monotonic() / 1_000)}, ${count}`
      : `“${(end.reason as { outcome?: string }).outcome}” at once, ${count}`;
  };
  try {
    return {
      what: 'the reply to send() of bellhop/client is lost',
      value: await play(false),
      reference: await play(true),
      must: 'shown',
      isMet: true,
    };
  } finally {
    await gateway.close();
  }
}

const seconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} s`;

function row(
  what: string,
  named: number,
  nameless: number,
  write: (value: number) => string,
): BenchRow {
  return {
    what,
    value: write(named),
    reference: `without names ${write(nameless)}`,
    ratio: times(named / nameless),
    must: 'shown',
    isMet: true,
  };
}
