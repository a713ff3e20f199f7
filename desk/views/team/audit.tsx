// Who called what of the gateway, as an owner reads it.

import { Failure, Waiting } from '../parts.tsx';
import type { View } from '../view.ts';

export function AuditPart({ view }: { view: View }) {
  const { t, desk } = view;
  const { audit } = desk;
  const { format } = view.texts.value;
  const rows = audit.rows.value;
  const error = audit.error.value;
  if (error !== null) {
    return <Failure view={view} why={error.message} onRetry={() => audit.load()} />;
  }
  if (rows === null) return <Waiting view={view} />;
  return (
    <section class="sheet">
      <p class="quiet">{t('auditText')}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={audit.onlyChanges.value}
          onChange={(event) => audit.showChanges(event.currentTarget.checked)}
        />
        <span>{t('auditChanges')}</span>
      </label>
      <ul class="audit">
        {rows.map((row) => (
          <li key={row.entry}>
            <code dir="ltr">
              {row.method} {row.path}
            </code>
            <span class={`chip${row.status >= 400 ? ' failed' : ''}`}>{row.status}</span>
            <span class="quiet">
              <span dir="auto">
                {row.actor === 'admin' ? t('auditKey') : (row.actor_name ?? row.actor)}
              </span>
              {row.address !== '' && <span dir="ltr"> · {row.address}</span>}
              {' · '}
              <time dateTime={row.at} title={row.at}>
                {format.day(Date.parse(row.at), view.now.value)}, {format.time(Date.parse(row.at))}
              </time>
            </span>
          </li>
        ))}
      </ul>
      {audit.hasMore.value && (
        <button type="button" class="button" onClick={() => audit.more()}>
          {t('showMore')}
        </button>
      )}
    </section>
  );
}
