// Where the documents' site reads and writes.

import { dirname, join } from 'node:path';

export const DOCS = dirname(import.meta.dirname);
export const ROOT = dirname(DOCS);
/** The site's pages as the site's tool reads them. Made anew by prepare.ts; not kept in the repository. */
export const CONTENT = join(DOCS, 'site/content/docs');
/** What the site serves as it is: the widget, pictures, each page as plain Markdown. Made anew as well. */
export const PUBLIC = join(DOCS, '.public');
/** Pictures of the panel, made by the gallery. Not kept in the repository. */
export const PICTURES = join(DOCS, '.pictures');
/** The built site. */
export const OUT = join(DOCS, 'dist');
