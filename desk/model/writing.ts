// What somebody has pressed for to write in, from the press until it has the focus: until then their keys are for nothing else.

export interface Wish {
  sessionId: string;
  /**
   * `reply` and `take`: an answer, and who has the conversation is still to be looked at. `answer`, `note`: that field, as soon as
   * it is there. The others: that menu, as soon as the conversation is there.
   */
  what: 'reply' | 'take' | 'answer' | 'note' | MenuName;
}

export type MenuName = 'assign' | 'snooze' | 'tag';
