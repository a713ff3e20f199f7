/** @jsxImportSource react */
// Sentences about how something stands, and what a test has found.

import { Notice } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { Finding, Line } from '../page.ts';

export function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <>
      {lines.map(([kind, text]) =>
        kind === 'info' ? (
          <p key={text} className="bellhop-line">
            {text}
          </p>
        ) : (
          <Notice key={text} status={kind} isDismissible={false}>
            {text}
          </Notice>
        ),
      )}
    </>
  );
}

const MARKS = { true: '✓', false: '✗', null: '!' } as const;

export function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  const isBad = findings.some(({ ok }) => ok === false);
  const isFine = findings.every(({ ok }) => ok === true);
  return (
    <Notice
      className="bellhop-found"
      status={isBad ? 'error' : isFine ? 'success' : 'warning'}
      isDismissible={false}
      spokenMessage={findings.map(({ text }) => text).join(' ')}
    >
      <ul>
        {findings.map(({ ok, text }) => (
          <li key={text}>
            <span aria-hidden="true">{MARKS[`${ok}`]}</span>{' '}
            {ok === false && <span className="screen-reader-text">{__('Wrong:', 'bellhop')} </span>}
            {text}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
