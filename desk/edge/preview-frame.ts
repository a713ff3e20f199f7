// One preview: takes the port that the frame's page hands out when it has loaded, and speaks with it. Messages of other windows
// are nobody's business here.

import type { FromPreview, ToPreview } from '../preview/messages.ts';

export interface PreviewFrame {
  tell(message: ToPreview): void;
  close(): void;
}

/** @param onReady called each time the frame's page has loaded. */
export function openPreviewFrame(
  view: Window,
  frame: HTMLIFrameElement,
  { onReady, onMessage }: { onReady: () => void; onMessage: (message: FromPreview) => void },
): PreviewFrame {
  let port: MessagePort | null = null;
  const take = (event: MessageEvent<unknown>): void => {
    const [given] = event.ports;
    const isHello =
      typeof event.data === 'object' && event.data !== null && 'bellhop' in event.data;
    if (event.source !== frame.contentWindow || given === undefined || !isHello) return;
    port?.close();
    port = given;
    port.onmessage = ({ data }: MessageEvent<FromPreview>) => onMessage(data);
    onReady();
  };
  view.addEventListener('message', take);
  return {
    tell: (message) => port?.postMessage(message),
    close() {
      view.removeEventListener('message', take);
      port?.close();
    },
  };
}
