// Invariants 10 and 11: the stored log is the gateway's, without gaps, and is read anew only if it must be.

import { type Evidence, NAMESPACE, SESSION_ID } from './evidence.ts';

interface StoredPage {
  events?: { id: string }[];
}

/**
 * 10. The confirmed list is a duplicate-free subsequence of the server's, gapless up to the cursor.
 * 11. The cursor goes back only in a logged reload. Judged by each write of it.
 */
export function checkStored(evidence: Evidence): string[] {
  const { browser, gateway, warnings, sessionId = SESSION_ID } = evidence;
  const { writes, entries } = browser.disk;
  if (writes === undefined || entries === undefined) return [];
  const place = new Map(gateway.rows().map(({ event }, index) => [event.id, index]));
  const metaKey = `${NAMESPACE}:${sessionId}:log`;
  const reloads = warnings.filter((warning) => warning.includes('read anew')).length;
  const broken: string[] = [];
  const lastOf = new Map<string, number>();
  let cursor = -1;
  let back = 0;
  for (const { key, value } of writes) {
    if (!key.startsWith(metaKey)) continue;
    if (key === metaKey && value === undefined) {
      // The stored list was dropped, so there is no cursor that could go back.
      if (evidence.plan.hasStorageTrouble === false) {
        broken.push('11: the stored list was dropped without need');
      }
      cursor = -1;
      continue;
    }
    if (key === metaKey) {
      const last = (value as { last?: number } | undefined)?.last;
      const now = lastOf.get(`${metaKey}:${last}`) ?? cursor;
      if (now < cursor) back += 1;
      cursor = now;
      continue;
    }
    const places = placesOf(value as StoredPage | undefined, place);
    const isInOrder = places.every((at, index) => at >= 0 && at > (places[index - 1] ?? -1));
    if (!isInOrder) broken.push('10: the stored list is not a part of the server’s');
    lastOf.set(key, places.at(-1) ?? -1);
  }
  if (back > reloads) broken.push(`11: the cursor went back ${back} times, ${reloads} logged`);
  if (evidence.isSettled) {
    // Pages that the meta row doesn't name are no longer used.
    const stored = new Map(entries());
    const meta = stored.get(metaKey) as { first?: number; last?: number } | undefined;
    const places: number[] = [];
    for (let no = meta?.first ?? 0; no <= (meta?.last ?? -1); no++) {
      places.push(...placesOf(stored.get(`${metaKey}:${no}`) as StoredPage | undefined, place));
    }
    const isGapless = places.every(
      (at, index) => index === 0 || at === (places[index - 1] ?? 0) + 1,
    );
    if (!isGapless) broken.push('10: the stored list has gaps');
  }
  return broken;
}

function placesOf(page: StoredPage | undefined, place: ReadonlyMap<string, number>): number[] {
  return (page?.events ?? []).map(({ id }) => place.get(id) ?? -1);
}

/** 11. A tab reads the whole log anew only after the gateway has refused an anchor. */
export function checkReload({ warnings, network }: Evidence): string[] {
  const anew = warnings.filter((warning) => warning.includes('read anew')).length;
  const refused = network.asked.filter(
    ({ fault, status }) => fault === 'anchor_refused' && status === 400,
  ).length;
  return anew > refused ? ['11: the log was read anew without need'] : [];
}
