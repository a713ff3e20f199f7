// Which colleagues read a conversation or answer in it now.

import type { PersonPresent } from '../../../gateway/desk-types.ts';
import { peopleIn } from '../../model/presences.ts';
import type { View } from '../view.ts';

/** Of more the first is named, and the others are counted: their chips would break a row. */
const MOST = 2;

export function PresenceChips({ view, sessionId }: { view: View; sessionId: string }) {
  const { t, desk } = view;
  const people = peopleIn(desk.presences.people.value, sessionId);
  const shown = people.length > MOST ? 1 : MOST;
  const others = people.slice(shown).map(words).join(', ');
  return (
    <>
      {people.slice(0, shown).map((person) => (
        <span key={person.person_id} class={`chip there ${person.state}`} dir="auto">
          {words(person)}
        </span>
      ))}
      {others !== '' && (
        <span class="chip there" title={others}>
          <span aria-hidden="true">+{people.length - shown}</span>
          <span class="hidden">{others}</span>
        </span>
      )}
    </>
  );

  function words({ name, state }: PersonPresent): string {
    return t(state === 'answering' ? 'isAnswering' : 'isReading', { name });
  }
}

/** Says it as it changes, to who can't see it too. */
export function PresenceLine({ view, sessionId }: { view: View; sessionId: string }) {
  return (
    <p class="presences" role="status">
      <PresenceChips view={view} sessionId={sessionId} />
    </p>
  );
}
