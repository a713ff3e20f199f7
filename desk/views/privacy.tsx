// The page of privacy: find a person, export or delete what is stored of them, and say how long conversations are kept.

import { useSignal } from '@preact/signals';
import type { Project } from '../../gateway/desk-types.ts';
import type { ApiError } from '../edge/api.ts';
import { writeRoute } from '../model/routes.ts';
import { Field } from './parts.tsx';
import type { View } from './view.ts';

const MAX_DAYS = 36_500;

export function PrivacyPage({ view }: { view: View }) {
  const { t, desk } = view;
  const { privacy } = desk;
  const message = useSignal('');
  const error = useSignal('');
  const isBusy = useSignal(false);
  const run = async (work: () => Promise<string>) => {
    if (isBusy.value) return;
    isBusy.value = true;
    message.value = '';
    error.value = '';
    try {
      message.value = await work();
    } catch (failure) {
      error.value = t('failed', { why: (failure as ApiError).message });
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <div class="page">
      <header>
        <h2 class="title">{t('privacy')}</h2>
        <p class="quiet">{t('privacyText')}</p>
      </header>
      <section class="sheet">
        <h3>{t('findPerson')}</h3>
        <form
          class="row-form"
          onSubmit={(event) => {
            event.preventDefault();
            const id = String(
              new FormData(event.currentTarget as HTMLFormElement).get('id') ?? '',
            ).trim();
            run(async () => {
              await privacy.find(id);
              return '';
            });
          }}
        >
          <Field id="person-id" label={t('personId')} hint={t('personIdHint')}>
            <input
              id="person-id"
              name="id"
              autocomplete="off"
              autocapitalize="none"
              aria-describedby="person-id-hint"
              required
            />
          </Field>
          <button type="submit" class="button primary" aria-disabled={isBusy.value}>
            {t('find')}
          </button>
        </form>
        <Found view={view} isBusy={isBusy.value} run={run} />
        <p class="error" role="alert">
          {error.value}
        </p>
        <p class="said" role="status">
          {message.value}
        </p>
      </section>
      <section class="sheet">
        <h3>{t('retention')}</h3>
        <p class="quiet">{t('retentionText')}</p>
        {(privacy.projects.value ?? []).map((project) => (
          <Retention key={project.project_id} view={view} project={project} run={run} />
        ))}
      </section>
    </div>
  );
}

interface Act {
  view: View;
  run: (work: () => Promise<string>) => void;
}

function Found({ view, isBusy, run }: Act & { isBusy: boolean }) {
  const { t, desk } = view;
  const { format } = view.texts.value;
  const { privacy } = desk;
  const isSure = useSignal(false);
  const subject = privacy.subject.value;
  const found = privacy.found.value;
  if (subject === null) return null;
  if (found.length === 0) return <p class="quiet">{t('nobodyFound', { id: subject.id })}</p>;
  return (
    <>
      <p>{t('foundCount', { n: found.length })}</p>
      <ul class="found">
        {found.map((item) => (
          <li key={item.session_id}>
            <a
              href={writeRoute({ page: 'inbox', sessionId: item.session_id })}
              onClick={(event) => {
                event.preventDefault();
                desk.go({ page: 'inbox', sessionId: item.session_id });
              }}
            >
              {format.day(Date.parse(item.last_at), view.now.value)},{' '}
              {format.time(Date.parse(item.last_at))}
            </a>{' '}
            <span class="quiet" dir="auto">
              {item.last_words}
            </span>
          </li>
        ))}
      </ul>
      <div class="buttons start">
        <button
          type="button"
          class="button"
          aria-disabled={isBusy}
          onClick={() =>
            run(async () => {
              view.download('export.json', await privacy.exportAll());
              return '';
            })
          }
        >
          {t('exportJson')}
        </button>
        <button
          type="button"
          class="button danger"
          aria-disabled={isBusy}
          onClick={() => {
            if (!isSure.value) {
              isSure.value = true;
              return;
            }
            run(async () => t('deletedCount', { n: await privacy.deleteAll() }));
          }}
        >
          {t(isSure.value ? 'deleteSure' : 'deleteAll')}
        </button>
        {isSure.value && (
          <button
            type="button"
            class="button"
            onClick={() => {
              isSure.value = false;
            }}
          >
            {t('cancel')}
          </button>
        )}
      </div>
    </>
  );
}

function Retention({ view, run, project }: Act & { project: Project }) {
  const { t, desk } = view;
  const id = `keep-${project.project_id}`;
  return (
    <form
      class="row-form"
      onSubmit={(event) => {
        event.preventDefault();
        const text = String(new FormData(event.currentTarget as HTMLFormElement).get('days') ?? '');
        run(async () => {
          await desk.privacy.keepFor(project.project_id, text === '' ? null : Number(text));
          return t('saved');
        });
      }}
    >
      <Field id={id} label={t('keepDays', { project: project.project_id })}>
        <input
          id={id}
          name="days"
          type="number"
          min={1}
          max={MAX_DAYS}
          step={1}
          placeholder={t('forGood')}
          defaultValue={project.retention_days === null ? '' : String(project.retention_days)}
        />
      </Field>
      <button type="submit" class="button">
        {t('save')}
        <span class="hidden"> {project.project_id}</span>
      </button>
    </form>
  );
}
