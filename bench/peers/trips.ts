// How many round trips stand one behind the other in a list of requests.

export interface Request {
  startedAt: number;
  /** null: not answered yet. */
  endedAt: number | null;
  isMessage: boolean;
}

/** The longest chain in which each request began after the one before it had been answered. */
export function roundTrips(requests: readonly Request[]): number {
  const depths: number[] = [];
  const sorted = requests.toSorted((a, b) => a.startedAt - b.startedAt);
  for (const [index, { startedAt }] of sorted.entries()) {
    let before = 0;
    for (let earlier = 0; earlier < index; earlier++) {
      const end = sorted[earlier]?.endedAt ?? null;
      if (end !== null && end <= startedAt) before = Math.max(before, depths[earlier] ?? 0);
    }
    depths.push(before + 1);
  }
  return Math.max(0, ...depths);
}
