// What an agent is told of the desk when a visitor asks for a person.

import { describe, expect, it } from 'vitest';
import { createDeskScene } from '../desk-people.ts';

const desk = createDeskScene();
const script = [[{ call: [{ name: 'request_human', input: {} }] }, { say: 'Done.' }]];

async function isSomebodyThere(): Promise<boolean> {
  const session = await desk.harness.session({ script });
  await session.say('A person, please');
  await desk.harness.settled();
  const answer = (await session.events()).find(({ type }) => type === 'user.tool_result');
  return (JSON.parse(String(answer?.content[0]?.content)) as { somebody_is_there: boolean })
    .somebody_is_there;
}

describe('an agent that asks for a person', () => {
  it('hears that nobody is there where those at the desk are away or may only read', async () => {
    // Signing somebody in takes an owner, whose desk is open then.
    const setAway = (is_away: boolean) =>
      desk.owner.call('PUT', '/admin/desk/presence', { is_away });
    await desk.agent.call('PUT', '/admin/desk/presence', { is_away: true });
    const reader = await desk.signedInAs('viewer');
    expect((await reader.call('GET', '/admin/desk/me')).status).toBe(200);
    expect(await isSomebodyThere()).toBe(true);
    await setAway(true);
    expect(await isSomebodyThere()).toBe(false);
    await setAway(false);
    expect(await isSomebodyThere()).toBe(true);
  });
});
