// A picture or a file of a message, as far as it came with it: nothing is fetched.

import type { DocumentBlock, ImageBlock } from '../../../src/protocol/index.ts';
import type { View } from '../view.ts';

/** Formats that are pictures and nothing else; SVG is a document with scripts. */
const PICTURE_TYPE = /^image\/(png|jpeg|gif|webp|avif)$/;

export function Attached({ view, block }: { view: View; block: ImageBlock | DocumentBlock }) {
  const { t } = view;
  const { source } = block;
  const given = block.type === 'image' ? block.alt : block.title;
  const name = given === undefined || given === '' ? t('attachment') : given;
  if (source.type === 'url') {
    return (
      <p class="file" dir="auto">
        {name}
      </p>
    );
  }
  const isPicture = source.type === 'base64' && PICTURE_TYPE.test(source.media_type);
  return (
    <figure class="file">
      {isPicture && (
        <img
          class="sent-picture"
          src={`data:${source.media_type};base64,${source.data.replace(/\s/g, '')}`}
          alt={name}
        />
      )}
      <figcaption>
        <span dir="auto">{name}</span>{' '}
        <button type="button" class="plain" onClick={() => save(view, name, source)}>
          {t('saveFile')}
          <span class="hidden"> {name}</span>
        </button>
      </figcaption>
    </figure>
  );
}

/** Without a media type, so that no browser shows the file as a page of the desk's origin. */
function save(
  view: View,
  name: string,
  source: Exclude<DocumentBlock['source'], { type: 'url' }>,
): void {
  const type = 'application/octet-stream';
  const bytes =
    source.type === 'text'
      ? source.data
      : Uint8Array.from(atob(source.data.replace(/\s/g, '')), (char) => char.charCodeAt(0));
  view.download(name.replace(/[\\/:*?"<>|]/g, '_'), new Blob([bytes], { type }));
}
