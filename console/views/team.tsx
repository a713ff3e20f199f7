// The team: who may sign in, adding somebody, and where people are signed in.

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { DeskRole, Person } from '../../gateway/desk-types.ts';
import type { ApiError } from '../edge/api.ts';
import { Empty, Face, Failure, Field, Waiting } from './parts.tsx';
import type { View } from './view.ts';

const MIN_PASSWORD = 10;

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
          <ul class="people">
            {people.map((person) => (
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
      <Sessions view={view} />
    </div>
  );
}

function OwnName({ view }: { view: View }) {
  const { t, desk } = view;
  const message = useSignal('');
  const error = useSignal('');
  return (
    <form
      class="sheet own-name"
      onSubmit={async (event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget as HTMLFormElement);
        message.value = '';
        error.value = '';
        try {
          await desk.rename(String(form.get('name') ?? ''));
          message.value = t('saved');
        } catch (failure) {
          error.value = (failure as ApiError).message;
        }
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
      <p class="error" role="alert">
        {error.value}
      </p>
      <button type="submit" class="button">
        {t('save')}
      </button>
      <p class="said" role="status">
        {message.value}
      </p>
    </form>
  );
}

function PersonRow({ view, person }: { view: View; person: Person }) {
  const { t, desk } = view;
  const isChanging = useSignal(false);
  const message = useSignal('');
  const isKeyOwner = person.login === null;
  const change = (what: Parameters<typeof desk.team.change>[1]) =>
    desk.team.change(person.person_id, what).then(
      () => {
        message.value = t('saved');
        isChanging.value = false;
      },
      (failure: ApiError) => {
        message.value = failure.message;
      },
    );
  return (
    <li class={person.is_disabled ? 'off' : ''}>
      <Face name={person.name} picture={person.picture} />
      <div class="about">
        <strong dir="auto">{person.name}</strong>
        <span class="quiet" dir="auto">
          {person.login ?? t('byKey')}
        </span>
      </div>
      <span class="chip">{t(person.role === 'owner' ? 'owner' : 'roleAgent')}</span>
      {person.is_disabled && <span class="chip failed">{t('switchedOff')}</span>}
      {!isKeyOwner && (
        <div class="actions">
          <button
            type="button"
            class="plain"
            aria-expanded={isChanging.value}
            onClick={() => {
              isChanging.value = !isChanging.value;
              message.value = '';
            }}
          >
            {t('newPassword')}
            <span class="hidden"> {person.name}</span>
          </button>
          <button
            type="button"
            class="plain"
            onClick={() => change({ is_disabled: !person.is_disabled })}
          >
            {t(person.is_disabled ? 'switchOn' : 'switchOff')}
            <span class="hidden"> {person.name}</span>
          </button>
        </div>
      )}
      {isChanging.value && (
        <form
          class="inline"
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget as HTMLFormElement);
            change({ password: String(form.get('password')) });
          }}
        >
          <Field
            id={`password-${person.person_id}`}
            label={t('setPassword', { name: person.name })}
            hint={t('passwordHint')}
          >
            <input
              id={`password-${person.person_id}`}
              name="password"
              type="password"
              autocomplete="new-password"
              minLength={MIN_PASSWORD}
              required
            />
          </Field>
          <button type="submit" class="button primary">
            {t('save')}
          </button>
        </form>
      )}
      <p class="said" role="status">
        {message.value}
      </p>
    </li>
  );
}

function AddPerson({ view }: { view: View }) {
  const { t, desk } = view;
  const picture = useSignal<string | null>(null);
  const message = useSignal('');
  const error = useSignal('');
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (form.current === null) return;
    const fields = new FormData(form.current);
    const text = (name: string) => String(fields.get(name) ?? '');
    const name = text('name');
    message.value = '';
    error.value = '';
    try {
      await desk.team.add({
        name,
        login: text('login'),
        password: text('password'),
        role: text('role') as DeskRole,
        picture: picture.value,
      });
      form.current.reset();
      picture.value = null;
      message.value = t('added', { name });
    } catch (failure) {
      error.value = (failure as ApiError).message;
    }
  };
  return (
    <details class="adding">
      <summary class="button">{t('addPerson')}</summary>
      <form ref={form} onSubmit={submit}>
        <Field id="new-name" label={t('name')} hint={t('nameHint')}>
          <input id="new-name" name="name" maxLength={80} required />
        </Field>
        <Field id="new-login" label={t('login')}>
          <input id="new-login" name="login" autocomplete="off" autocapitalize="none" required />
        </Field>
        <Field id="new-password" label={t('password')} hint={t('passwordHint')}>
          <input
            id="new-password"
            name="password"
            type="password"
            autocomplete="new-password"
            minLength={MIN_PASSWORD}
            required
          />
        </Field>
        <fieldset class="roles">
          <legend>{t('role')}</legend>
          {(['agent', 'owner'] as const).map((role) => (
            <label key={role}>
              <input type="radio" name="role" value={role} defaultChecked={role === 'agent'} />
              <span>
                <strong>{t(role === 'owner' ? 'owner' : 'roleAgent')}</strong>{' '}
                <span class="quiet">{t(role === 'owner' ? 'ownerHint' : 'agentHint')}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Field id="new-picture" label={t('picture')} hint={t('pictureHint')}>
          <input
            id="new-picture"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={async (event) => {
              const [file] = event.currentTarget.files ?? [];
              picture.value = file === undefined ? null : await view.shrinkPicture(file);
            }}
          />
        </Field>
        {picture.value !== null && <Face name="" picture={picture.value} />}
        <p class="error" role="alert">
          {error.value}
        </p>
        <button type="submit" class="button primary">
          {t('addPerson')}
        </button>
        <p class="said" role="status">
          {message.value}
        </p>
      </form>
    </details>
  );
}

function Sessions({ view }: { view: View }) {
  const { t, desk } = view;
  const { format } = view.texts.value;
  const { team } = desk;
  const sessions = team.sessions.value;
  const mine = desk.me.value?.desk_session_id;
  if (sessions === null) return null;
  const nameOf = (id: string) =>
    team.people.value?.find(({ person_id }) => person_id === id)?.name ?? desk.me.value?.name ?? '';
  return (
    <section class="sheet">
      <h3>{t('signedIn')}</h3>
      <ul class="devices">
        {sessions.map((session) => (
          <li key={session.desk_session_id}>
            <div class="about">
              <strong dir="auto">{nameOf(session.person_id)}</strong>
              <span class="quiet" dir="auto">
                {deviceName(session.device)} · {session.address}
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
function deviceName(agent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\/[\d.]+/.exec(agent)?.[1] ?? '';
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(agent)?.[1] ?? '';
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser;
  return [name, system].filter((part) => part !== '').join(', ') || agent.slice(0, 40);
}
