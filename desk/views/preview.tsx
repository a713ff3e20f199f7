// The real widget, in a frame that has nothing of the desk's. When what it shows changes, the next frame is drawn unseen below the
// one that is there, and takes its place when it is done, so that nothing flickers. All of them talk in one trial.

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { TrialOf } from '../model/trials.ts';
import type { FromPreview, PreviewTool, Ticket, ToPreview } from '../preview/messages.ts';
import type { View } from './view.ts';

/** Somebody is still typing. */
const SETTLE_MS = 500;
/** A frame that can't say that it is done takes its place all the same. */
const PATIENCE_MS = 5000;
const ADDRESS = '/desk/preview.html';

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

type Show = Extract<ToPreview, { kind: 'show' }>;
type Tell = (message: ToPreview) => void;

/** What one frame shows, from its beginning to its end. */
interface Drawing {
  id: number;
  what: string;
  show: Show;
  look: string;
}

export function Preview(props: PreviewProps) {
  const { view, title, of, scheme, isPhone = false } = props;
  const { attributes, isOpen, tools = [] } = props;
  const latest = useRef(props);
  latest.current = props;
  const ticket = useRef<Promise<Ticket | null> | null>(null);
  const who = JSON.stringify(of);
  const look = `${isPhone ? ' phone' : ''}${scheme === undefined ? '' : ` ${scheme}`}`;
  const what = JSON.stringify([attributes, isOpen, tools, who, look]);
  const drawing = (id: number): Drawing => ({
    id,
    what,
    show: { kind: 'show', attributes, isOpen, tools },
    look,
  });
  /** The one that is seen, and the one that is being drawn. */
  const drawings = useSignal<readonly Drawing[]>([drawing(0)]);

  // Another agent's conversation is another one.
  useEffect(() => {
    ticket.current = null;
  }, [who]);

  useEffect(() => {
    const newest = drawings.peek().at(-1);
    if (newest?.what === what) return undefined;
    return view.after(SETTLE_MS, () => {
      const [seen] = drawings.peek();
      const next = drawing((newest?.id ?? 0) + 1);
      drawings.value = seen === undefined ? [next] : [seen, next];
    });
  }, [what]);

  function finish(id: number): void {
    if (drawings.peek().at(-1)?.id === id) drawings.value = drawings.peek().slice(-1);
  }

  function answer(message: FromPreview, tell: Tell, id: number): void {
    const { of: whom, onTrial, onReady, onHeard, onFailed } = latest.current;
    switch (message.kind) {
      case 'ready':
        onReady?.((text) => tell({ kind: 'say', text }));
        break;
      case 'drawn':
        finish(id);
        break;
      case 'failed':
        finish(id);
        onFailed?.();
        break;
      case 'ticket': {
        if (message.isNew || ticket.current === null) {
          ticket.current = view.desk.trials.begin(whom, message.tools);
        }
        ticket.current.then((given) => {
          if (given === null) ticket.current = null;
          else onTrial?.(given.session_id);
          tell({ kind: 'ticket', id: message.id, ticket: given });
        });
        break;
      }
      case 'heard':
        onHeard?.();
        break;
    }
  }

  return (
    <div class="previews">
      {drawings.value.map((one, index) => (
        <Frame
          key={one.id}
          view={view}
          title={title}
          drawing={one}
          isSeen={index === 0}
          onMessage={(message, tell) => answer(message, tell, one.id)}
          onPatienceOver={() => finish(one.id)}
        />
      ))}
    </div>
  );
}

function Frame(props: {
  view: View;
  title: string;
  drawing: Drawing;
  isSeen: boolean;
  onMessage: (message: FromPreview, tell: Tell) => void;
  onPatienceOver: () => void;
}) {
  const { view, title, drawing, isSeen } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const opened = view.openPreview(element, {
      onReady: () => opened.tell(drawing.show),
      onMessage: (message) => latest.current.onMessage(message, opened.tell),
    });
    element.src = ADDRESS;
    const stop = view.after(PATIENCE_MS, () => latest.current.onPatienceOver());
    return () => {
      stop();
      opened.close();
    };
  }, []);
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-scripts"
      class={`preview${drawing.look}${isSeen ? '' : ' coming'}`}
      inert={!isSeen}
    />
  );
}
