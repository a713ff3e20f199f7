/** @jsxImportSource react */
// An answer that the owner writes for next time: one of their own answers, which are found like pages.

import { speak } from '@wordpress/a11y';
import { Button, Modal, Notice, TextareaControl, TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { call } from '../call.ts';
import type { Facts } from './chat.ts';

export interface Lesson {
  question: string;
  answer: string;
}

interface Props {
  lesson: Lesson;
  most: Facts['most'];
  onEnd(): void;
}

export function Teach({ lesson, most, onEnd }: Props) {
  const [question, setQuestion] = useState(lesson.question.slice(0, most.question));
  const [answer, setAnswer] = useState(lesson.answer.slice(0, most.answer));
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  return (
    <Modal
      title={__('Teach a better answer', 'bellhop')}
      onRequestClose={onEnd}
      className="bellhop-teach"
    >
      <form
        onSubmit={async (event) => {
          event.preventDefault();
          setBusy(true);
          try {
            await call('chats/answers', { question, answer });
            speak(__('The answer was saved; the agent knows it now.', 'bellhop'));
            onEnd();
          } catch (failure) {
            setError((failure as Error).message);
            setBusy(false);
          }
        }}
      >
        <p>
          {__(
            'The agent finds it like a page, whenever a visitor asks something like this. Write it for every visitor: leave out what is one person’s own.',
            'bellhop',
          )}
        </p>
        <TextControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={__('Question', 'bellhop')}
          value={question}
          maxLength={most.question}
          required
          onChange={setQuestion}
        />
        <TextareaControl
          __nextHasNoMarginBottom
          label={__('Answer', 'bellhop')}
          rows={6}
          value={answer}
          maxLength={most.answer}
          required
          onChange={setAnswer}
        />
        {error !== '' && (
          <Notice status="error" isDismissible={false}>
            {error}
          </Notice>
        )}
        <div className="bellhop-row">
          <Button type="submit" variant="primary" __next40pxDefaultSize disabled={isBusy}>
            {__('Save the answer', 'bellhop')}
          </Button>
          <Button variant="tertiary" __next40pxDefaultSize onClick={onEnd}>
            {__('Cancel', 'bellhop')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
