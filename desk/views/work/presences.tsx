// Which colleagues read a conversation or answer in it now.

import { peopleIn } from '../../model/presences.ts';
import type { View } from '../view.ts';

/** More are named by nobody. */
const MOST = 3;

export function PresenceChips({ view, sessionId }: { view: View; sessionId: string }) {
  const { t, desk } = view;
  return (
    <>
      {peopleIn(desk.presences.people.value, sessionId)
        .slice(0, MOST)
        .map(({ person_id, name, state }) => (
          <span key={person_id} class={`chip there ${state}`} dir="auto">
            {t(state === 'answering' ? 'isAnswering' : 'isReading', { name })}
          </span>
        ))}
    </>
  );
}

/** Says it as it changes, to who can't see it too. */
export function PresenceLine({ view, sessionId }: { view: View; sessionId: string }) {
  return (
    <p class="presences" role="status">
      <PresenceChips view={view} sessionId={sessionId} />
    </p>
  );
}
