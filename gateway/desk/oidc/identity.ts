// Reads the claims of a provider about a person, field by field, and the role at the desk that follows from them. Pure.

import type { DeskRole } from '../../kernel/auth/desk-caller.ts';
import type { OidcSettings, Rule } from './settings.ts';

export interface Identity {
  /** The provider's own name for the person, which never changes. */
  subject: string;
  /** In small letters; null where the provider hasn't verified it. */
  email: string | null;
  name: string | null;
  groups: readonly string[];
}

const MAX_NAME = 80;
const MAX_EMAIL = 254;

export type Claims = Readonly<Record<string, unknown>>;

/** @param claims of the ID token, and what the provider's userinfo has besides. */
export function readIdentity(subject: string, claims: Claims, groupsClaim: string): Identity {
  const { email, email_verified: isVerified } = claims;
  const isOwn = typeof email === 'string' && email.length <= MAX_EMAIL && isVerified === true;
  const groups = claims[groupsClaim];
  return {
    subject,
    email: isOwn ? email.toLowerCase() : null,
    name: nameOf(claims),
    groups: Array.isArray(groups) ? groups.filter((one) => typeof one === 'string') : [],
  };
}

/** Null: they may not sign in. */
export function roleOf(
  identity: Identity,
  { owners, agents }: Pick<OidcSettings, 'owners' | 'agents'>,
): DeskRole | null {
  if (owners.some((rule) => fits(rule, identity))) return 'owner';
  return agents.some((rule) => fits(rule, identity)) ? 'agent' : null;
}

function fits(rule: Rule, { email, groups }: Identity): boolean {
  switch (rule.kind) {
    case 'email':
      return email === rule.email;
    case 'domain':
      return email !== null && email.slice(email.lastIndexOf('@') + 1) === rule.domain;
    case 'group':
      return groups.includes(rule.group);
  }
}

function nameOf(claims: Claims): string | null {
  for (const value of [claims.name, claims.preferred_username, claims.email]) {
    if (typeof value !== 'string') continue;
    const name = value
      .replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
      .trim()
      .slice(0, MAX_NAME)
      .replace(/[\ud800-\udbff]$/, '');
    if (name !== '') return name;
  }
  return null;
}
