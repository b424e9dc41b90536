import { createHash } from 'node:crypto';

/** The project's namespace for version 5 ids. */
const NAMESPACE = Buffer.from('5d2f3f0c8f5a4c0e9b7a1d6e2c4b8a90', 'hex');

/** Version 5 id of a name (RFC 9562 §5.5): the same name gives the same id on every machine. */
export function nameUuid(name: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(name, 'utf8').digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
