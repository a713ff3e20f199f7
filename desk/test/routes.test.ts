import { describe, expect, it } from 'vitest';
import { readRoute, writeRoute } from '../model/routes.ts';

describe('an address of the desk', () => {
  it.each([
    ['/desk', { page: 'inbox', sessionId: null }],
    ['/desk/conversations/ses_1', { page: 'inbox', sessionId: 'ses_1' }],
    ['/desk/sites/cli_1', { page: 'sites', clientId: 'cli_1' }],
    ['/desk/sites/cli_1/limits', { page: 'sites', clientId: 'cli_1', part: 'limits' }],
    ['/desk/agents', { page: 'agents', at: null }],
    ['/desk/team', { page: 'team' }],
  ] as const)('%s is a page, and that page has this address', (path, route) => {
    expect(readRoute(path)).toEqual(route);
    expect(writeRoute(route)).toBe(path);
  });

  it('that bookmarks still have is the same page', () => {
    expect(readRoute('/console/conversations/ses_1')).toEqual({
      page: 'inbox',
      sessionId: 'ses_1',
    });
  });

  it('of a site’s first part is the site’s own, and a part that there isn’t is the first', () => {
    expect(writeRoute({ page: 'sites', clientId: 'cli_1', part: 'tag' })).toBe('/desk/sites/cli_1');
    expect(readRoute('/desk/sites/cli_1/nothing')).toEqual({ page: 'sites', clientId: 'cli_1' });
  });

  it('that means nothing is the inbox', () => {
    expect(readRoute('/desk/nothing/here')).toEqual({ page: 'inbox', sessionId: null });
  });
});
