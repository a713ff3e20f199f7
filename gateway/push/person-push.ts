// Tells people on their devices of visitors who wait for the team, also while their desk is closed. What a device gets is encrypted
// to its browser's keys: the push service of the browser's maker sees when something was sent, and not what.

import webPush from 'web-push';
import { z } from 'zod';
import { readSites } from '../desk/desk-sessions.ts';
import { readPersonSettings } from '../desk/person-settings.ts';
import { DESK_ROLES, reachOfPerson } from '../kernel/auth/desk-caller.ts';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import { isBetween, localTime, minutesOf } from '../kernel/local-time.ts';
import type { Observer } from '../kernel/observability/observer.ts';
import type { OutsideFetch } from '../kernel/outside-fetch.ts';
import { startRounds } from '../kernel/rounds.ts';
import { findWaiting, noteTold, type Waiting } from '../mail/waiting.ts';
import { mailWords } from '../mail/words.ts';
import {
  dropSubscription,
  listSubscriptions,
  pushKeys,
  type Subscription,
} from './subscriptions.ts';

const LOOK_MS = 5000;
/** Where no device is subscribed. */
const IDLE_LOOK_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** Seconds for which a push service keeps what a device that is off hasn't got. */
const TTL_S = 3600;
const WORDS = 160;
/** A wait that is older isn't news. */
const OLD_MS = 3_600_000;
/** The push service knows no such device any more. */
const GONE = [404, 410];

const personRow = z.object({
  person_id: z.string(),
  role: z.enum(DESK_ROLES),
  sites: z.string().nullable(),
  settings: z.string(),
});
type Person = z.output<typeof personRow>;

export interface PersonPushParts {
  db: Db;
  clock: Clock;
  /** Reaches push services. */
  outside: OutsideFetch;
  /** The gateway's origin as browsers see it, by which a push service could reach its operator; null: not told. */
  publicUrl: string | null;
  observer: Pick<Observer, 'failed'>;
}

export function startPersonPush(parts: PersonPushParts): { close(): Promise<void> } {
  const { db, clock, outside, publicUrl, observer } = parts;
  const subject = publicUrl?.startsWith('https:') ? publicUrl : 'mailto:operator@localhost';
  // The first round sees whether there are any.
  let hasDevices = true;
  const rounds = startRounds(
    clock,
    () => (hasDevices ? LOOK_MS : IDLE_LOOK_MS),
    round,
    (error) => observer.failed(error, 'push', {}),
  );
  return { close: rounds.close };

  async function round(): Promise<void> {
    const subscriptions = await listSubscriptions(db, clock.now());
    hasDevices = subscriptions.length > 0;
    if (!hasDevices || rounds.isClosed()) return;
    const people = await readRows(
      db,
      personRow,
      'SELECT person_id, role, sites, settings FROM desk_people WHERE person_id = ANY($1::text[])',
      [[...new Set(subscriptions.map(({ person_id }) => person_id))]],
    );
    for (const person of people) {
      const devices = subscriptions.filter(({ person_id }) => person_id === person.person_id);
      if (!rounds.isClosed()) await tell(person, devices);
    }
  }

  async function tell(person: Person, devices: readonly Subscription[]): Promise<void> {
    const now = clock.now();
    const { quiet, language, time_zone: timeZone } = readPersonSettings(person.settings);
    const { minutes } = localTime(now, timeZone);
    if (quiet !== null && isBetween(minutes, minutesOf(quiet.from), minutesOf(quiet.until))) return;
    const reach = reachOfPerson({ role: person.role, sites: readSites(person.sites) });
    const told = { personId: person.person_id, channel: 'push' as const };
    const waiting = await findWaiting(db, { ...told, reach, now, afterMs: 0 });
    // Before it is sent: of several processes one tells, and a push service that is away delays nothing.
    const claimed = await noteTold(db, told, waiting);
    const title = mailWords(language).waitingSubject(1);
    const news = waiting.filter(
      ({ session_id, waiting_since }) =>
        claimed.includes(session_id) && waiting_since > now - OLD_MS,
    );
    await Promise.all(news.flatMap((one) => devices.map((device) => send(device, title, one))));
  }

  async function send(device: Subscription, title: string, one: Waiting): Promise<void> {
    const { endpoint, p256dh, auth } = device;
    const { public_key: publicKey, private_key: privateKey } = await pushKeys(db);
    const payload = JSON.stringify({
      title: one.site_name === null ? title : `${title} · ${one.site_name}`,
      body: (one.words ?? '').slice(0, WORDS),
      path: `/desk/conversations/${one.session_id}`,
      tag: one.session_id,
    });
    try {
      const request = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        payload,
        {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: TTL_S,
          urgency: 'high',
        },
      );
      const { headers, body } = request;
      const { 'Content-Length': _, ...named } = headers as Record<string, string>;
      const reply = await outside(endpoint, {
        method: 'POST',
        headers: Object.fromEntries(Object.entries(named).map(([k, v]) => [k, String(v)])),
        body: new Uint8Array(body ?? Buffer.alloc(0)),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await reply.body?.cancel();
      if (GONE.includes(reply.status)) await dropSubscription(db, endpoint, null);
    } catch {
      // The next wait is told again; the list of the desk has this one.
    }
  }
}
