// Where people are signed in, and the end of it.

import type { View } from '../view.ts';

/** The loopback: of IPv6 the gateway keeps the first half. */
const OWN_MACHINE = /^(127\.|::1$|0:0:0:0::\/64$)/;

/** @param of whose; left out: everybody's, as an owner sees them. */
export function Sessions({ view, of }: { view: View; of?: string }) {
  const { t, desk } = view;
  const { format } = view.texts.value;
  const { team } = desk;
  const sessions = team.sessions.value;
  const mine = desk.me.value?.desk_session_id;
  if (sessions === null) return null;
  const shown = sessions.filter(({ person_id }) => of === undefined || person_id === of);
  const nameOf = (id: string) =>
    team.people.value?.find(({ person_id }) => person_id === id)?.name ?? desk.me.value?.name ?? '';
  return (
    <section class="sheet">
      <h3>{t('signedIn')}</h3>
      <ul class="devices">
        {shown.map((session) => (
          <li key={session.desk_session_id}>
            <div class="about">
              <strong dir="auto">{nameOf(session.person_id)}</strong>
              <span class="quiet" dir="auto">
                {deviceName(session.device)} ·{' '}
                {OWN_MACHINE.test(session.address) ? t('ownMachine') : session.address}
              </span>
              <span class="quiet">
                {session.desk_session_id === mine
                  ? t('thisDevice')
                  : t('lastSeen', {
                      when: format.relative(Date.parse(session.seen_at), view.now.value),
                    })}
              </span>
            </div>
            {session.desk_session_id !== mine && (
              <button
                type="button"
                class="plain"
                onClick={() => team.endSession(session.desk_session_id).catch(() => {})}
              >
                {t('endSession')}
                <span class="hidden"> {nameOf(session.person_id)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The browser and the system, as far as the header says. */
export function deviceName(agent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\/[\d.]+/.exec(agent)?.[1] ?? '';
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(agent)?.[1] ?? '';
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser;
  return [name, system].filter((part) => part !== '').join(', ') || agent.slice(0, 40);
}
