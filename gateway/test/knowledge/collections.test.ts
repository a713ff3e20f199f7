// The documents of a knowledge base: listed, added, replaced and deleted one by one, by an operator or by a site for itself.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyImage } from '../../../test/doubles/memory-database.ts';
import { migrate } from '../../kernel/db/migrate.ts';
import { MIGRATIONS } from '../../kernel/db/migrations/index.ts';
import { openUnmigrated } from '../../kernel/db/open.ts';
import { listDocuments, readDocuments } from '../../knowledge/collections.ts';
import { createHarness, type Harness, type Wire } from '../harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const document = (name: string, text = `All about ${name}.`) => ({
  uri: `https://shop.example/${name}`,
  title: name,
  text,
});
const at = (name: string) => `uri=${encodeURIComponent(document(name).uri)}`;

async function make(names: string[], fields: Wire = {}): Promise<string> {
  const documents = names.map((name) => document(name));
  const made = await harness.admin('POST', '/admin/collections', { documents, ...fields });
  expect(made.status).toBe(201);
  return `/admin/collections/${made.body.collection_id}`;
}

describe('a collection', () => {
  it('is listed with how much it has, read without its texts, and named', async () => {
    const path = await make(['tea', 'pots'], { project_id: 'kb', name: 'Shop' });
    const { data } = (await harness.admin('GET', '/admin/collections?project_id=kb')).body;
    expect(data).toMatchObject([{ name: 'Shop', documents: 2, characters: 29 }]);
    const { body } = await harness.admin('GET', path);
    expect(body.list).toEqual([
      { uri: 'https://shop.example/tea', title: 'tea', characters: 14 },
      { uri: 'https://shop.example/pots', title: 'pots', characters: 15 },
    ]);
    expect((await harness.admin('PATCH', path, { name: 'Store' })).body.name).toBe('Store');
  });

  it('takes new documents, replaces those of the same uri, and loses those that are deleted', async () => {
    const path = await make(['tea', 'pots']);
    const documents = [document('tea', 'Tea is green.'), document('cups')];
    const put = await harness.admin('PUT', `${path}/documents`, { documents });
    expect([put.status, put.body.documents]).toEqual([200, 3]);
    const read = await harness.admin('GET', `${path}/documents?${at('tea')}`);
    expect(read.body).toEqual(documents[0]);
    for (let twice = 0; twice < 2; twice += 1) {
      const gone = await harness.admin('DELETE', `${path}/documents?${at('pots')}`);
      expect(gone.status).toBe(204);
    }
    expect((await harness.admin('GET', `${path}/documents?${at('pots')}`)).status).toBe(404);
    const { list } = (await harness.admin('GET', path)).body;
    expect((list as Wire[]).map(({ title }) => title)).toEqual(['tea', 'cups']);
  });

  it('keeps both of two changes at once', async () => {
    const path = await make([]);
    await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        harness.admin('PUT', `${path}/documents`, { documents: [document(name)] }),
      ),
    );
    expect((await harness.admin('GET', path)).body.documents).toBe(3);
  });

  it('has words that mean the same, from the next question on', async () => {
    const path = await make([]);
    await harness.admin('PUT', `${path}/documents`, {
      documents: [document('parcels', 'Parcels take two days.')],
    });
    const session = await harness.session({
      agent: 'librarian',
      collection_id: path.split('/').at(-1),
    });
    const answer = async () => {
      await session.say('packages?');
      await harness.settled();
      const said = (await session.events()).findLast(({ type }) => type === 'agent.message');
      return said?.content[0]?.text;
    };
    expect(await answer()).toBe('No book of mine speaks of that.');
    const synonyms = [['package', 'parcel']];
    const { body } = await harness.admin('PATCH', path, { synonyms });
    expect(body).toMatchObject({ synonyms, name: null });
    expect(await answer()).toBe('Parcels take two days.');
    for (const wrong of [[['alone']], [['a', 'b\u0000']], ['a', 'b'], 'a']) {
      expect((await harness.admin('PATCH', path, { synonyms: wrong })).status).toBe(400);
    }
  });

  it('answers by what it has now, also in a session that has asked before', async () => {
    const path = await make(['parcels']);
    const session = await harness.session({
      agent: 'librarian',
      collection_id: path.split('/').at(-1),
    });
    const answer = async (text: string) => {
      await session.say(text);
      await harness.settled();
      const said = (await session.events()).findLast(({ type }) => type === 'agent.message');
      return said?.content[0]?.text;
    };
    expect(await answer('parcels?')).toBe('All about parcels.');
    const documents = [document('parcels', 'Parcels take two days.')];
    await harness.admin('PUT', `${path}/documents`, { documents });
    expect(await answer('parcels?')).toBe('Parcels take two days.');
    await harness.admin('DELETE', `${path}/documents?${at('parcels')}`);
    expect(await answer('parcels?')).toBe('No book of mine speaks of that.');
  });

  it.each([
    [{ documents: [] }, 'documents must have'],
    [{ documents: [{ ...document('a'), text: '' }] }, 'documents[0].text'],
    [{ documents: [{ ...document('a'), text: 'a\u0000' }] }, 'documents[0].text'],
    [{ documents: [{ ...document('a'), uri: 'u'.repeat(2001) }] }, 'documents[0].uri'],
    [{}, 'documents must be an array'],
  ])('takes no %j: %s', async (body, words) => {
    const reply = await harness.admin('PUT', `${await make([])}/documents`, body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toContain(words);
  });

  it('is a site’s own within its project, and nobody’s outside of it', async () => {
    const site = (await harness.admin('POST', '/admin/sites', { project_id: 'mine' })).body;
    const call = (method: string, path: string, body?: unknown) =>
      harness.call(method, path, body, site.service_token);
    const made = await call('POST', '/admin/collections', { documents: [document('a')] });
    expect(made.status).toBe(201);
    const own = `/admin/collections/${made.body.collection_id}`;
    expect((await call('GET', own)).body.project_id).toBe('mine');
    const all = (await call('GET', '/admin/collections')).body.data as unknown as Wire[];
    expect(all.map(({ project_id }) => project_id)).toEqual(['mine']);

    const foreign = await make(['a']);
    const documents = { documents: [document('b')] };
    for (const [method, path, body] of [
      ['GET', foreign, undefined],
      ['PATCH', foreign, { name: 'x' }],
      ['DELETE', foreign, undefined],
      ['PUT', `${foreign}/documents`, documents],
      ['GET', `${foreign}/documents?${at('a')}`, undefined],
      ['DELETE', `${foreign}/documents?${at('a')}`, undefined],
    ] as const) {
      expect([method, path, (await call(method, path, body)).status]).toEqual([method, path, 404]);
    }
    const elsewhere = { project_id: 'default', documents: [] };
    expect((await call('POST', '/admin/collections', elsewhere)).status).toBe(403);
    expect((await call('DELETE', own)).status).toBe(204);
  });
});

