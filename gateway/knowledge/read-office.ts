// Word, Excel and PowerPoint files as text. They are ZIPs of XML: what is needed of one is unpacked here, within limits, and
// only that is handed on; pictures, macros and what hides behind false sizes are not. Runs in the thread that reads.

import { TAKEN } from './file-kind.ts';
import { textOfRows } from './read-rows.ts';
import { UnreadableFile } from './unreadable-file.ts';

const MAX_ENTRIES = 5000;
/** Of all XML that one file unpacks to. */
const MAX_UNPACKED = 48 * 1024 * 1024;
const XML = /^(?:\[Content_Types\]\.xml|.*\.(?:xml|rels))$/;

type Parts = Record<string, Uint8Array>;

export interface OfficeText {
  /** Of Word: HTML, with its headings, lists and tables. */
  html?: string;
  text?: string;
}

/** @throws UnreadableFile */
export async function readOffice(bytes: Uint8Array): Promise<OfficeText> {
  const parts = await unpack(bytes);
  if ('word/document.xml' in parts) return { html: await readWord(parts) };
  if ('xl/workbook.xml' in parts) return { text: await readWorkbook(parts) };
  if ('ppt/presentation.xml' in parts) return { text: await readSlides(parts) };
  throw new UnreadableFile(`is an archive without a document in it: ${TAKEN}`);
}

/** fflate writes each part into a room of the size that was declared for it: a part can't be larger than it says. */
async function unpack(bytes: Uint8Array): Promise<Parts> {
  const { unzipSync } = await import('fflate');
  let entries = 0;
  let unpacked = 0;
  let parts: Parts;
  try {
    parts = unzipSync(bytes, {
      filter({ name, originalSize }) {
        entries += 1;
        if (entries > MAX_ENTRIES) throw new UnreadableFile('has too many parts to be read');
        if (!XML.test(name)) return false;
        unpacked += originalSize;
        if (unpacked > MAX_UNPACKED) throw new UnreadableFile('takes too much memory to read');
        return true;
      },
    });
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw broken();
  }
  for (const part of Object.values(parts)) {
    // Office writes none; they are for those who name things that grow as they are read.
    const view = Buffer.from(part.buffer, part.byteOffset, part.length);
    if (view.includes('<!DOCTYPE')) throw broken();
  }
  return parts;
}

const broken = () => new UnreadableFile('is no Word, Excel or PowerPoint file that can be read');

/** Packed anew of the parts that were looked at, for libraries that unpack by themselves. */
async function packed(parts: Parts): Promise<Buffer> {
  const { zipSync } = await import('fflate');
  return Buffer.from(zipSync(parts, { level: 0 }));
}

async function readWord(parts: Parts): Promise<string> {
  const { default: mammoth } = await import('mammoth');
  try {
    const buffer = await packed(parts);
    const { value } = await mammoth.convertToHtml({ buffer }, { externalFileAccess: false });
    return value;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw broken();
  }
}

async function readWorkbook(parts: Parts): Promise<string> {
  const { default: readSheets } = await import('read-excel-file/node');
  try {
    const sheets = await readSheets(await packed(parts));
    return sheets
      .flatMap(({ sheet, data }) => {
        const text = textOfRows(data.map((row) => row.map(cellText)));
        return text === '' ? [] : [`## ${sheet}\n\n${text}`];
      })
      .join('\n\n');
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw broken();
  }
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (!(cell instanceof Date)) return String(cell);
  const day = cell.toISOString();
  return day.endsWith('T00:00:00.000Z') ? day.slice(0, 10) : day.slice(0, 16).replace('T', ' ');
}

async function readSlides(parts: Parts): Promise<string> {
  const { XMLParser } = await import('fast-xml-parser');
  const parser = new XMLParser({ preserveOrder: true, parseTagValue: false, trimValues: false });
  const numberOf = (name: string) => Number.parseInt(name.slice('ppt/slides/slide'.length), 10);
  const inFolder = (pattern: RegExp) =>
    Object.keys(parts)
      .filter((name) => pattern.test(name))
      .toSorted((a, b) => numberOf(a) - numberOf(b));
  const read = (name: string) => {
    try {
      return paragraphsOf(parser.parse(new TextDecoder().decode(parts[name])));
    } catch (error) {
      if (error instanceof RangeError) throw error;
      throw broken();
    }
  };
  return inFolder(/^ppt\/slides\/slide\d+\.xml$/)
    .flatMap((name) => {
      const lines = read(name);
      return lines.length === 0 ? [] : [`## Slide ${numberOf(name)}\n\n${lines.join('\n\n')}`];
    })
    .join('\n\n');
}

/** The words of each `a:p`. */
function paragraphsOf(nodes: unknown): string[] {
  const found: string[] = [];
  const words = (node: unknown): string => {
    if (!isNode(node)) return '';
    return Object.entries(node)
      .map(([name, children]) => {
        if (name === '#text') return '';
        if (name === 'a:br') return ' ';
        if (!Array.isArray(children)) return '';
        return name === 'a:t' ? children.map(textIn).join('') : children.map(words).join('');
      })
      .join('');
  };
  const look = (list: unknown) => {
    if (!Array.isArray(list)) return;
    for (const node of list) {
      if (!isNode(node)) continue;
      for (const [name, children] of Object.entries(node)) {
        if (name !== 'a:p') look(children);
        else {
          const line = words({ children }).trim();
          if (line !== '') found.push(line);
        }
      }
    }
  };
  look(nodes);
  return found;
}

const isNode = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textIn = (node: unknown): string =>
  isNode(node) && typeof node['#text'] === 'string' ? node['#text'] : '';
