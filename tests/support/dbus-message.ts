/**
 * D-Bus messages as far as notifications need them (D-Bus specification 0.43, "Marshaling" and
 * "Message Protocol").
 */

export interface Message {
  /** 1 method call, 2 reply, 3 error, 4 signal. */
  type: number;
  flags: number;
  serial: number;
  member: string;
  destination: string;
  body: unknown[];
}

export interface Outgoing {
  type: number;
  serial: number;
  replySerial?: number;
  destination?: string;
  sender?: string;
  path?: string;
  interface?: string;
  member?: string;
  error?: string;
  signature?: string;
  body?: unknown[];
}

const FIELDS = {
  path: 1,
  interface: 2,
  member: 3,
  error: 4,
  replySerial: 5,
  destination: 6,
  sender: 7,
  signature: 8,
};
const FIELD_TYPES: Record<number, string> = { 1: 'o', 5: 'u', 8: 'g', 9: 'u' };
const ALIGNED: Record<string, number> = { y: 1, g: 1, v: 1, n: 2, q: 2, x: 8, t: 8, d: 8, '(': 8, '{': 8 };

const alignmentOf = (type: string) => ALIGNED[type[0] ?? ''] ?? 4;
const padded = (offset: number, to: number) => Math.ceil(offset / to) * to;

/** The complete types of a signature. */
function typesOf(signature: string): string[] {
  const types: string[] = [];
  for (let at = 0; at < signature.length; ) {
    const end = endOf(signature, at);
    types.push(signature.slice(at, end));
    at = end;
  }
  return types;
}

function endOf(signature: string, at: number): number {
  if (signature[at] === 'a') return endOf(signature, at + 1);
  if (signature[at] !== '(' && signature[at] !== '{') return at + 1;
  let depth = 0;
  for (let end = at; end < signature.length; end++) {
    if ('({'.includes(signature[end] ?? '')) depth += 1;
    else if (')}'.includes(signature[end] ?? '') && --depth === 0) return end + 1;
  }
  return signature.length;
}

class Reading {
  constructor(
    private readonly bytes: Buffer,
    public at: number,
  ) {}

  values(signature: string): unknown[] {
    return typesOf(signature).map((type) => this.value(type));
  }

  value(type: string): unknown {
    this.at = padded(this.at, alignmentOf(type));
    if (type === 'y') return this.bytes[this.at++];
    if (type === 'g') return this.text(this.bytes[this.at++] ?? 0);
    if (type === 's' || type === 'o') return this.text(this.number(4));
    if (type === 'v') return this.value(String(this.value('g')));
    if (type.startsWith('a')) return this.array(type.slice(1));
    if (type.startsWith('(') || type.startsWith('{')) return this.values(type.slice(1, -1));
    return this.number(alignmentOf(type));
  }

  private array(type: string): unknown[] {
    const length = this.number(4);
    this.at = padded(this.at, alignmentOf(type));
    const end = this.at + length;
    const values: unknown[] = [];
    while (this.at < end) values.push(this.value(type));
    return values;
  }

  private text(length: number): string {
    const text = this.bytes.toString('utf8', this.at, this.at + length);
    this.at += length + 1;
    return text;
  }

  /** Eight-byte numbers are read but not used. */
  private number(size: number): number {
    const value = size === 2 ? this.bytes.readUInt16LE(this.at) : this.bytes.readUInt32LE(this.at);
    this.at += size;
    return value;
  }
}

class Writing {
  bytes = Buffer.alloc(0);

  align(to: number): void {
    this.add(Buffer.alloc(padded(this.bytes.length, to) - this.bytes.length));
  }

  values(signature: string, values: readonly unknown[]): void {
    for (const [n, type] of typesOf(signature).entries()) this.value(type, values[n]);
  }

  value(type: string, value: unknown): void {
    this.align(alignmentOf(type));
    if (type === 'y') this.add(Buffer.from([Number(value)]));
    else if (type === 'u' || type === 'b') this.number(Number(value));
    else if (type === 'g') this.add(Buffer.concat([Buffer.from([String(value).length]), this.text(value)]));
    else if (type === 's' || type === 'o') {
      const text = this.text(value);
      this.number(text.length - 1);
      this.add(text);
    } else if (type === 'as' && Array.isArray(value)) {
      const list = new Writing();
      for (const one of value) list.value('s', one);
      this.number(list.bytes.length);
      this.add(list.bytes);
    } else throw new Error(`Nothing of type ${type} is sent here`);
  }

  private text(value: unknown): Buffer {
    return Buffer.from(`${value}\0`);
  }

  add(more: Buffer): void {
    this.bytes = Buffer.concat([this.bytes, more]);
  }

  private number(value: number): void {
    const four = Buffer.alloc(4);
    four.writeUInt32LE(value);
    this.add(four);
  }
}

export function encodeMessage(message: Outgoing): Buffer {
  const body = new Writing();
  body.values(message.signature ?? '', message.body ?? []);
  const fields = new Writing();
  for (const [name, code] of Object.entries(FIELDS)) {
    const value = message[name as keyof typeof FIELDS];
    if (value === undefined) continue;
    const type = FIELD_TYPES[code] ?? 's';
    fields.align(8);
    fields.value('y', code);
    fields.value('g', type);
    fields.value(type, value);
  }
  const whole = new Writing();
  whole.add(Buffer.from(['l'.charCodeAt(0), message.type, 0, 1]));
  whole.value('u', body.bytes.length);
  whole.value('u', message.serial);
  whole.value('u', fields.bytes.length);
  whole.add(fields.bytes);
  whole.align(8);
  whole.add(body.bytes);
  return whole.bytes;
}

/** Turns a stream of bytes into messages. */
export class MessageReader {
  private bytes = Buffer.alloc(0);

  push(more: Buffer): void {
    this.bytes = Buffer.concat([this.bytes, more]);
  }

  take(): Message[] {
    const messages: Message[] = [];
    while (this.bytes.length >= 16) {
      const start = padded(16 + this.bytes.readUInt32LE(12), 8);
      const end = start + this.bytes.readUInt32LE(4);
      if (this.bytes.length < end) break;
      messages.push(decode(this.bytes.subarray(0, end), start));
      this.bytes = this.bytes.subarray(end);
    }
    return messages;
  }
}

function decode(bytes: Buffer, bodyAt: number): Message {
  const fields = new Map(new Reading(bytes, 12).value('a(yv)') as [number, unknown][]);
  const text = (code: number) => String(fields.get(code) ?? '');
  return {
    ...{ type: bytes[1] ?? 0, flags: bytes[2] ?? 0, serial: bytes.readUInt32LE(8) },
    ...{ member: text(FIELDS.member), destination: text(FIELDS.destination) },
    body: new Reading(bytes, bodyAt).values(text(FIELDS.signature)),
  };
}
