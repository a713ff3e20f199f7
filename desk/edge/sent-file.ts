// A file that somebody sends to a visitor, as the gateway takes it: a text file as text, a large picture made smaller, any other as it is.

/** As the gateway takes it with a message. */
export interface SentFile {
  title: string;
  source: { type: 'base64' | 'text'; media_type: string; data: string };
}

/** Base64 adds a third, and a request must stay under the gateway's 1 MiB. */
const MAX_BYTES = 700 * 1024;
const MAX_TITLE_CHARS = 200;
/** A picture of more bytes or pixels is drawn anew. */
const SMALL_BYTES = 300 * 1024;
const MAX_SIDE_PX = 1600;
const QUALITY = 0.85;
const TEXT_TYPE = /^text\/|^application\/(json|xml|x-ndjson|yaml)\b/;
const PICTURE_TYPE = /^image\/(png|jpeg|webp|avif|bmp)$/;

/** Null: it is empty, too large, or can't be read. */
export async function readSentFile(file: File, documentRef: Document): Promise<SentFile | null> {
  const title = file.name.slice(0, MAX_TITLE_CHARS) || 'file';
  try {
    const isLarge = PICTURE_TYPE.test(file.type) && file.size > SMALL_BYTES;
    const small = isLarge ? await shrink(file, documentRef) : null;
    const blob = small ?? file;
    if (blob.size === 0 || blob.size > MAX_BYTES) return null;
    const media_type = blob.type || 'application/octet-stream';
    if (TEXT_TYPE.test(media_type)) {
      return { title, source: { type: 'text', media_type, data: await blob.text() } };
    }
    return { title, source: { type: 'base64', media_type, data: await toBase64(blob) } };
  } catch {
    // The file was deleted, or its disk removed, since it was chosen.
    return null;
  }
}

async function shrink(file: File, documentRef: Document): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = documentRef.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const made = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
  return made !== null && made.size < file.size ? made : null;
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  // In slices, since a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(binary);
}
