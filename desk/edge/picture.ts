// A picture that somebody chose for a person, cut to a square and made small in the browser.

const SIZE_PX = 128;
const QUALITY = 0.85;

/** @returns a data: address; null where the file is no picture that this browser reads. */
export async function shrinkPicture(file: File, documentRef: Document): Promise<string | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const side = Math.min(bitmap.width, bitmap.height);
    const canvas = documentRef.createElement('canvas');
    canvas.width = SIZE_PX;
    canvas.height = SIZE_PX;
    const context = canvas.getContext('2d');
    if (context === null) return null;
    const left = (bitmap.width - side) / 2;
    const top = (bitmap.height - side) / 2;
    context.drawImage(bitmap, left, top, side, side, 0, 0, SIZE_PX, SIZE_PX);
    return canvas.toDataURL('image/jpeg', QUALITY);
  } catch {
    return null;
  }
}
