// The pages of the desk and their parts, as far as a role may open them.

import type { DeskRole } from '../../../gateway/desk-types.ts';
import { COMPARE, KNOWLEDGE, type Route } from '../../model/routes.ts';
import type { View } from '../view.ts';

export interface Place {
  name: string;
  to: Route;
}

export function placesOf({ t }: View, role: DeskRole): Place[] {
  const team = (name: string, part: Extract<Route, { page: 'team' }>['part']): Place => ({
    name: `${t('team')}: ${name}`,
    to: { page: 'team', ...(part === undefined ? {} : { part }) },
  });
  const all: Place[] = [
    { name: t('inbox'), to: { page: 'inbox', sessionId: null } },
    team(t('account'), 'account'),
  ];
  if (role === 'owner' || role === 'lead') {
    all.push(team(t('partPeople'), 'people'), team(t('partRules'), 'rules'));
  }
  if (role === 'owner') {
    all.push(
      { name: t('agents'), to: { page: 'agents', at: null } },
      { name: t('knowledge'), to: { page: 'agents', at: KNOWLEDGE } },
      { name: t('compare'), to: { page: 'agents', at: COMPARE } },
      { name: t('sites'), to: { page: 'sites', clientId: null } },
      { name: t('numbers'), to: { page: 'numbers' } },
      { name: t('privacy'), to: { page: 'privacy' } },
      team(t('partAudit'), 'audit'),
      team(t('partWebhooks'), 'webhooks'),
      team(t('partSecrets'), 'keys'),
    );
  }
  return all;
}
