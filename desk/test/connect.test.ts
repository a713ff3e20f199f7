import { describe, expect, it } from 'vitest';
import type { Address } from '../edge/address.ts';
import type { Api } from '../edge/api.ts';
import { createConnecting } from '../model/connect.ts';

const ASKED = new URLSearchParams({
  name: 'Second shop',
  redirect_uri: 'https://two.example/back',
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
  state: 'state-of-the-site',
}).toString();

async function approved(as: { clientId: string } | { project: string }) {
  const sent: unknown[] = [];
  const left: string[] = [];
  const api = {
    call: async (_method: string, _path: string, body: unknown) => {
      sent.push(body);
      return { code: 'bhc_code' };
    },
  } as Pick<Api, 'call'> as Api;
  const address = { query: () => ASKED, leave: (to: string) => left.push(to) };
  await createConnecting(api, address as Partial<Address> as Address).approve(as);
  return { body: sent[0], left };
}

describe('approving that a site connects itself', () => {
  it('puts a new site into the project that the owner names, which may be its own', async () => {
    const { body, left } = await approved({ project: 'second-shop' });
    expect(body).toMatchObject({ project_id: 'second-shop', name: 'Second shop' });
    expect(body).not.toHaveProperty('client_id');
    expect(left).toEqual(['https://two.example/back?code=bhc_code&state=state-of-the-site']);
  });

  it('gives a known site one more token, in the project where it is', async () => {
    const { body } = await approved({ clientId: 'client_one' });
    expect(body).toMatchObject({ client_id: 'client_one' });
    expect(body).not.toHaveProperty('project_id');
  });
});
