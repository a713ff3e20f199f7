// What an app asks of its visitor: with the question that tools have, one at a time, and only after a press in the app. The question
// stands outside the frame, which is out of sight meanwhile.

import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { cleanLine } from '../../content/text.ts';
import { writeJson } from '../../dom/json.ts';
import type { Decision, ToolQuestion } from '../../tools/types.ts';
import type { ChatModel } from '../model/types.ts';
import { Question } from '../parts/question.tsx';

export type About = Pick<ToolQuestion, 'title' | 'name' | 'input' | 'summary'>;

export interface Asking {
  /** Whether this app or another call asks the visitor something now. */
  isBusy(): boolean;
  isOpen(): boolean;
  /** Whether the visitor has just pressed something in the app, as far as the browser tells: an app that nobody uses asks nothing. */
  isPressed(): boolean;
  /** Rejects where nothing may be asked now. */
  ask(about: About): Promise<boolean>;
  /** Takes the question back, as a No. */
  drop(): void;
  /** The question, where there is one. */
  element: ComponentChildren;
}

interface Asked {
  question: ToolQuestion;
  settle(isAllowed: boolean): void;
}

/**
 * @param place the element in which the frame stands.
 * @param begin called before a question is shown.
 */
export function useAsking(
  chat: ChatModel,
  toolUseId: string,
  place: { current: Element | null },
  begin: () => void,
): Asking {
  const [asked, setAsked] = useState<Asked | null>(null);
  const now = useRef<Asked | null>(null);

  const isPressed = () => {
    const root = place.current?.getRootNode() as Partial<DocumentOrShadowRoot> | undefined;
    const { userActivation } = navigator as { userActivation?: { isActive: boolean } };
    const isInside = place.current?.contains(root?.activeElement ?? null) === true;
    return isInside && userActivation?.isActive !== false;
  };

  // The answer comes back here instead of going to a tool of the page.
  const asking: ChatModel = {
    ...chat,
    ports: {
      ...chat.ports,
      actions: {
        ...chat.ports.actions,
        answerTool: (_id: string, _binding: string, decision: Decision) =>
          asked?.settle(decision === 'once'),
      },
    },
  };
  return {
    isBusy: () => now.current !== null || chat.tools.peek().questions.length > 0,
    isOpen: () => now.current !== null,
    isPressed,
    ask(about) {
      if (now.current !== null) return Promise.reject(new Error('A question is open.'));
      if (!isPressed())
        return Promise.reject(new Error('The visitor has pressed nothing in the app.'));
      return new Promise((resolve) => {
        begin();
        const question: ToolQuestion = {
          toolUseId,
          description: '',
          binding: writeJson([toolUseId, about]),
          offersConversation: false,
          isDestructive: false,
          ...about,
        };
        const settle = (isAllowed: boolean) => {
          now.current = null;
          setAsked(null);
          resolve(isAllowed);
        };
        now.current = { question, settle };
        setAsked(now.current);
        chat.announcer.say(cleanLine(about.summary?.title ?? about.title));
      });
    },
    drop: () => now.current?.settle(false),
    element: asked && (
      <Question key={asked.question.binding} chat={asking} question={asked.question} />
    ),
  };
}
