// The first part of a site's page: the tag to copy, in the form of the place where it goes, on whose pages it works, its public id.

import { useSignal } from '@preact/signals';
import type { PublicSiteState } from '../../../gateway/desk-types.ts';
import { PLATFORM_NAMES, PLATFORMS, type PlatformName } from '../../model/platforms.ts';
import { tagChoicesOf } from '../../model/site-look.ts';
import type { MessageKey } from '../../texts/messages.ts';
import { PageLink } from '../page-link.tsx';
import type { View } from '../view.ts';
import { CodeToCopy } from './code-to-copy.tsx';
import { Origins } from './origins.tsx';
import { PublicId } from './public-id.tsx';
import { RefusedPages } from './refused.tsx';

interface Props {
  view: View;
  state: PublicSiteState;
}

/** Three for each place. */
const STEPS: Readonly<Record<PlatformName, readonly [MessageKey, MessageKey, MessageKey]>> = {
  plain: ['stepCopy', 'stepPlain', 'stepReload'],
  gtm: ['stepCopy', 'stepGtm', 'stepPublishGtm'],
  shopify: ['stepCopy', 'stepShopify', 'stepPublishReload'],
  wordpress: ['stepWordPress1', 'stepWordPress2', 'stepWordPress3'],
  webflow: ['stepCopy', 'stepWebflow', 'stepPublishReload'],
  wix: ['stepCopy', 'stepWix', 'stepPublishReload'],
  squarespace: ['stepCopy', 'stepSquarespace', 'stepPublishReload'],
  ghost: ['stepCopy', 'stepGhost', 'stepPublishReload'],
  docusaurus: ['stepCopy', 'stepDocusaurus', 'stepPublishReload'],
  next: ['stepCopy', 'stepNext', 'stepPublishReload'],
};

export function TagPart({ view, state }: Props) {
  const { t } = view;
  return (
    <>
      <Tag view={view} state={state} />
      <div class="halves">
        <section class="sheet">
          <h3>{t('pagesTitle')}</h3>
          <Origins view={view} state={state} />
        </section>
        <div class="stack">
          {state.refused_origins.length > 0 && <RefusedPages view={view} state={state} />}
          <PublicId view={view} state={state} />
        </div>
      </div>
      <p class="quiet">
        {t('ownServer')}{' '}
        <PageLink view={view} to={{ page: 'sites', clientId: state.client_id, part: 'server' }}>
          {t('ownServerLink')}
        </PageLink>
      </p>
    </>
  );
}

function Tag({ view, state }: Props) {
  const t = view.t as (key: MessageKey) => string;
  const { publicSite } = view.desk;
  const chosen = useSignal<PlatformName>('plain');
  const name = chosen.value;
  const { write } = PLATFORMS[name];
  const code =
    write?.({
      script: `${view.origin}/bellhop.js`,
      publicId: state.public_id,
      settings: tagChoicesOf(state.settings),
    }) ?? null;
  const noteCopied = (): void => {
    if (state.tag !== null && !state.is_tag_old) return;
    // What was copied is copied; the next one is noted, if this is not.
    publicSite.change({ is_tag_copied: true }).catch(() => {});
  };
  return (
    <section class="sheet boxed">
      <h3>{t('tagTitle')}</h3>
      <p class="quiet">{t('tagText')}</p>
      <div class="field where">
        <label for="tag-where">{t('tagWhere')}</label>
        <select
          id="tag-where"
          value={name}
          onChange={(event) => {
            const { value } = event.currentTarget;
            chosen.value = PLATFORM_NAMES.find((one) => one === value) ?? 'plain';
          }}
        >
          {PLATFORM_NAMES.map((one) => (
            <option key={one} value={one}>
              {one === 'plain' ? t('platformPlain') : PLATFORMS[one].label}
            </option>
          ))}
        </select>
      </div>
      {code !== null && (
        <CodeToCopy
          key={name}
          view={view}
          code={code}
          label={t('tagCode')}
          press={t('copyTag')}
          isPrimary
          onCopied={noteCopied}
        />
      )}
      <ol class="steps">
        {STEPS[name].map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
    </section>
  );
}
