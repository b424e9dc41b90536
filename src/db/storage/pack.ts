/**
 * Many documents as one compressed text: their fields in columns, so that names of fields are written once and values
 * that are alike lie together.
 */
import type { Row } from '@/db/rows/collections';
import { type Documents, fresh } from './documents';

/** How a block's text was made; absent in browsers that cannot compress: then it is the JSON itself. */
export type Form = 'deflate';

export interface Packed {
  form?: Form;
  text: string;
  /** Of the text: two damages may leave a compressed text's own checksum as it was. */
  sum: number;
}

interface Columns {
  count: number;
  /** The places of tombstones. */
  gone: number[];
  columns: Record<string, unknown[]>;
  /** The places of documents without the field. */
  lacking: Record<string, number[]>;
}

const FORM: Form = 'deflate';

export async function pack<R extends Row>(documents: readonly Documents<R>[]): Promise<Packed> {
  const json = JSON.stringify(columnsOf(documents));
  if (!canCompress()) return { text: json, sum: hashOf(json) };
  const packed = new Blob([json]).stream().pipeThrough(new CompressionStream(FORM));
  const text = textOf(new Uint8Array(await new Response(packed).arrayBuffer()));
  return { form: FORM, text, sum: hashOf(text) };
}

const canCompress = () =>
  typeof CompressionStream !== 'undefined' && typeof DecompressionStream !== 'undefined';

/** Throws for a damaged text, which its checksum tells, and for one of an unknown form. */
export async function unpack<R extends Row>({ form, text, sum }: Packed): Promise<Documents<R>[]> {
  if (sum !== hashOf(text)) throw new TypeError('A damaged block');
  if (form === undefined) return documentsOf(JSON.parse(text) as Columns);
  const unpacked = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream(form));
  return documentsOf((await new Response(unpacked).json()) as Columns);
}

function columnsOf<R extends Row>(documents: readonly Documents<R>[]): Columns {
  const columns: Columns['columns'] = {};
  const lacking: Columns['lacking'] = {};
  const gone: number[] = [];
  for (const [place, document] of documents.entries()) {
    const { _deleted, _meta, _rev, _attachments, ...fields } = document;
    if (_deleted) gone.push(place);
    for (const [field, value] of Object.entries(fields)) {
      columns[field] ??= [];
      if (value !== undefined) columns[field][place] = value;
    }
  }
  for (const [field, values] of Object.entries(columns)) {
    const places = [...documents.keys()].filter((place) => !(place in values));
    if (places.length > 0) lacking[field] = places;
    // JSON has no gaps.
    for (const place of places) values[place] = null;
  }
  return { count: documents.length, gone, columns, lacking };
}

function documentsOf<R extends Row>({ count, gone, columns, lacking }: Columns): Documents<R>[] {
  const isGone = new Set(gone);
  const documents = Array.from({ length: count }, () => ({}) as Record<string, unknown>);
  for (const [field, values] of Object.entries(columns)) {
    const isLacking = new Set(lacking[field]);
    for (const [place, document] of documents.entries())
      if (!isLacking.has(place)) document[field] = values[place];
  }
  return documents.map((document, place) => ({ ...document, ...fresh(isGone.has(place)) })) as Documents<R>[];
}

/** FNV-1a: tells damaged texts and different ids apart. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Characters at once: a call takes only so many arguments. */
const AT_ONCE = 8_192;

/** Bytes as a text of one character each: browsers store such a text in as many bytes, and RxDB keeps only JSON. */
export function textOf(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += AT_ONCE)
    parts.push(String.fromCharCode(...bytes.subarray(from, from + AT_ONCE)));
  return parts.join('');
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
