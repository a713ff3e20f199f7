// Who writes: what their site has said of them, with what they write, and what else they have asked.

import { useEffect } from 'preact/hooks';
import type { VisitorKnown as Known } from '../../../gateway/desk-types.ts';
import { PageLink } from '../page-link.tsx';
import { deviceName } from '../team/sessions.tsx';
import type { View } from '../view.ts';

export function VisitorKnown({ view }: { view: View }) {
  const { t, desk } = view;
  const id = desk.conversation.entry.value?.session_id;
  const { language } = view.texts.value;
  useEffect(() => {
    if (id !== undefined) desk.aboutVisitor.load(id);
  }, [desk, id]);
  const known = desk.aboutVisitor.known.value;
  if (known === null) return null;
  const facts = factsOf(known, {
    language,
    words: { browser: t('browser'), language: t('language'), country: t('country') },
  });
  if (facts.length === 0 && known.others.length === 0) return null;
  return (
    <section>
      <h3>{t('visitorKnown')}</h3>
      {facts.length > 0 && (
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt dir="auto">{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {known.others.length > 0 && (
        <>
          <h4>{t('otherTalks')}</h4>
          <ul class="other-talks">
            {known.others.map((one) => (
              <li key={one.session_id}>
                <PageLink view={view} to={{ page: 'inbox', sessionId: one.session_id }}>
                  <span class="asked" dir="auto">
                    {one.visitor_words}
                  </span>
                  <time class="quiet" dateTime={one.last_at}>
                    {view.texts.value.format.day(Date.parse(one.last_at), view.now.value)}
                  </time>
                </PageLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function factsOf(
  { facts, browser, language: spoken, country }: Known,
  given: { language: string; words: Record<'browser' | 'language' | 'country', string> },
): [string, string][] {
  const { language, words } = given;
  const name = (type: 'language' | 'region', code: string) =>
    new Intl.DisplayNames([language], { type, fallback: 'code' }).of(code) ?? code;
  return [
    ...facts.map(({ name: key, value }): [string, string] => [key, String(value)]),
    ...(browser === null ? [] : [[words.browser, deviceName(browser)] as [string, string]]),
    ...(spoken === null ? [] : [[words.language, name('language', spoken)] as [string, string]]),
    ...(country === null ? [] : [[words.country, name('region', country)] as [string, string]]),
  ];
}
