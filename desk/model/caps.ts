// How far a day has used a site's caps. Pure.

import type { PublicSiteState } from '../../gateway/desk-types.ts';

export type CapName = keyof PublicSiteState['caps'];
export const CAP_NAMES = ['sessions', 'messages', 'credits_nano'] as const satisfies CapName[];

/** `near`: 80 % or more. `reached`: nothing more is let in until the next day (UTC). */
export type CapLevel = 'none' | 'fine' | 'near' | 'reached';

export interface CapUse {
  name: CapName;
  today: number;
  /** Null: no cap. */
  cap: number | null;
  /** Whole percent of the cap, rounded down so that 100 is only what is reached; 0 where there is no cap. */
  percent: number;
  level: CapLevel;
}

const NEAR_PERCENT = 80;
const NANO = 1e9;

export function usesOf({ caps, today }: Pick<PublicSiteState, 'caps' | 'today'>): CapUse[] {
  return CAP_NAMES.map((name) => {
    const cap = caps[name];
    const used = today[name];
    const percent = cap === null ? 0 : cap === 0 ? 100 : Math.floor((used / cap) * 100);
    return { name, today: used, cap, percent, level: levelOf(cap, percent) };
  });
}

function levelOf(cap: number | null, percent: number): CapLevel {
  return cap === null ? 'none' : levelOfPercent(percent);
}

export function levelOfPercent(percent: number): CapLevel {
  if (percent >= 100) return 'reached';
  return percent >= NEAR_PERCENT ? 'near' : 'fine';
}

/** Credits as people write them; the gateway counts nanocredits. */
export function fieldOf(name: CapName, cap: number | null): string {
  if (cap === null) return '';
  return String(name === 'credits_nano' ? cap / NANO : cap);
}

/** @returns the cap that a field says, null for an empty one: no cap. Undefined: it is no number that a cap can have. */
export function capOf(name: CapName, text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const number = Number(text.trim().replace(',', '.'));
  if (!Number.isFinite(number) || number < 0) return undefined;
  if (name === 'credits_nano') return Math.round(number * NANO);
  return Number.isInteger(number) ? number : undefined;
}

/** In the unit that people read: credits, not nanocredits. */
export function readable(name: CapName, value: number): number {
  return name === 'credits_nano' ? value / NANO : value;
}
