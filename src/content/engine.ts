// The chunk that is loaded when the first answer needs it: marked, DOMPurify and the code that draws with them.

export { createMarkdownView } from './markdown-view.ts';
