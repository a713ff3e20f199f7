// Rules by which conversations that want a person are given out: among whom they go round.

import type { Migration } from '../types.ts';

export const rules: Migration = {
  id: '086-rules',
  statements: [
    // Those among whom a rule without a person goes round; none: all who may answer.
    `CREATE TABLE assignment_rule_people (
      rule_id text NOT NULL REFERENCES assignment_rules ON DELETE CASCADE,
      person_id text NOT NULL REFERENCES desk_people ON DELETE CASCADE,
      PRIMARY KEY (rule_id, person_id)
    )`,
    'CREATE INDEX assignment_rule_people_of_person ON assignment_rule_people (person_id)',
  ],
};
