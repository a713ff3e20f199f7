// The team: who may sign in, adding somebody, and where people are signed in.

import { FindField } from '../find-field.tsx';
import { LanguageSelect } from '../language-select.tsx';
import { Empty, Failure, Field, Outcome, Waiting } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { AddPerson } from './add-person.tsx';
import { PersonRow } from './person-row.tsx';
import { Sessions } from './sessions.tsx';

export function TeamPage({ view }: { view: View }) {
  const { t, desk } = view;
  const { team } = desk;
  const isOwner = desk.me.value?.role === 'owner';
  const people = team.people.value;
  const error = team.error.value;
  return (
    <div class="page">
      <header>
        <h2 class="title">{t('team')}</h2>
        <p class="quiet">{t('teamText')}</p>
      </header>
      {error !== null && (
        <Failure view={view} why={error.message} onRetry={() => team.load(isOwner)} />
      )}
      {people === null && error === null && <Waiting view={view} />}
      {isOwner && people !== null && (
        <section class="sheet">
          <h3>{t('people')}</h3>
          <FindField view={view} finder={team.finder} count={people.length} />
          <ul class="people">
            {(team.finder.found.value ?? people).map((person) => (
              <PersonRow key={person.person_id} view={view} person={person} />
            ))}
          </ul>
          {people.every(({ login }) => login === null) && (
            <Empty title={t('noPeopleTitle')}>
              <p>{t('noPeopleText')}</p>
            </Empty>
          )}
          <AddPerson view={view} />
        </section>
      )}
      <OwnName view={view} />
      <LanguageChoice view={view} />
      <Sessions view={view} />
    </div>
  );
}

/** On a phone this is the only place for it: the row of pages has no room. */
function LanguageChoice({ view }: { view: View }) {
  const { t } = view;
  return (
    <section class="sheet own-language">
      <Field id="own-language" label={t('language')}>
        <LanguageSelect view={view} id="own-language" />
      </Field>
    </section>
  );
}

function OwnName({ view }: { view: View }) {
  const { t, desk } = view;
  const act = useAct(view);
  return (
    <form
      class="sheet own-name"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget as HTMLFormElement);
        act.run(() => desk.rename(String(form.get('name') ?? '')));
      }}
    >
      <Field id="own-name" label={t('yourName')} hint={t('nameHint')}>
        <input
          id="own-name"
          name="name"
          maxLength={80}
          autocomplete="name"
          defaultValue={desk.me.value?.name ?? ''}
          required
        />
      </Field>
      <button type="submit" class="button">
        {t('save')}
      </button>
      <Outcome act={act} />
    </form>
  );
}
