// What has become of somebody's last visit, or of the link that they have come by. Pure.

/**
 * A sign-in at the identity provider that came to nothing, as the address says it on the way back; somebody has just signed out;
 * a link that was used, is over or is wrong; or one that opens on the gateway's own machine alone.
 */
export type LastVisit =
  | 'refused'
  | 'failed'
  | 'again'
  | 'signed-out'
  | 'link-used'
  | 'link-elsewhere'
  | null;

export function faultIn(fragment: string): LastVisit {
  const [, fault] = /^sign-in=(\w+)$/.exec(fragment) ?? [];
  return fault === 'refused' || fault === 'failed' || fault === 'again' ? fault : null;
}

/** A link that signs in once: its token, or '' where the address has lost a part of it; undefined: there is none. */
export function linkIn(fragment: string): string | undefined {
  if (!/^link\b/.test(fragment)) return undefined;
  return /^link=([\w-]+)$/.exec(fragment)?.[1] ?? '';
}

/** @param status of the reply to such a link */
export function faultOfLink(status: number): LastVisit {
  if (status === 403) return 'link-elsewhere';
  return status === 400 || status === 401 ? 'link-used' : null;
}
