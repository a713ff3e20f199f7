import { expect, it } from 'vitest';
import { readApp, readHint, withScheme } from '../../apps/read-app.ts';

const digest = 'a'.repeat(64);
const hint = readHint({ ui: { resource: 'ui://x', digest, title: 'Map', height: 300 } });
const reply = {
  digest,
  html: '<p>Map</p>',
  sandbox: `https://box.example/app-frame/${digest}`,
  permissions: { camera: true, geolocation: false, usb: true },
  tool: { name: 'map' },
  input: {},
  result: { content: [] },
};
const read = (change: object) => hint && readApp({ ...reply, ...change }, hint);

it('reads what the log says of an app, and nothing of another shape', () => {
  expect(hint).toMatchObject({ title: 'Map', height: 300, hasBorder: true, digest });
  expect(readHint({ ui: { digest: '../..', title: 'x' } })).toBe(null);
  expect(readHint({ ui: { digest, height: 'x', border: false } })).toMatchObject({
    height: null,
    hasBorder: false,
    title: '',
  });
  expect(readHint({})).toBe(null);
});

it('takes no app but the one that the log names', () => {
  expect(read({})).toMatchObject({ html: '<p>Map</p>', allow: 'camera' });
  expect(read({ digest: 'b'.repeat(64) })).toBe(null);
  expect(read({ html: 7 })).toBe(null);
});

it('takes no outer page of another kind', () => {
  const bad = [
    `javascript:alert(1)//app-frame/${digest}`,
    `data:text/html,/app-frame/${digest}`,
    `https://me:pw@box.example/app-frame/${digest}`,
    'https://box.example/app-frame/none',
    '',
  ];
  for (const sandbox of bad) expect(read({ sandbox })).toBe(null);
});

it('gives the chat’s scheme to an app that says nothing of schemes, behind its doctype', () => {
  expect(withScheme('<!DOCTYPE html>\n<html lang="de"><body>', 'dark')).toBe(
    '<!DOCTYPE html><meta name="color-scheme" content="dark">\n<html lang="de"><body>',
  );
  expect(withScheme('<p>Map</p>', 'light')).toBe(
    '<meta name="color-scheme" content="light"><p>Map</p>',
  );
});
