// Pictures and documents are rare: what draws them is fetched with the first of them. Until then, and where
// it can't be had, they are named.

import { useEffect, useState } from 'preact/hooks';
import { cleanLine } from '../../content/text.ts';
import type { MessageBlock } from '../../protocol/index.ts';
import type { ChatModel } from '../model/types.ts';
import type * as attached from './attached.tsx';
import { Chip } from './chip.tsx';

export type OtherBlock = Exclude<MessageBlock, { type: 'text' | 'thought' }>;
type Part = Pick<typeof attached, 'Attached'>;

let loaded: Part | null = null;

export function LaterAttached({ chat, block }: { chat: ChatModel; block: OtherBlock }) {
  const [part, setPart] = useState(loaded);
  useEffect(() => {
    if (part === null && block.type !== 'unknown') {
      import('./attached.tsx').then(
        (module) => {
          loaded = module;
          setPart(module);
        },
        () => {},
      );
    }
  }, []);
  if (part !== null && block.type !== 'unknown') return <part.Attached chat={chat} block={block} />;
  const name =
    block.type === 'document' ? block.title : block.type === 'image' ? block.alt : undefined;
  return <Chip chat={chat} name={cleanLine(name ?? '')} isClosed={block.type === 'unknown'} />;
}
