// What agents read: collections, and the documents of the one that is open: written, uploaded, imported, deleted.

import { useEffect } from 'preact/hooks';
import type { CollectionReply } from '../../../gateway/desk-types.ts';
import { FindField } from '../find-field.tsx';
import { Empty, Failure, Field, Outcome, SurePress, Waiting } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { Documents } from './documents.tsx';
import { ProjectChoice } from './project-choice.tsx';

const MAX_NAME = 500;

export function KnowledgePage({ view }: { view: View }) {
  const { t, desk } = view;
  const { knowledge } = desk;
  const all = knowledge.collections.value;
  const error = knowledge.error.value;
  const project = desk.agents.projectId.value;
  const act = useAct(view);
  useEffect(() => {
    knowledge.open(null);
    knowledge.load(project);
  }, [project]);
  return (
    <div class="page">
      <header>
        <h2 class="title">{t('knowledge')}</h2>
        <p class="quiet">{t('knowledgeText')}</p>
      </header>
      <ProjectChoice view={view} />
      {error !== null && (
        <Failure view={view} why={error.message} onRetry={() => knowledge.load(project)} />
      )}
      {all === null && error === null && <Waiting view={view} />}
      {all?.length === 0 && (
        <Empty title={t('noKnowledgeTitle')}>
          <p>{t('noKnowledgeText')}</p>
        </Empty>
      )}
      {all !== null && <FindField view={view} finder={knowledge.finder} count={all.length} />}
      <ul class="agents">
        {(knowledge.finder.found.value ?? all)?.map((collection) => (
          <CollectionEntry key={collection.collection_id} view={view} collection={collection} />
        ))}
      </ul>
      <details class="adding">
        <summary class="button">{t('newCollection')}</summary>
        <form
          onSubmit={async (event) => {
            event.preventDefault();
            const form = event.currentTarget as HTMLFormElement;
            const name = String(new FormData(form).get('name') ?? '').trim();
            if (await act.run(() => knowledge.create(name))) form.reset();
          }}
        >
          <Field id="collection-name" label={t('name')}>
            <input id="collection-name" name="name" maxLength={MAX_NAME} required />
          </Field>
          <Outcome act={act} />
          <button type="submit" class="button primary" aria-disabled={act.isBusy.value}>
            {t('newCollection')}
          </button>
        </form>
      </details>
    </div>
  );
}

function CollectionEntry({ view, collection }: { view: View; collection: CollectionReply }) {
  const { t, desk } = view;
  const { knowledge } = desk;
  const { collection_id: id, name, documents, characters } = collection;
  const { format } = view.texts.value;
  const isOpen = knowledge.openId.value === id;
  const act = useAct(view);
  return (
    <li>
      <div class="agent-head">
        <h3 dir="auto">{name ?? id}</h3>
        <span class="quiet">
          {t('documentCount', { n: documents })} ·{' '}
          {t('characterCount', { count: format.number(characters) })}
        </span>
        <button
          type="button"
          class="plain end"
          aria-expanded={isOpen}
          onClick={() => knowledge.open(isOpen ? null : id)}
        >
          {t(isOpen ? 'close' : 'openIt')}
          <span class="hidden"> {name ?? id}</span>
        </button>
      </div>
      {isOpen && (
        <>
          <form
            class="row-form"
            onSubmit={(event) => {
              event.preventDefault();
              const form = new FormData(event.currentTarget as HTMLFormElement);
              act.run(() => knowledge.rename(id, String(form.get('name') ?? '').trim()));
            }}
          >
            <Field id={`rename-${id}`} label={t('name')}>
              <input
                id={`rename-${id}`}
                name="name"
                maxLength={MAX_NAME}
                defaultValue={name ?? ''}
                required
              />
            </Field>
            <button type="submit" class="button">
              {t('rename')}
            </button>
          </form>
          <Outcome act={act} />
          <Documents view={view} />
          <div class="buttons start">
            <SurePress
              label={t('deleteCollection')}
              sure={t('deleteCollectionSure')}
              about={name ?? id}
              onSure={() => act.run(() => knowledge.remove(id))}
            />
          </div>
        </>
      )}
    </li>
  );
}
