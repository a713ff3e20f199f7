// The documents of a collection: a list, and the three ways in which some come: files, an address, words of one's own.

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Imported, ListedDocument } from '../../model/knowledge.ts';
import { Field, Outcome, SurePress, Waiting } from '../parts.tsx';
import { type Act, useAct } from '../use-act.ts';
import type { View } from '../view.ts';

const SHOWN = 100;

export function Documents({ view }: { view: View }) {
  const { t, desk } = view;
  const all = desk.knowledge.documents.value;
  const act = useAct(view);
  const most = useSignal(SHOWN);
  const failed = useSignal<Imported['failed']>([]);
  const take = (work: () => Promise<Imported>) => {
    let count = 0;
    return act.run(
      async () => {
        failed.value = [];
        const imported = await work();
        count = imported.count;
        failed.value = imported.failed;
      },
      () => (count > 0 ? t('importDone') : ''),
    );
  };
  if (all === null) return <Waiting view={view} />;
  return (
    <>
      <ul class="devices">
        {all.slice(0, most.value).map((document) => (
          <DocumentRow key={document.uri} view={view} document={document} act={act} />
        ))}
      </ul>
      {all.length > most.value && (
        <button
          type="button"
          class="button"
          onClick={() => {
            most.value += SHOWN;
          }}
        >
          {t('showMore')}
        </button>
      )}
      <Outcome act={act} />
      {failed.value.length > 0 && (
        <ul class="error">
          {failed.value.map(({ uri, reason }) => (
            <li key={uri} dir="auto">
              {uri}: {reason}
            </li>
          ))}
        </ul>
      )}
      <div class="ways">
        <Field id="files" label={t('uploadFiles')} hint={t('uploadHint')}>
          <input
            id="files"
            type="file"
            multiple
            accept={view.accepted}
            aria-describedby="files-hint"
            onChange={(event) => {
              const input = event.currentTarget;
              const files = [...(input.files ?? [])];
              if (files.length === 0) return;
              take(async () =>
                desk.knowledge.importFiles(await Promise.all(files.map(view.readFile))),
              ).then(() => {
                input.value = '';
              });
            }}
          />
        </Field>
        <form
          class="import"
          onSubmit={(event) => {
            event.preventDefault();
            const fields = new FormData(event.currentTarget as HTMLFormElement);
            const address = String(fields.get('address') ?? '').trim();
            const isSitemap = fields.get('what') === 'sitemap';
            take(() => desk.knowledge.importFrom(address, isSitemap));
          }}
        >
          <Field id="import-address" label={t('importFrom')} hint={t('importHint')}>
            <input
              id="import-address"
              name="address"
              type="url"
              dir="ltr"
              placeholder="https://"
              aria-describedby="import-address-hint"
              required
            />
          </Field>
          <select name="what" aria-label={t('importWhat')}>
            <option value="page">{t('importPage')}</option>
            <option value="sitemap">{t('importSitemap')}</option>
          </select>
          <button type="submit" class="button" aria-disabled={act.isBusy.value}>
            {t(act.isBusy.value ? 'loading' : 'import')}
          </button>
        </form>
      </div>
      <WriteDocument view={view} act={act} />
    </>
  );
}

function DocumentRow(props: { view: View; document: ListedDocument; act: Act }) {
  const { view, document, act } = props;
  const { t, desk } = view;
  const { uri, title, characters } = document;
  const text = useSignal<string | null>(null);
  return (
    <li>
      <div class="about">
        <strong dir="auto">{title}</strong>
        <span class="quiet" dir="auto">
          {uri} · {t('characterCount', { count: view.texts.value.format.number(characters) })}
        </span>
      </div>
      <div class="actions">
        <button
          type="button"
          class="plain"
          aria-expanded={text.value !== null}
          onClick={async () => {
            if (text.value !== null) text.value = null;
            else
              await act.run(async () => {
                text.value = (await desk.knowledge.read(uri)).text;
              }, '');
          }}
        >
          {t('edit')}
          <span class="hidden"> {title}</span>
        </button>
        <SurePress
          label={t('deleteIt')}
          sure={t('deleteItSure')}
          about={title}
          onSure={() => act.run(() => desk.knowledge.removeDocument(uri))}
        />
      </div>
      {text.value !== null && (
        <form
          class="inline"
          onSubmit={async (event) => {
            event.preventDefault();
            const fields = new FormData(event.currentTarget as HTMLFormElement);
            const read = (name: string) => String(fields.get(name) ?? '');
            const changed = { uri, title: read('title').trim(), text: read('text') };
            if (await act.run(() => desk.knowledge.put(changed))) text.value = null;
          }}
        >
          <DocumentFields view={view} id={uri} title={title} text={text.value} />
          <button type="submit" class="button primary">
            {t('save')}
          </button>
        </form>
      )}
    </li>
  );
}

function WriteDocument({ view, act }: { view: View; act: Act }) {
  const { t, desk } = view;
  const form = useRef<HTMLFormElement>(null);
  return (
    <details class="adding">
      <summary class="button">{t('writeDocument')}</summary>
      <form
        ref={form}
        onSubmit={async (event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget as HTMLFormElement);
          const read = (name: string) => String(fields.get(name) ?? '');
          const document = {
            uri: read('uri').trim(),
            title: read('title').trim(),
            text: read('text'),
          };
          if (await act.run(() => desk.knowledge.put(document))) form.current?.reset();
        }}
      >
        <Field id="document-uri" label={t('documentUri')} hint={t('documentUriHint')}>
          <input
            id="document-uri"
            name="uri"
            dir="ltr"
            maxLength={2000}
            aria-describedby="document-uri-hint"
            required
          />
        </Field>
        <DocumentFields view={view} id="new" title="" text="" />
        <button type="submit" class="button primary">
          {t('save')}
        </button>
      </form>
    </details>
  );
}

function DocumentFields(props: { view: View; id: string; title: string; text: string }) {
  const { view, id, title, text } = props;
  const { t } = view;
  return (
    <>
      <Field id={`title-${id}`} label={t('attrTitle')}>
        <input
          id={`title-${id}`}
          name="title"
          maxLength={500}
          dir="auto"
          defaultValue={title}
          required
        />
      </Field>
      <Field id={`text-${id}`} label={t('documentText')}>
        <textarea id={`text-${id}`} name="text" rows={8} dir="auto" defaultValue={text} required />
      </Field>
    </>
  );
}
