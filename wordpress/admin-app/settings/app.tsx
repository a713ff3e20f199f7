/** @jsxImportSource react */
// The page: search, sections, the section that the address names, and what was just saved.

import { SnackbarList } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { FieldRow } from '../fields/field-row.tsx';
import { Findings, Lines } from '../fields/lines.tsx';
import type { Group, PageState, Section } from '../page.ts';
import { hashOf, type Place, placeOf } from '../place.ts';
import { Bots } from './bots.tsx';
import { Connection } from './connection.tsx';
import { Knowledge } from './knowledge.tsx';
import { Preview } from './preview.tsx';
import { Search } from './search.tsx';
import { Start } from './start.tsx';
import { StoreProvider, useNewStore, useStore } from './store.ts';
import { Transfer } from './transfer.tsx';

export function App({ first }: { first: PageState }) {
  const store = useNewStore(first);
  const ids = store.page.sections.map(({ id }) => id);
  const place = usePlace(ids);
  const section = store.page.sections.find(({ id }) => id === place.section);
  return (
    <StoreProvider value={store}>
      <div className="bellhop-app">
        <Search />
        <div className="bellhop-frame">
          <Nav current={place.section} />
          {section && <Page key={section.id} section={section} place={place} />}
        </div>
        <SnackbarList className="bellhop-snacks" notices={store.snacks} onRemove={store.dismiss} />
      </div>
    </StoreProvider>
  );
}

/** Where the address says that somebody is; links and "back" change it. */
function usePlace(ids: readonly string[]): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const read = (): void => setHash(location.hash);
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return placeOf(hash, ids);
}

function Nav({ current }: { current: string }) {
  const { page } = useStore();
  const here = useRef<HTMLAnchorElement>(null);
  // On a phone the row of sections is wider than the window.
  useEffect(() => {
    here.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav className="bellhop-nav" aria-label={__('Sections', 'bellhop')}>
      {page.sections.map(({ id, title }) => (
        <a
          key={id}
          ref={id === current ? here : null}
          href={hashOf({ section: id, field: null })}
          aria-current={id === current ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

function Page({ section, place }: { section: Section; place: Place }) {
  const { findings, page } = useStore();
  const root = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  // Who follows a link to a field goes on there; who changes the section, at its heading. Whoever opens the page begins at its top.
  useEffect(() => {
    const field = place.field === null ? null : fieldIn(root.current, place.field);
    if (field !== null) {
      field.closest('details')?.setAttribute('open', '');
      field.scrollIntoView({ block: 'center' });
      field.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
      field.classList.add('is-found');
    } else if (!isFirst.current || hasMoved) {
      root.current?.querySelector<HTMLElement>('h2')?.focus();
    }
    isFirst.current = false;
    hasMoved = true;
    return () => field?.classList.remove('is-found');
  }, [place.field]);
  return (
    <div className={`bellhop-page-${section.id} bellhop-main`} ref={root}>
      <h2 tabIndex={-1}>{section.title}</h2>
      {section.id !== 'start' && section.id !== 'connection' && <Findings findings={findings} />}
      <Content section={section} />
      {section.id === 'chats' && (
        <>
          <Lines lines={page.lines.readers} />
          <p>
            <a href={page.links.chats}>{__('Read what visitors have asked', 'bellhop')}</a>
          </p>
        </>
      )}
    </div>
  );
}

/** Whether somebody has gone from one section to another since the page was opened. */
let hasMoved = false;

function fieldIn(root: HTMLElement | null, name: string): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`) ?? null;
}

function Content({ section }: { section: Section }) {
  const { page } = useStore();
  const groups = section.groups
    .filter(({ id }) => id !== 'gateway')
    .map((group) => <GroupOfFields key={group.id} group={group} />);
  switch (section.id) {
    case 'start':
      return <Start section={section} />;
    case 'connection':
      return (
        <>
          <Connection>{groups}</Connection>
          <Transfer />
        </>
      );
    case 'bots':
      return <Bots />;
    case 'knowledge':
      return <Knowledge>{groups}</Knowledge>;
    case 'look':
      return (
        <div className="bellhop-beside">
          <div>{groups}</div>
          <Preview canOpen />
        </div>
      );
    case 'limits':
      return (
        <>
          <Lines lines={page.lines.limits} />
          {groups}
        </>
      );
    default:
      return <>{groups}</>;
  }
}

export function GroupOfFields({ group }: { group: Group }) {
  return (
    <section className="bellhop-group" aria-label={group.title || undefined}>
      {group.title !== '' && <h3>{group.title}</h3>}
      {group.fields.map((field) => (
        <FieldRow key={field.name} field={field} />
      ))}
    </section>
  );
}
