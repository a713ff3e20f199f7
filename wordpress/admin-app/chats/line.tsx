/** @jsxImportSource react */
// What somebody has said, or what happened.

import { Button } from '@wordpress/components';
import { memo } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { type Content, type LinkInfo, safeLink } from '../../../src/content/index.ts';
import type { Line } from './chat.ts';
import { RichText } from './rich-text.tsx';
import { fullTime, noticeWords, shortTime, speakerWords } from './words.ts';

interface Props {
  line: Line;
  content: Content;
  ask(link: LinkInfo): void;
  /** Null: there is nothing to teach here, or not by this person. */
  onTeach: ((line: Line) => void) | null;
}

export const LineRow = memo(Row, (a, b) => a.line === b.line && a.onTeach === b.onTeach);

function Row({ line, content, ask, onTeach }: Props) {
  const { who, text, at } = line;
  if (who === 'joined' || who === 'left') {
    return (
      <li className="bellhop-notice">
        {noticeWords(line)} · <Time at={at} />
      </li>
    );
  }
  if (who === 'tool') {
    return (
      <li className="bellhop-tool">
        <details>
          <summary>{text.split(' ', 1)[0] || __('Tool', 'bellhop')}</summary>
          <pre>{text}</pre>
        </details>
      </li>
    );
  }
  const isDrawn = who === 'agent' || who === 'person';
  return (
    <li className={`bellhop-line is-${who}`}>
      <p className="bellhop-who">
        <strong>{speakerWords(line)}</strong> <Time at={at} />
      </p>
      <div className="bellhop-bubble">
        {isDrawn ? (
          <RichText content={content} text={text} ask={ask} />
        ) : (
          <div className="bellhop-plain" dir="auto">
            {text}
          </div>
        )}
        <Sources sources={line.sources} />
      </div>
      <p className="bellhop-under">
        {line.feedback === 'up' && <span>{__('Helped', 'bellhop')}</span>}
        {line.feedback === 'down' && (
          <span className="bellhop-bad">{__('Didn’t help', 'bellhop')}</span>
        )}
        {line.comment !== '' && <q dir="auto">{line.comment}</q>}
        {isDrawn && onTeach !== null && (
          <Button
            size="small"
            variant={line.feedback === 'down' ? 'secondary' : 'link'}
            onClick={() => onTeach(line)}
          >
            {__('Teach a better answer', 'bellhop')}
          </Button>
        )}
      </p>
    </li>
  );
}

function Sources({ sources }: Pick<Line, 'sources'>) {
  const links = sources.flatMap(({ url, title }) => {
    const link = safeLink(url, document.baseURI);
    return link === null ? [] : [{ href: link.href, text: title || link.href }];
  });
  if (links.length === 0) return null;
  return (
    <p className="bellhop-sources">
      {__('From:', 'bellhop')}{' '}
      {links.map(({ href, text }, at) => (
        <span key={href}>
          {at > 0 && ', '}
          <a href={href} target="_blank" rel="noopener noreferrer">
            {text}
            <span className="screen-reader-text"> {__('(opens in a new tab)', 'bellhop')}</span>
          </a>
        </span>
      ))}
    </p>
  );
}

function Time({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at * 1000).toISOString()} title={fullTime(at)}>
      {shortTime(at)}
    </time>
  );
}
