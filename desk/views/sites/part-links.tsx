// The parts of a site's page, as links: each has an address of its own.

import { useEffect, useRef } from 'preact/hooks';
import { SITE_PARTS, type SitePart } from '../../model/routes.ts';
import type { MessageKey } from '../../texts/messages.ts';
import { PageLink } from '../page-link.tsx';
import type { View } from '../view.ts';

const WORDS: Readonly<Record<SitePart, MessageKey>> = {
  tag: 'partTag',
  look: 'partLook',
  hours: 'partHours',
  limits: 'partLimits',
  accounts: 'partAccounts',
  page: 'partPage',
  server: 'partServer',
};

export function PartLinks(props: { view: View; clientId: string; part: SitePart }) {
  const { view, clientId, part } = props;
  const t = view.t as (key: MessageKey) => string;
  const list = useRef<HTMLUListElement>(null);
  // On a phone they are wider than the page.
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]');
    current?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [part]);
  return (
    <nav class="part-links" aria-label={t('siteParts')}>
      <ul ref={list}>
        {SITE_PARTS.map((name) => (
          <li key={name}>
            <PageLink
              view={view}
              to={{ page: 'sites', clientId, part: name }}
              isCurrent={name === part}
            >
              {t(WORDS[name])}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
