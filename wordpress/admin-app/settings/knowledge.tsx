/** @jsxImportSource react */
// What the agent knows: with a gateway by its card, which PHP makes with its own forms; else by this site's pages.

import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { Lines } from '../fields/lines.tsx';
import { Questions } from './questions.tsx';
import { useStore } from './store.ts';

export function Knowledge({ children }: { children: ReactNode }) {
  const { page } = useStore();
  return (
    <>
      <Lines lines={page.lines.knowledge} />
      {page.links.knowledge !== '' && (
        <p>
          <a href={page.links.knowledge}>
            {__('See what was read of each page, and write answers of your own', 'bellhop')}
          </a>
        </p>
      )}
      {page.cards.knowledge !== '' && (
        <section
          className="bellhop-group bellhop-card"
          aria-label={__('What the agent knows', 'bellhop')}
          // PHP's own, escaped there like every page of wp-admin.
          dangerouslySetInnerHTML={{ __html: page.cards.knowledge }}
        />
      )}
      {page.mode === 'local' && <Questions />}
      {children}
    </>
  );
}
