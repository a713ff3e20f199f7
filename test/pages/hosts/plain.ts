// Pages without a library: old, careless and strict ones.

import { CONTENT, type HostPage, page } from '../host-page.ts';

export const PLAIN: HostPage = {
  name: 'a plain page',
  files: (tag) => ({ '/': page({ end: tag }) }),
};

export const PLAIN_PAGES: readonly HostPage[] = [
  {
    name: 'quirks mode, `<base>` and frames',
    files: (tag) => ({
      '/': page({
        doctype: '',
        head: '<base href="/elsewhere/" target="_top">',
        body: `<font size="7"><center>${CONTENT}</center></font>
          <iframe srcdoc="<p>An advertisement</p>" width="300" height="200"></iframe>`,
        bodyAttributes: 'bgcolor="#ffffcc" text="#990000" link="red"',
        end: tag,
      }),
    }),
  },
  {
    name: 'a sheet that resets and enlarges everything',
    files: (tag) => ({
      '/': page({
        head: `<style>
          *, *::before, *::after { all: unset !important; }
          html { font-size: 6px !important; line-height: 3; }
          body { transform: scale(0.9); filter: sepia(1); overflow: hidden; }
          button, dialog, textarea, div { display: none !important; opacity: 0.2 !important; }
          :host { display: none; } bellhop-host { color: red; font: 40px serif; }
        </style>`,
        end: tag,
      }),
    }),
  },
];
