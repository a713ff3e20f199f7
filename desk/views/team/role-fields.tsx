// A role, and the sites whose conversations somebody in it sees.

import { useSignal } from '@preact/signals';
import type { DeskRole } from '../../../gateway/desk-types.ts';
import type { MessageKey } from '../../texts/messages.ts';
import type { View } from '../view.ts';

/** The most usual first. */
const ROLES = ['agent', 'viewer', 'lead', 'owner'] as const;

export const ROLE_WORDS = {
  owner: 'owner',
  lead: 'roleLead',
  agent: 'roleAgent',
  viewer: 'roleViewer',
} as const satisfies Record<DeskRole, MessageKey>;
const HINTS = {
  owner: 'ownerHint',
  lead: 'leadHint',
  agent: 'agentHint',
  viewer: 'viewerHint',
} as const satisfies Record<DeskRole, MessageKey>;

interface Props {
  view: View;
  /** Tells the fields of one form from those of others. */
  id: string;
  role?: DeskRole;
  sites?: readonly string[] | null;
}

export function RoleFields({ view, id, role = 'agent', sites = null }: Props) {
  const { t, desk } = view;
  const chosen = useSignal(role);
  const isSome = useSignal(sites !== null);
  const known = desk.team.sites.value;
  return (
    <>
      <fieldset class="roles">
        <legend>{t('role')}</legend>
        {ROLES.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="role"
              value={one}
              checked={chosen.value === one}
              onChange={() => {
                chosen.value = one;
              }}
            />
            <span>
              <strong>{t(ROLE_WORDS[one])}</strong> <span class="quiet">{t(HINTS[one])}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {chosen.value !== 'owner' && known.length > 0 && (
        <div class="field">
          <label for={`${id}-reach`}>{t('sitesSeen')}</label>
          <select
            id={`${id}-reach`}
            value={isSome.value ? 'some' : 'all'}
            onChange={(event) => {
              isSome.value = event.currentTarget.value === 'some';
            }}
          >
            <option value="all">{t('sitesAll')}</option>
            <option value="some">{t('sitesSome')}</option>
          </select>
          {isSome.value && (
            <fieldset class="roles">
              <legend class="hidden">{t('sitesSome')}</legend>
              {known.map(({ client_id, name }) => (
                <label key={client_id}>
                  <input
                    type="checkbox"
                    name="site"
                    value={client_id}
                    defaultChecked={sites?.includes(client_id) ?? false}
                  />
                  <span dir="auto">{name ?? client_id}</span>
                </label>
              ))}
            </fieldset>
          )}
        </div>
      )}
    </>
  );
}

/** What the fields above say. No site at all means every site. */
export function readRole(form: FormData): { role: DeskRole; sites: string[] | null } {
  const sites = form.getAll('site').map(String);
  const role = String(form.get('role') ?? 'agent') as DeskRole;
  return { role, sites: role === 'owner' || sites.length === 0 ? null : sites };
}
