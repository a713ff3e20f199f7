/** @jsxImportSource react */
// What an agent or a person has written, drawn as the visitor sees it: by the widget's own renderer, through the same sanitiser.
// A picture would be fetched with the owner's address from wherever its text says, so its button asks, as links elsewhere do.

import { useEffect, useLayoutEffect, useMemo, useRef } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { type Content, createContent, type LinkInfo } from '../../../src/content/index.ts';

/** One for the page: it remembers which address is behind each link. */
export function useContent(ask: (link: LinkInfo) => void): Content {
  const latest = useRef(ask);
  latest.current = ask;
  return useMemo(
    () =>
      createContent({
        documentRef: document,
        words: () => ({
          // translators: %s: the name of a website
          showImage: (host) => sprintf(__('Open the picture at %s', 'bellhop'), host),
          copyCode: __('Copy', 'bellhop'),
          showMore: __('Show more', 'bellhop'),
        }),
        onLinkQuestion: (link) => latest.current(link),
        onCopyCode: (text, from) => {
          void navigator.clipboard?.writeText(text).then(() => {
            from.textContent = __('Copied', 'bellhop');
          });
        },
      }),
    [],
  );
}

export function RichText({
  content,
  text,
  ask,
}: {
  content: Content;
  text: string;
  ask: (link: LinkInfo) => void;
}) {
  const root = useRef<HTMLDivElement>(null);
  const latest = useRef(ask);
  latest.current = ask;
  useLayoutEffect(() => {
    if (root.current === null) return undefined;
    const drawn = content.createView(root.current);
    drawn.update(text);
    return () => drawn.close();
  }, [content, text]);
  useEffect(() => {
    const element = root.current;
    const onPress = (event: Event): void => {
      const button = event.target instanceof Element ? event.target.closest('button.image') : null;
      const link = button === null ? undefined : content.linkOf(button);
      if (link === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      latest.current(link);
    };
    element?.addEventListener('click', onPress, { capture: true });
    return () => element?.removeEventListener('click', onPress, { capture: true });
  }, [content]);
  return <div className="bellhop-rich" dir="auto" ref={root} />;
}
