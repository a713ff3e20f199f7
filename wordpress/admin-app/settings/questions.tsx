/** @jsxImportSource react */
// Questions that the agent had no good answer to: the owner answers one here, and the answer is known from then on.

import { Button, TextareaControl, TextControl } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { CallError } from '../api.ts';
import { call } from '../call.ts';
import { SIZES } from '../fields/control.tsx';

interface Question {
  id: string;
  question: string;
  why: 'nothing' | 'down' | 'failed';
  chat: string;
}

export function Questions() {
  const [list, setList] = useState<Question[]>([]);
  const [open, setOpen] = useState('');
  const [wrong, setWrong] = useState('');
  const load = async (path: string, data: Record<string, unknown> | null = null) => {
    try {
      setList((await call<{ questions: Question[] }>(path, data)).questions);
      setOpen('');
      setWrong('');
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setWrong(error.message);
    }
  };
  // Once, when the section is opened.
  useEffect(() => void load('questions'), []);
  if (list.length === 0) return null;
  return (
    <section className="bellhop-group" aria-label={__('Unanswered questions', 'bellhop')}>
      <h3>{__('Unanswered questions', 'bellhop')}</h3>
      <ul className="bellhop-questions">
        {list.map((one) => (
          <li key={one.id}>
            <a href={one.chat} dir="auto">
              {one.question}
            </a>
            <span className="bellhop-help">{whyOf(one)}</span>
            {open === one.id ? (
              <AnswerForm
                question={one.question}
                wrong={wrong}
                onSend={(given) => load(`questions/${one.id}`, given)}
              />
            ) : (
              <span className="bellhop-acts">
                <Button variant="secondary" size="small" onClick={() => setOpen(one.id)}>
                  {__('Answer this', 'bellhop')}
                </Button>{' '}
                <Button
                  variant="tertiary"
                  size="small"
                  onClick={() => void load(`questions/${one.id}`, {})}
                >
                  {__('Put away', 'bellhop')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function whyOf({ why }: Question): string {
  if (why === 'down') return __('The visitor said that the answer didn’t help.', 'bellhop');
  if (why === 'failed') return __('No answer could be given.', 'bellhop');
  return __('Nothing that your pages say fits.', 'bellhop');
}

function AnswerForm(props: {
  question: string;
  wrong: string;
  onSend(given: { question: string; answer: string }): Promise<void>;
}) {
  const [question, setQuestion] = useState(props.question);
  const [answer, setAnswer] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void props.onSend({ question, answer });
      }}
    >
      <TextControl
        {...SIZES}
        label={__('Question', 'bellhop')}
        value={question}
        onChange={setQuestion}
        required
      />
      <TextareaControl
        {...SIZES}
        label={__('Answer', 'bellhop')}
        help={props.wrong || __('The agent knows it at once.', 'bellhop')}
        value={answer}
        onChange={setAnswer}
        required
      />
      <Button variant="primary" type="submit" __next40pxDefaultSize>
        {__('Save answer', 'bellhop')}
      </Button>
    </form>
  );
}