describe('a site’s service token', () => {
  interface SiteHand {
    client_id: string;
    call: (method: string, path: string, body?: unknown) => ReturnType<Harness['call']>;
  }
  async function newSite(project = 'shared'): Promise<SiteHand> {
    const { client_id, service_token: token } = (
      await harness.admin('POST', '/admin/sites', { project_id: project })
    ).body;
    return { client_id, call: (method, path, body) => harness.call(method, path, body, token) };
  }
  async function makeBy({ call }: SiteHand, name: string): Promise<string> {
    const made = await call('POST', '/admin/collections', { name, documents: [document(name)] });
    expect(made.status).toBe(201);
    return made.body.collection_id as string;
  }

  it('touches no collection of another site, though both are in one project', async () => {
    const [mine, theirs] = [await newSite(), await newSite()];
    const id = await makeBy(theirs, 'theirs');
    const path = `/admin/collections/${id}`;
    const session = (await mine.call('POST', '/admin/sessions', {})).body;
    for (const [method, address, body, status] of [
      ['GET', path, undefined, 404],
      ['PATCH', path, { name: 'x' }, 404],
      ['DELETE', path, undefined, 404],
      ['PUT', `${path}/documents`, { documents: [document('b')] }, 404],
      ['GET', `${path}/documents?${at('theirs')}`, undefined, 404],
      ['DELETE', `${path}/documents?${at('theirs')}`, undefined, 404],
      ['POST', `${path}/imports`, { url: 'https://shop.example/' }, 404],
      ['POST', '/admin/sessions', { collection_id: id }, 400],
      ['PATCH', `/admin/sessions/${session.session_id}`, { collection_id: id }, 400],
      ['PATCH', `/v1/sites/${mine.client_id}`, { kb_collection_id: id }, 400],
    ] as const) {
      const reply = await mine.call(method, address, body);
      expect([method, address, reply.status]).toEqual([method, address, status]);
    }
    const { data } = (await mine.call('GET', '/admin/collections')).body;
    expect(JSON.stringify(data)).not.toContain(id);
    const { list } = (await harness.admin('GET', path)).body;
    expect(list).toMatchObject([{ title: 'theirs' }]);
  });

  it('reads and binds what the operator has made for its project, and changes nothing of it', async () => {
    const site = await newSite();
    const path = await make(['tea'], { project_id: 'shared', name: 'The operator’s' });
    const kb_collection_id = path.split('/').at(-1);
    expect((await site.call('GET', path)).body.name).toBe('The operator’s');
    const bound = await site.call('PATCH', `/v1/sites/${site.client_id}`, { kb_collection_id });
    expect(bound.body).toMatchObject({ kb_collection_id });
    for (const [method, address, body] of [
      ['PATCH', path, { name: 'x' }],
      ['DELETE', path, undefined],
      ['PUT', `${path}/documents`, { documents: [document('b')] }],
      ['DELETE', `${path}/documents?${at('tea')}`, undefined],
      ['POST', `${path}/imports`, { url: 'https://shop.example/' }],
    ] as const) {
      const reply = await site.call(method, address, body);
      expect([method, address, reply.status]).toEqual([method, address, 403]);
      expect(reply.body.error.message).toContain('The operator has made this collection');
    }
    expect((await harness.admin('GET', path)).body.documents).toBe(1);
  });

  it('fills, binds and deletes its own, which the operator sees and may change as well', async () => {
    const site = await newSite();
    const id = await makeBy(site, 'own');
    const path = `/admin/collections/${id}`;
    const put = await site.call('PUT', `${path}/documents`, { documents: [document('more')] });
    expect(put.body).toMatchObject({ documents: 2, client_id: site.client_id });
    expect((await site.call('DELETE', `${path}/documents?${at('own')}`)).status).toBe(204);
    const bound = await site.call('PATCH', `/v1/sites/${site.client_id}`, { kb_collection_id: id });
    expect(bound.body).toMatchObject({ kb_collection_id: id });
    expect((await harness.admin('PATCH', path, { name: 'Seen' })).body.name).toBe('Seen');
    expect((await site.call('DELETE', path)).status).toBe(204);
    expect((await harness.admin('GET', path)).status).toBe(404);
  });
});

