// The line of a way: what happens now, or what was done, and what it unfolds to. Knows nothing of steps and thoughts.

import type { ComponentChildren } from 'preact';
import { Dots } from './dots.tsx';
import { Icon } from './icons.tsx';

/** Whether the visitor has unfolded a way: kept while what draws its line changes. */
export interface Fold {
  isOpen: boolean;
  set(isOpen: boolean): void;
}

export function WayLine(props: {
  fold: Fold;
  title: string;
  /** What became of it, beside the title. */
  text?: string;
  isLive?: boolean;
  isBad?: boolean;
  /** What it unfolds to; without it the line is no control. */
  children?: ComponentChildren;
}) {
  const { fold, title, text = '', isLive, isBad, children } = props;
  const said = `${title}${text && ` · ${text}`}`;
  const line = (
    <>
      {isLive && <Dots />}
      {isBad && (
        <span class="state is-bad">
          <Icon name="bad" />
        </span>
      )}
      <span key={said} class="way-words">
        <span class="tool-title" dir="auto">
          {title}
        </span>
        {text && <Became text={text} isBad={isBad} />}
      </span>
    </>
  );
  if (!children) return <p class="way">{line}</p>;
  return (
    <details
      class="way"
      open={fold.isOpen}
      onToggle={({ currentTarget }) => fold.set(currentTarget.open)}
    >
      <summary>
        {line}
        <Icon name="chevron" />
      </summary>
      {children}
    </details>
  );
}

/** What became of a step, after its title. */
export function Became({ text, isBad }: { text: string; isBad?: boolean | undefined }) {
  return (
    <>
      {' '}
      <span class={`tool-text ${isBad ? 'bad' : ''}`}>{text}</span>
    </>
  );
}
