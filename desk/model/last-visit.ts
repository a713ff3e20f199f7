// What has become of somebody's last visit, as the address says it on their way back from the identity provider. Pure.

/** A sign-in at the identity provider that came to nothing, or somebody has just signed out. */
export type LastVisit = 'refused' | 'failed' | 'again' | 'signed-out' | null;

export function faultIn(fragment: string): LastVisit {
  const [, fault] = /^sign-in=(\w+)$/.exec(fragment) ?? [];
  return fault === 'refused' || fault === 'failed' || fault === 'again' ? fault : null;
}
