/** @jsxImportSource react */
// The first screen: a key, a switch, the chat itself to try, and words for it out of the site's pages. Nothing else.

import { Button } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { FieldRow } from '../fields/field-row.tsx';
import { Findings, Lines } from '../fields/lines.tsx';
import type { Section } from '../page.ts';
import { Preview } from './preview.tsx';
import { Propose } from './propose.tsx';
import { useStore, type Values } from './store.ts';

export function Start({ section }: { section: Section }) {
  const { page, findings } = useStore();
  const [proposed, setProposed] = useState<Values | null>(null);
  const isLocal = page.mode === 'local';
  const content = (
    <>
      <Lines lines={page.lines.start} />
      {isLocal && !page.has_model && page.links.connectors !== '' && (
        <p>
          {__('Connect a provider to this WordPress, once for all plugins:', 'bellhop')}{' '}
          <a href={page.links.connectors}>{__('Connect a provider', 'bellhop')}</a>.{' '}
          {__('Or enter a key here.', 'bellhop')}
        </p>
      )}
      {section.groups.some(({ fields }) => fields.length > 0) && (
        <section className="bellhop-group" aria-label={section.title}>
          {section.groups.flatMap(({ fields }) =>
            fields.map((field) => <FieldRow key={field.name} field={field} />),
          )}
        </section>
      )}
      {!page.answers && <Findings findings={findings} />}
      {page.answers && <Try />}
      {(page.has_model || page.answers) && <Propose proposed={proposed} onChange={setProposed} />}
    </>
  );
  if (!page.answers && proposed === null) return content;
  return (
    <div className="bellhop-beside">
      <div>{content}</div>
      <Preview look={proposed ?? {}} />
    </div>
  );
}

function Try() {
  const { page, findings } = useStore();
  return (
    <section className="bellhop-group" aria-label={__('Try it', 'bellhop')}>
      <h3>{__('Try it', 'bellhop')}</h3>
      <div className="bellhop-buttons">
        <Button variant="primary" __next40pxDefaultSize href={page.links.home} target="_blank">
          {__('Try the chat on your site', 'bellhop')}
          <span className="screen-reader-text"> {__('(opens in a new tab)', 'bellhop')}</span>
        </Button>
        <TestButton />
        <a href={page.links.chats}>{__('Read what visitors have asked', 'bellhop')}</a>
      </div>
      <Findings findings={findings} />
    </section>
  );
}

/** Tests the chat or the connection; what is found stands on the same page. */
export function TestButton() {
  const { page, act } = useStore();
  const [isBusy, setBusy] = useState(false);
  const isLocal = page.mode === 'local';
  const test = async () => {
    if (isBusy) return;
    setBusy(true);
    await act(isLocal ? 'test_chat' : 'test');
    setBusy(false);
  };
  return (
    <Button variant="secondary" __next40pxDefaultSize isBusy={isBusy} onClick={() => void test()}>
      {isLocal ? __('Test the chat', 'bellhop') : __('Test the connection', 'bellhop')}
    </Button>
  );
}
