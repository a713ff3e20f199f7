import { describe, expect, it } from 'vitest';
import { nameOfVisitor } from '../model/visitor.ts';

const nameOf = (owner_id: string | null) =>
  nameOfVisitor({ owner_id, session_id: 'sess_01JQ8ZV3XK7M9AB2' });

describe('a visitor at the desk', () => {
  it.each(['anna@mail.example', 'Anna Weber', 'customer-4711', 'wordpress-user-12', '李雷'])(
    'is called what the site calls them: %s',
    (id) => {
      expect(nameOf(id)).toEqual({ name: id });
    },
  );

  it.each([
    ['gJUjcowNRFKlJiuHzi_Hgj61', 'gj61'],
    ['8b0f3f0e-2a54-4c1e-9d0b-6f1f7a3c9e52', '9e52'],
    ['d41d8cd98f00b204e9800998ecf8427e', '427e'],
  ])('has a mark of four signs where the site’s own is for machines: %s', (id, mark) => {
    expect(nameOf(id)).toEqual({ mark: expect.stringMatching(new RegExp(mark, 'i')) });
  });

  it('has the end of the session’s id where the site says nothing', () => {
    expect(nameOf(null)).toEqual({ mark: '9AB2' });
  });
});
