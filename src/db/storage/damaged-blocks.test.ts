/** Blocks with two damages: a compressed text's own checksum may not see them. */
import { expect, test } from 'vitest';
import type { NamedRow } from '@/db/rows/public-rows';
import { asBlock, type Inside, readBlock } from './blocks';
import { toDocument } from './documents';
import { hashOf, pack } from './pack';

const row = (n: number, name = `Cidade ${n}`) =>
  toDocument<NamedRow>({ deleted: false, xid: 1, row: { id: `city-${n}`, name, active: true } }, 0);
const rows = Array.from({ length: 128 }, (_, n) => row(n));
const keys = Uint32Array.from(rows, ({ id }) => hashOf(id));

/** Numbers that only look random: each run builds the same cases. */
function* numbers(): Generator<number, never> {
  for (let n = 20_261_127; ; ) {
    n = (Math.imul(n, 1_664_525) + 1_013_904_223) >>> 0;
    yield n >>> 8;
  }
}

const flipped = (text: string, at: number, bit: number) => {
  const place = at % text.length;
  const code = text.charCodeAt(place) ^ (1 << (bit % 8));
  return text.slice(0, place) + String.fromCharCode(code) + text.slice(place + 1);
};

test('no block of two thousand with two damages is taken for a whole one', async () => {
  const block = await asBlock('block-0', rows);
  const other = await asBlock('block-1', [row(7, 'Outra'), ...rows.slice(1)]);
  expect(await readBlock(block as Inside, keys)).toHaveLength(rows.length);
  const source = numbers();
  const next = () => source.next().value;
  for (let built = 0; built < 2_000; built += 1) {
    const [first, second] = [next(), next()];
    let text = flipped(flipped(block.text, first, next()), second, next());
    if (built % 4 === 1) text = flipped(block.text.slice(0, -1 - (second % 40)), first, next());
    if (built % 4 === 2) text = flipped(other.text, first, next());
    if (text === block.text) continue;
    expect(await readBlock({ ...block, text } as Inside, keys), `case ${built}`).toBeNull();
  }
});

test('a text that is whole for itself, but another than was stored, counts as damaged', async () => {
  const block = await asBlock('block-0', rows);
  const changed = await pack([row(0, 'Cidade ñ'), ...rows.slice(1)]);
  expect(await readBlock({ ...block, text: changed.text } as Inside, keys)).toBeNull();
});
