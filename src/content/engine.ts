// What is loaded when the first answer needs it: marked, DOMPurify and all that draws with them.

export { createMarkdownView } from './markdown-view.ts';
