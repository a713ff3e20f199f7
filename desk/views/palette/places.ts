// The pages of the desk and their parts, as far as a role may open them, and which of them somebody means.

import type { DeskRole } from '../../../gateway/desk-types.ts';
import { namedLike } from '../../model/palette.ts';
import { COMPARE, KNOWLEDGE, type Route } from '../../model/routes.ts';
import type { View } from '../view.ts';

export interface Place {
  name: string;
  /** What stands on that page: people look for it, and needn't know on which. */
  parts: readonly string[];
  to: Route;
}

export function placesOf({ t }: View, role: DeskRole): Place[] {
  const settings = t('settings');
  const page = (name: string, to: Route, parts: readonly string[] = []): Place => ({
    name,
    parts,
    to,
  });
  const team = (
    name: string,
    part: Extract<Route, { page: 'team' }>['part'],
    parts: readonly string[],
  ): Place =>
    page(`${t('team')}: ${name}`, { page: 'team', ...(part === undefined ? {} : { part }) }, parts);
  const own = [t('changePassword'), t('secondFactor'), t('passkeys'), t('mail'), t('push')];
  const all: Place[] = [
    page(t('inbox'), { page: 'inbox', sessionId: null }),
    team(t('account'), 'account', [settings, t('language'), ...own, t('ringing'), t('signedIn')]),
  ];
  if (role === 'owner' || role === 'lead') {
    all.push(
      team(t('partPeople'), 'people', [settings, t('invitePerson')]),
      team(t('partRules'), 'rules', [settings, t('newRule')]),
    );
  }
  if (role === 'owner') {
    const agent = [t('agentKnows'), t('agentSpeaks'), t('agentMay'), t('agentCosts')];
    const site = [t('partTag'), t('partLook'), t('partHours'), t('partLimits')];
    all.push(
      page(t('agents'), { page: 'agents', at: null }, [
        settings,
        ...agent,
        t('agentModel'),
        t('helperTitle'),
      ]),
      page(t('knowledge'), { page: 'agents', at: KNOWLEDGE }),
      page(t('compare'), { page: 'agents', at: COMPARE }),
      page(t('sites'), { page: 'sites', clientId: null }, [
        settings,
        ...site,
        t('partAccounts'),
        t('partPage'),
        t('partServer'),
      ]),
      page(t('numbers'), { page: 'numbers' }),
      page(t('privacy'), { page: 'privacy' }, [settings, t('findPerson'), t('retention')]),
      team(t('partAudit'), 'audit', []),
      team(t('partWebhooks'), 'webhooks', [settings]),
      team(t('partSecrets'), 'keys', [settings, t('apiKeys'), t('signingSecrets')]),
    );
  }
  return all;
}

/** Those whose name or parts have the words; of each the parts that were meant come first. */
export function placesLike(places: readonly Place[], words: string): Place[] {
  const isMeant = (part: string) => namedLike([part], words, (name) => name).length > 0;
  const found = namedLike(
    places,
    words,
    ({ name, parts }) => `${name} ${parts.join(' ')}`,
    places.length,
  );
  return found.map((place) => ({
    ...place,
    parts: place.parts.toSorted((one, other) => Number(isMeant(other)) - Number(isMeant(one))),
  }));
}