describe('a collection that an older gateway stored', () => {
  it('is the site’s own where one site alone had it bound, and the operator’s otherwise', async () => {
    const db = await openUnmigrated({ image: await emptyImage() });
    const steps = MIGRATIONS.map(({ id }) => id);
    await migrate(db, steps.slice(0, steps.indexOf('057-own-collections')));
    await db.query("INSERT INTO projects (project_id, created_at) VALUES ('p', 0)");
    for (const id of ['of_one', 'of_two', 'of_none']) {
      await db.query(
        "INSERT INTO collections (collection_id, project_id, created_at) VALUES ($1, 'p', 0)",
        [id],
      );
    }
    for (const [client, bound] of [
      ['a', 'of_one'],
      ['b', 'of_two'],
      ['c', 'of_two'],
    ]) {
      await db.query(
        `INSERT INTO sites (site_id, client_id, project_id, kb_collection_id, created_at)
         VALUES ($1, $1, 'p', $2, 0)`,
        [client, bound],
      );
    }
    await migrate(db);
    expect(
      await db.query('SELECT collection_id, client_id FROM collections ORDER BY collection_id'),
    ).toEqual([
      { collection_id: 'of_none', client_id: null },
      { collection_id: 'of_one', client_id: 'a' },
      { collection_id: 'of_two', client_id: null },
    ]);
    await db.close();
  });
});

describe('documents that an older gateway stored', () => {
  it('keep their order and their texts, without what the database can’t hold', async () => {
    const db = await openUnmigrated({ image: await emptyImage() });
    const steps = MIGRATIONS.map(({ id }) => id);
    await migrate(db, steps.slice(0, steps.indexOf('042-passages')));
    await db.query("INSERT INTO projects (project_id, created_at) VALUES ('p', 0)");
    const stored = [
      document('b', 'a\0b \\u0000 \\\\ \ud800\0\udc00 🛎 "x" \n y'),
      document('a', 'first'),
      document('a', 'second'),
    ];
    for (const [id, documents] of [
      ['c', stored],
      ['empty', []],
    ] as const) {
      await db.query(
        `INSERT INTO collections (collection_id, project_id, documents, created_at)
         VALUES ($1, 'p', $2, 0)`,
        [id, JSON.stringify(documents)],
      );
    }
    await migrate(db);
    expect(await readDocuments(db, 'c')).toEqual([
      document('b', 'ab \\u0000 \\\\  🛎 "x" \n y'),
      document('a', 'second'),
    ]);
    expect(await listDocuments(db, 'empty')).toEqual([]);
    await db.close();
  });
});
