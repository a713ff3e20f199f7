// A QR code of an address, as one path of squares. Pure.

import { encode } from 'uqr';

export interface QrCode {
  /** Modules of a side, the quiet border of 4 on each side included. */
  size: number;
  /** Of an SVG whose unit is one module. */
  path: string;
}

const QUIET = 4;

export function drawQr(text: string): QrCode {
  const { data, size } = encode(text, { border: QUIET, ecc: 'M' });
  const rows = data.map((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  );
  return { size, path: rows.join('') };
}

/** The same as a file; black on white, whatever the desk's colours are, so that it can be read when it is printed. */
export function qrFile({ size, path }: QrCode): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`;
}
