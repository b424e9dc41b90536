import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brCode, isCnpj, isCpf, type PixKey, pixKeysIn } from './pix';

/** Reads the fields of a BR Code as a bank does; throws when a length does not fit. */
function readFields(code: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < code.length; ) {
    const id = code.slice(at, at + 2);
    const length = Number(code.slice(at + 2, at + 4));
    const value = code.slice(at + 4, at + 4 + length);
    if (!/^[0-9]{2}$/.test(id) || fields.has(id) || value.length !== length) throw new Error(`field ${id}`);
    fields.set(id, value);
    at += 4 + length;
  }
  return fields;
}

/** The checksum by a table, apart from the code under test. */
const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x8000 ? (value << 1) ^ 0x1021 : value << 1;
  return value & 0xffff;
});

function checksum(text: string): string {
  const crc = [...new TextEncoder().encode(text)].reduce(
    (sum, byte) => ((sum << 8) ^ (TABLE[((sum >> 8) ^ byte) & 0xff] ?? 0)) & 0xffff,
    0xffff,
  );
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

function weighted(text: string, weights: number[]): string {
  const sum = weights.reduce((total, weight, at) => total + weight * (text.charCodeAt(at) - 48), 0);
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

const cpf = digits(9)
  .filter((base) => !/^(.)\1*$/.test(base))
  .map((base) => {
    const first = base + weighted(base, [10, 9, 8, 7, 6, 5, 4, 3, 2]);
    return first + weighted(first, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  });

const cnpj = fc
  .stringMatching(/^[0-9A-Z]{12}$/)
  .filter((base) => !/^(.)\1*$/.test(base))
  .map((base) => {
    const first = base + weighted(base, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
    return first + weighted(first, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  });

const typed: fc.Arbitrary<{ kind: PixKey['kind']; text: string; key: string }> = fc.oneof(
  cpf.map((key) => ({
    kind: 'cpf' as const,
    text: key.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4'),
    key,
  })),
  cnpj.map((key) => ({
    kind: 'cnpj' as const,
    text: key.toLowerCase().replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5'),
    key,
  })),
  fc.stringMatching(/^[1-9][0-9]9[0-9]{8}$/).map((phone) => ({
    kind: 'phone' as const,
    text: `+55 (${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`,
    key: `+55${phone}`,
  })),
  fc.stringMatching(/^[A-Za-z0-9._-]{1,30}@[A-Za-z0-9]{1,20}\.(com|com\.br)$/).map((email) => ({
    kind: 'email' as const,
    text: ` ${email} `,
    key: email.toLowerCase(),
  })),
  fc.uuid({ version: 4 }).map((key) => ({ kind: 'random' as const, text: key.toUpperCase(), key })),
);

describe('BR Code', () => {
  it('has the structure and the checksum of the Central Bank for keys of every kind', () => {
    fc.assert(
      fc.property(
        typed,
        fc.string({ maxLength: 80, unit: 'grapheme' }),
        fc.string({ maxLength: 40, unit: 'grapheme' }),
        fc.option(fc.integer({ min: 1, max: 99_999_99 }), { nil: undefined }),
        ({ kind, text, key }, name, city, cents) => {
          const found = pixKeysIn(text).find((one) => one.kind === kind);
          expect(found).toEqual({ kind, key });
          const code = brCode({ key: found as PixKey, name, city, cents });
          expect(code).toMatch(/^[\x20-\x7e]+$/);
          expect(code.slice(-4)).toBe(checksum(code.slice(0, -4)));
          const fields = readFields(code);
          expect([...fields.keys()]).toEqual(
            ['00', '26', '52', '53', '54', '58', '59', '60', '62', '63'].filter((id) => cents || id !== '54'),
          );
          expect(fields.get('00')).toBe('01');
          expect(readFields(fields.get('26') ?? '')).toEqual(
            new Map([
              ['00', 'br.gov.bcb.pix'],
              ['01', key],
            ]),
          );
          expect(fields.get('53')).toBe('986');
          expect(fields.get('58')).toBe('BR');
          if (cents) expect(Math.round(Number(fields.get('54')) * 100)).toBe(cents);
          expect(fields.get('59')).toMatch(/^[A-Za-z0-9][A-Za-z0-9 ]{0,24}$/);
          expect(fields.get('60')).toMatch(/^[A-Za-z0-9][A-Za-z0-9 ]{0,14}$/);
          expect(readFields(fields.get('62') ?? '')).toEqual(new Map([['05', '***']]));
        },
      ),
      { numRuns: process.env.TEST_FULL === '1' ? 10_000 : 1_000 },
    );
  });

  it('is the example of the Central Bank’s manual', () => {
    expect(
      brCode({
        key: { kind: 'random', key: '123e4567-e12b-12d1-a456-426655440000' },
        name: 'Fulano de Tal',
        city: 'BRASILIA',
      }),
    ).toBe(
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000' +
        '5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    );
  });
});

describe('Pix key', () => {
  it('of eleven digits can be a CPF and a phone number', () => {
    expect(pixKeysIn('27 9 9100-0059').map(({ kind }) => kind)).toContain('phone');
    const both = fc.sample(cpf, 2000).find((key) => /^[1-9][0-9]9/.test(key)) ?? '';
    expect(pixKeysIn(both).map(({ kind }) => kind)).toEqual(['cpf', 'phone']);
  });

  it.each([
    '',
    ' ',
    'Marina',
    '123',
    '111.111.111-11',
    '529.982.247-26',
    'a@b',
    'a b@c.com',
    '+1 415 555 0132',
  ])('is not %j', (text) => expect(pixKeysIn(text)).toEqual([]));

  it('of a document has right check digits', () => {
    expect(isCpf('52998224725')).toBe(true);
    expect(isCpf('52998224724')).toBe(false);
    expect(isCnpj('11222333000181')).toBe(true);
    // The Receita Federal's own example with letters.
    expect(isCnpj('12ABC34501DE35')).toBe(true);
    expect(isCnpj('12ABC34501DE34')).toBe(false);
  });
});
