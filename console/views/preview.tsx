// The real widget, in a frame that has nothing of the desk's. It is loaded anew when its attributes change, and keeps its trial.

import { useEffect, useRef } from 'preact/hooks';
import type { PreviewFrame } from '../edge/preview-frame.ts';
import type { TrialOf } from '../model/trials.ts';
import type { FromPreview, PreviewTool, Ticket } from '../preview/messages.ts';
import type { View } from './view.ts';

/** Somebody is still typing. */
const SETTLE_MS = 500;
const ADDRESS = '/console/preview.html';

export interface PreviewProps {
  view: View;
  /** What a screen reader calls the frame. */
  title: string;
  attributes: Readonly<Record<string, string>>;
  of: TrialOf;
  tools?: readonly PreviewTool[];
  isOpen: boolean;
  scheme?: 'light' | 'dark';
  isPhone?: boolean;
  /** Told of the session that is talked in. */
  onTrial?: (sessionId: string) => void;
  /** Given what can be said to the widget, once it is there. */
  onReady?: (say: (text: string) => void) => void;
  /** A message has come. */
  onHeard?: () => void;
  onFailed?: () => void;
}

export function Preview(props: PreviewProps) {
  const { view, title, scheme, isPhone = false } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const link = useRef<PreviewFrame | null>(null);
  const ticket = useRef<Promise<Ticket | null> | null>(null);
  const who = JSON.stringify(props.of);
  const shown = JSON.stringify([props.attributes, props.isOpen, props.tools ?? [], who]);
  const loaded = useRef('');

  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const opened = view.openPreview(element, {
      onReady() {
        const { attributes, isOpen, tools = [] } = latest.current;
        opened.tell({ kind: 'show', attributes, isOpen, tools });
      },
      onMessage: (message) => answer(message, opened),
    });
    link.current = opened;
    element.src = ADDRESS;
    loaded.current = shown;
    return () => opened.close();
  }, []);

  // Another agent's conversation is another one.
  useEffect(() => {
    ticket.current = null;
  }, [who]);

  useEffect(() => {
    if (loaded.current === shown) return undefined;
    return view.after(SETTLE_MS, () => {
      loaded.current = shown;
      if (frame.current !== null) frame.current.src = ADDRESS;
    });
  }, [shown]);

  function answer(message: FromPreview, opened: PreviewFrame): void {
    const { of, onTrial, onReady, onHeard, onFailed } = latest.current;
    switch (message.kind) {
      case 'ready':
        onReady?.((text) => opened.tell({ kind: 'say', text }));
        break;
      case 'failed':
        onFailed?.();
        break;
      case 'ticket': {
        if (message.isNew || ticket.current === null) {
          ticket.current = view.desk.trials.begin(of, message.tools);
        }
        ticket.current.then((given) => {
          if (given === null) ticket.current = null;
          else onTrial?.(given.session_id);
          opened.tell({ kind: 'ticket', id: message.id, ticket: given });
        });
        break;
      }
      case 'heard':
        onHeard?.();
        break;
    }
  }

  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-scripts"
      class={`preview${isPhone ? ' phone' : ''}${scheme === undefined ? '' : ` ${scheme}`}`}
    />
  );
}
