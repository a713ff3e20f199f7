// The walls around an app of a tool server.

import type { Mutant } from './mutant.ts';

const test = 'test/browser/apps-attacks.test.ts';
const own = 'test/browser/apps-own.test.ts';
const APP = 'src/ui/apps/app.tsx';
const LIVE = 'src/ui/apps/live.ts';
const ASKING = 'src/ui/apps/asking.tsx';
const HOST = 'src/apps/host.ts';
const OUTER = 'src/apps/frame.ts';
const FRAME = 'gateway/apps/frame-page.ts';
const POLICY = 'gateway/apps/frame-policy.ts';

/** Three attributes say what the frames may do; the strictest counts. */
const allow = (word: string) => ({
  file: OUTER,
  find: "frame.setAttribute('sandbox', 'allow-scripts allow-forms');",
  replace: `frame.setAttribute('sandbox', 'allow-scripts allow-forms ${word}');`,
  more: [
    {
      file: FRAME,
      find: "inner.setAttribute('sandbox', 'allow-scripts allow-forms');",
      replace: `inner.setAttribute('sandbox', 'allow-scripts allow-forms ${word}');`,
    },
    {
      file: POLICY,
      find: "'sandbox allow-scripts allow-forms',",
      replace: `'sandbox allow-scripts allow-forms ${word}',`,
    },
  ],
});

export const APPS: readonly Mutant[] = [
  {
    name: 'apps: the frames have an origin',
    test,
    title: 'reads neither the page',
    ...allow('allow-same-origin'),
  },
  {
    name: 'apps: the frames lead the page away',
    test,
    title: 'leads neither the page',
    ...allow('allow-top-navigation'),
  },
  {
    name: 'apps: the frames open windows',
    test,
    title: 'leads neither the page',
    ...allow('allow-popups'),
  },
  {
    name: 'apps: whoever says something to the page is the app',
    test,
    title: 'is heard in its own name',
    file: OUTER,
    find: "event.source !== frame.contentWindow || event.origin !== 'null'",
    replace: "event.origin !== 'null'",
  },
  {
    name: 'apps: whoever says something to the outer frame is the app',
    test,
    title: 'is heard in its own name',
    file: FRAME,
    find: 'source === inner.contentWindow)',
    replace: 'source !== host)',
  },
  {
    name: 'apps: the outer frame takes another app from anybody',
    test,
    title: 'is heard in its own name',
    file: FRAME,
    find: 'if (source !== host || host === window) return;',
    replace: '',
    more: [
      { file: FRAME, find: 'if (from !== origin) return;', replace: '' },
      { file: FRAME, find: 'if (inner === null) show', replace: 'inner?.remove(); show' },
      { file: FRAME, find: 'source === inner.contentWindow) {', replace: '!isOwn(data)) {' },
    ],
  },
  {
    name: 'apps: any number of messages is heard',
    test,
    title: 'is let go where it floods',
    file: HOST,
    find: 'if (count > MAX_MESSAGES_PER_SECOND)',
    replace: 'if (count < 0)',
  },
  {
    name: 'apps: messages of any length are heard',
    test,
    title: 'is let go where it floods',
    file: HOST,
    find: 'if (lengthOf(data) > MAX_MESSAGE_CHARS)',
    replace: 'if (lengthOf(data) < 0)',
  },
  {
    name: 'apps: every size is followed',
    test,
    title: 'is followed in few',
    file: HOST,
    find: ' || sizes > MAX_SIZES_PER_SECOND) return;',
    replace: ') return;',
  },
  {
    name: 'apps: any height is followed',
    test,
    title: 'is followed in few',
    file: APP,
    find: 'Math.round(Math.min(MAX_HEIGHT_PX, ',
    replace: 'Math.round(Math.max(MIN_HEIGHT_PX, ',
  },
  {
    name: 'apps: any number of requests is under way',
    test,
    title: 'has few requests',
    file: HOST,
    find: 'if (pending >= MAX_PENDING)',
    replace: 'if (pending < 0)',
  },
  {
    name: 'apps: questions come without a press',
    test,
    title: 'asks nothing, and fills',
    file: ASKING,
    find: '      if (!isPressed())',
    replace: '      if (place.current === null)',
  },
  {
    name: 'apps: an app fills the panel without a press',
    test,
    title: 'asks nothing, and fills',
    file: LIVE,
    find: '(asking.isBusy() || !asking.isPressed())',
    replace: 'asking.isBusy()',
  },
  {
    name: 'apps: an app fills the panel over a question',
    test,
    title: 'covers no question',
    file: LIVE,
    find: '(asking.isBusy() || !asking.isPressed())',
    replace: '!asking.isPressed()',
    more: [
      { file: APP, find: "if (waiting > 0) showAs('inline');", replace: 'if (waiting > 0) {}' },
    ],
  },
  {
    name: 'apps: a question comes below an app that has all of the panel',
    test,
    title: 'gives way where',
    file: APP,
    find: "if (waiting > 0) showAs('inline');",
    replace: 'if (waiting > 0) {}',
  },
  {
    name: 'apps: an app moves the question below it',
    test,
    title: 'covers no question',
    file: APP,
    find: 'if (!isHeld) setHeight',
    replace: 'setHeight',
  },
  {
    name: 'apps: the app stays beside its own question',
    test,
    title: 'answers nothing by a button',
    file: 'src/ui/apps/apps.css',
    find: '  visibility: hidden;\n',
    replace: '',
  },
  {
    name: 'apps: the frame may reach every host',
    test,
    title: 'sends no word',
    file: POLICY,
    find: `list('connect-src', policy.connect.join(' ') || "'none'")`,
    replace: "'connect-src *'",
  },
  {
    name: 'apps: the frame loads what it likes',
    test,
    title: 'sends no word',
    file: POLICY,
    find: `"default-src 'none'",`,
    replace: '"default-src *",',
  },
  {
    name: 'apps: the frame shows pages of other hosts',
    test,
    title: 'sends no word',
    file: POLICY,
    find: `list('frame-src', policy.frame.join(' ') || "'none'")`,
    replace: "'frame-src *'",
  },
  {
    name: 'apps: the frame sends forms',
    test,
    title: 'sends no word',
    file: POLICY,
    find: `"form-action 'none'",`,
    replace: '',
    more: [
      {
        file: POLICY,
        find: `list('frame-src', policy.frame.join(' ') || "'none'")`,
        replace: "'frame-src *'",
      },
    ],
  },
  {
    name: 'apps: a frame with a host of its own calls other browsers',
    test,
    title: 'makes no call between',
    file: POLICY,
    find: '  return `(${',
    replace: "  return '' + `(webrtc);webrtc=allow,(${",
  },
  {
    name: 'apps: HTML of the page’s own tool reaches the network',
    test: own,
    title: 'reaches neither the page',
    file: POLICY,
    find: 'policy: { connect: [], ',
    replace: "policy: { connect: ['*'], ",
  },
  {
    name: 'apps: HTML of the page’s own tool asks for tools of a server',
    test: own,
    title: 'reaches neither the page',
    file: LIVE,
    find: 'digest === null ? null : { callTool',
    replace: '{ callTool',
  },
];
