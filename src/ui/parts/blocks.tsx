// The blocks of a message: text, documents, pictures, and what this version doesn't know.

import { escapeHidden } from '../../content/text.ts';
import type { MessageBlock } from '../../protocol/index.ts';
import type { ChatModel } from '../model/types.ts';
import { Growing } from './growing.tsx';
import { LaterAttached } from './later-attached.tsx';
import { RichText } from './rich-text.tsx';

export function Blocks(props: {
  chat: ChatModel;
  blocks: readonly MessageBlock[];
  /** Show the text as it was typed, without markdown: it is the visitor's own. */
  isPlain?: boolean;
  /** The last block is still being written. */
  isGrowing?: boolean;
}) {
  const { chat, blocks, isPlain, isGrowing } = props;
  return (
    <Growing
      chat={chat}
      items={blocks}
      draw={(block, index) => {
        // Blocks of one message never change places.
        const key = `${index} ${block.type}`;
        if (block.type === 'text') {
          return isPlain ? (
            <p key={key} class="plain-text" dir="auto">
              {escapeHidden(block.text)}
            </p>
          ) : (
            <RichText
              key={key}
              chat={chat}
              text={block.text}
              isGrowing={isGrowing && block === blocks.at(-1)}
            />
          );
        }
        return block.type === 'thought' ? null : (
          <LaterAttached key={key} chat={chat} block={block} />
        );
      }}
    />
  );
}
