/** @jsxImportSource react */
// Questions before something that can't be taken back, or that leads elsewhere.

import { Button, Modal } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';

export interface Question {
  title: string;
  text: ReactNode;
  yes: string;
  isDestructive?: boolean;
  onYes(): void;
}

export function Asked({ question, onEnd }: { question: Question; onEnd: () => void }) {
  return (
    <Modal title={question.title} onRequestClose={onEnd} className="bellhop-question">
      <p>{question.text}</p>
      <div className="bellhop-row">
        <Button
          variant="primary"
          isDestructive={question.isDestructive === true}
          __next40pxDefaultSize
          onClick={() => {
            onEnd();
            question.onYes();
          }}
        >
          {question.yes}
        </Button>
        <Button variant="tertiary" __next40pxDefaultSize onClick={onEnd}>
          {__('Cancel', 'bellhop')}
        </Button>
      </div>
    </Modal>
  );
}
