// One site: its head, what the owner should know at once, and one of its parts.

import { useEffect } from 'preact/hooks';
import type { PublicSiteState, SiteState } from '../../../gateway/desk-types.ts';
import type { SitePart } from '../../model/routes.ts';
import { BackIcon } from '../icons.tsx';
import { BackHead } from '../page-link.tsx';
import { Failure, Waiting } from '../parts.tsx';
import { HoursPart } from '../person/hours.tsx';
import type { View } from '../view.ts';
import { AccountsPart } from './accounts.tsx';
import { SiteAlerts } from './alerts.tsx';
import { AskRating } from './ask-rating.tsx';
import { HostedPart } from './hosted.tsx';
import { LimitsPart } from './limits.tsx';
import { LookPart } from './look.tsx';
import { PartLinks } from './part-links.tsx';
import { ServerPart } from './server.tsx';
import { TagPart } from './tag.tsx';
import { heartbeatWords } from './words.ts';

interface Props {
  view: View;
  site: SiteState;
  part: SitePart;
}

export function SitePage({ view, site, part }: Props) {
  const { t, desk } = view;
  const { publicSite } = desk;
  const now = view.now.value;
  const known = publicSite.state.value;
  const state = known?.client_id === site.client_id ? known : null;
  const error = publicSite.error.value;
  const heartbeat = heartbeatWords(view, site);
  // Pages are refused, and limits used up, while the owner looks, or has gone to look at those pages.
  useEffect(() => {
    publicSite.refresh();
  }, [now]);
  return (
    <div class="page wide-page">
      <BackHead
        view={view}
        to={{ page: 'sites', clientId: null }}
        back={t('sites')}
        title={site.name || site.client_id}
        icon={<BackIcon />}
      >
        <p class="facts">
          <span>
            <code>{site.client_id}</code>
          </span>
          {heartbeat !== null && <span>{heartbeat}</span>}
        </p>
      </BackHead>
      <PartLinks view={view} clientId={site.client_id} part={part} />
      {state !== null && <SiteAlerts view={view} state={state} part={part} />}
      {part === 'server' ? (
        <ServerPart view={view} site={site} />
      ) : state !== null ? (
        <Part view={view} site={site} part={part} state={state} />
      ) : error !== null ? (
        <Failure view={view} why={error.message} onRetry={() => publicSite.open(site.client_id)} />
      ) : (
        <Waiting view={view} />
      )}
    </div>
  );
}

function Part(props: Props & { state: PublicSiteState }) {
  const { view, site, part, state } = props;
  switch (part) {
    case 'tag':
      return <TagPart view={view} state={state} />;
    case 'look':
      return (
        <>
          <LookPart view={view} site={site} state={state} />
          <AskRating view={view} state={state} />
        </>
      );
    case 'hours':
      return <HoursPart view={view} state={state} />;
    case 'limits':
      return <LimitsPart view={view} state={state} />;
    case 'accounts':
      return <AccountsPart view={view} state={state} />;
    case 'page':
      return <HostedPart view={view} state={state} />;
    case 'server':
      return null;
  }
}
