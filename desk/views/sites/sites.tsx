// The page of sites: all of them, and a form for a new one; or one of them.

import type { SiteState } from '../../../gateway/desk-types.ts';
import { levelOfPercent } from '../../model/caps.ts';
import { SITE_PARTS, type SitePart } from '../../model/routes.ts';
import { FindField } from '../find-field.tsx';
import { PageLink } from '../page-link.tsx';
import { Empty, Failure, Field, Outcome, Waiting } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { SitePage } from './site.tsx';
import { heartbeatWords, statusWords } from './words.ts';

const MAX_NAME = 200;

export function SitesPage(props: { view: View; clientId: string | null; part?: SitePart }) {
  const { view, clientId, part = SITE_PARTS[0] } = props;
  const { t, desk } = view;
  const { sites } = desk;
  const all = sites.sites.value;
  const error = sites.error.value;
  const open = all?.find(({ client_id }) => client_id === clientId);
  if (open !== undefined)
    return <SitePage key={open.client_id} view={view} site={open} part={part} />;
  const projects = new Set(all?.map(({ project_id }) => project_id));
  return (
    <div class="page">
      <header>
        <h2 class="title">{t('sites')}</h2>
        <p class="quiet">{t('sitesText')}</p>
      </header>
      {error !== null && <Failure view={view} why={error.message} onRetry={() => sites.load()} />}
      {all === null && error === null && <Waiting view={view} />}
      {all !== null && (
        <>
          {all.length === 0 && (
            <Empty title={t('noSitesTitle')}>
              <p>{t('noSitesText')}</p>
            </Empty>
          )}
          <FindField view={view} finder={sites.finder} count={all.length} />
          <ul class="agents">
            {(sites.finder.found.value ?? all).map((site) => (
              <SiteEntry
                key={site.client_id}
                view={view}
                site={site}
                hasProject={projects.size > 1}
              />
            ))}
          </ul>
          <NewSite view={view} />
        </>
      )}
    </div>
  );
}

function SiteEntry(props: { view: View; site: SiteState; hasProject: boolean }) {
  const { view, site, hasProject } = props;
  const { t, desk } = view;
  const heartbeat = heartbeatWords(view, site);
  const agent =
    site.agent === null ? null : (desk.sites.agentNames.value[site.agent] ?? site.agent);
  return (
    <li>
      <div class="agent-head">
        <h3 dir="auto">
          <PageLink view={view} to={{ page: 'sites', clientId: site.client_id }}>
            {site.name || site.client_id}
          </PageLink>
        </h3>
        {hasProject && (
          <span class="quiet" dir="auto">
            {site.project_id}
          </span>
        )}
        {site.status !== 'active' && (
          <span class="chip failed">{statusWords(view, site.status)}</span>
        )}
        <LimitChip view={view} percent={site.most_used_percent} />
      </div>
      <p class="facts">
        <span dir="auto">{agent ?? t('agentByDefault')}</span>
        {heartbeat !== null && <span>{heartbeat}</span>}
      </p>
    </li>
  );
}

/** Whether today has used a limit of the site, or nearly. */
function LimitChip({ view, percent }: { view: View; percent: number | null }) {
  const { t } = view;
  const level = percent === null ? 'none' : levelOfPercent(percent);
  if (level === 'near') return <span class="chip waiting">{t('limitNear')}</span>;
  if (level === 'reached') return <span class="chip failed">{t('limitReached')}</span>;
  return null;
}

function NewSite({ view }: { view: View }) {
  const { t, desk } = view;
  const act = useAct(view);
  return (
    <details class="adding">
      <summary class="button">{t('newSite')}</summary>
      <form
        onSubmit={async (event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget as HTMLFormElement);
          const text = (name: string) => String(fields.get(name) ?? '').trim();
          await act.run(async () => {
            const clientId = await desk.sites.create(text('name'), text('project') || 'default');
            desk.go({ page: 'sites', clientId });
          });
        }}
      >
        <Field id="site-name" label={t('name')} hint={t('siteNameHint')}>
          <input id="site-name" name="name" maxLength={MAX_NAME} required />
        </Field>
        <Field id="site-project" label={t('project')} hint={t('siteProjectHint')}>
          <input
            id="site-project"
            name="project"
            maxLength={200}
            pattern="[A-Za-z0-9_.:\-]+"
            autocapitalize="none"
            defaultValue="default"
          />
        </Field>
        <Outcome act={act} />
        <button type="submit" class="button primary" aria-disabled={act.isBusy.value}>
          {t('newSite')}
        </button>
      </form>
    </details>
  );
}
