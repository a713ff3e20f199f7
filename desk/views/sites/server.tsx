// The last part of a site's page: who answers there, the keys of its server, the tag with an endpoint of its own, and what it told.

import type { SiteState } from '../../../gateway/desk-types.ts';
import type { View } from '../view.ts';
import { Keys } from './keys.tsx';
import { SiteForm } from './site-form.tsx';
import { Snippet } from './snippet.tsx';

export function ServerPart({ view, site }: { view: View; site: SiteState }) {
  return (
    <>
      <div class="halves">
        <SiteForm view={view} site={site} />
        <Keys view={view} site={site} />
      </div>
      <Snippet view={view} site={site} />
      <Told view={view} site={site} />
    </>
  );
}

/** What heartbeats have left: the site's environment, and the abilities that it offers. */
function Told({ view, site }: { view: View; site: SiteState }) {
  const { t } = view;
  const facts = Object.entries(site.site_info ?? {}).filter(
    ([, value]) => typeof value !== 'object',
  );
  if (facts.length === 0 && site.abilities.length === 0) return null;
  return (
    <section class="sheet">
      <h3>{t('siteTold')}</h3>
      <dl class="pairs">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{String(value)}</dd>
          </div>
        ))}
      </dl>
      {site.abilities.length > 0 && (
        <>
          <h4>{t('abilities')}</h4>
          <ul class="abilities">
            {site.abilities.map((ability) => (
              <li key={ability.name}>
                <code>{ability.name}</code>{' '}
                <span class="quiet" dir="auto">
                  {String(ability.description ?? ability.label ?? '')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
