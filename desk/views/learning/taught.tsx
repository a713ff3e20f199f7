// What the team has taught the agents: who, when, from which conversation.

import { useEffect } from 'preact/hooks';
import type { Learned } from '../../../gateway/desk-types.ts';
import { PageLink } from '../page-link.tsx';
import { SurePress } from '../parts.tsx';
import { RichText } from '../rich-text.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

export function TaughtList({ view }: { view: View }) {
  const { t, desk } = view;
  const projectId = desk.numbers.projectId.value;
  const taught = desk.learning.taught.value;
  useEffect(() => {
    desk.learning.load(projectId);
  }, [projectId]);
  if (taught === null || taught.length === 0) return null;
  return (
    <section class="sheet">
      <h3>{t('taughtTitle')}</h3>
      <p class="quiet">{t('taughtText')}</p>
      <ol class="unanswered">
        {taught.map((one) => (
          <Entry key={one.learned_id} view={view} one={one} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ view, one }: { view: View; one: Learned }) {
  const { t, desk } = view;
  const { format } = view.texts.value;
  const act = useAct(view);
  const { session_id: sessionId, question } = one;
  const when = format.relative(Date.parse(one.created_at), view.now.value);
  return (
    <li>
      <details class="aside">
        <summary dir="auto">{question}</summary>
        <RichText view={view} text={one.answer} />
      </details>
      <p class="facts">
        <span>
          {sessionId === null ? (
            t('taughtBy', { name: one.name, when })
          ) : (
            <PageLink view={view} to={{ page: 'inbox', sessionId }}>
              {t('taughtBy', { name: one.name, when })}
            </PageLink>
          )}
        </span>
        {one.is_correction && <span>{t('taughtCorrection')}</span>}
        <SurePress
          label={t('taughtDelete')}
          sure={t('taughtDeleteSure')}
          about={question}
          onSure={() => {
            act.run(async () => {
              await desk.learning.remove(one.learned_id);
              await desk.numbers.show({});
            }, '');
          }}
        />
      </p>
      <p class="error" role="alert">
        {act.error.value}
      </p>
    </li>
  );
}
