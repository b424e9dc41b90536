import { expect, test } from 'vitest';
import { idsIn } from '@/db/search/all-listings';
import type { ListingEntry } from '@/db/search/entry';
import { SearchIndex } from '@/db/search/search-index';
import { HeldIndex } from './held-index';

const entry = (n: number, folded = `nome ${n}`): ListingEntry => ({
  id: `0000000${n}-0000-4000-8000-00000000000${n}`,
  folded,
  isHighlighted: false,
  slug: null,
  cityId: null,
  styleIds: [],
  flags: 0,
  slots: 0,
  offers: 0,
  area: '',
  checks: '',
  face: [folded, null, null, '', null, 0],
});

function indexOf(...entries: ListingEntry[]): SearchIndex {
  const index = new SearchIndex();
  index.apply(entries, []);
  return index;
}

const head = () => ({ epoch: 'one', checkpoint: null, cities: [], danceStyles: [], builtAt: 1 });
const names = (index: SearchIndex) => idsIn(index).map((id) => index.byId(id)?.folded);

/** Makes an index of what was stored when it was asked for, once it is let. */
function slow(...stored: ListingEntry[]) {
  let open: () => void = () => undefined;
  let times = 0;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const remake = async () => {
    times += 1;
    const index = indexOf(...stored);
    await gate;
    return index;
  };
  return { held: new HeldIndex(remake, () => undefined), open: () => open(), times: () => times };
}

test('a change that comes while the index is made again is in it, and two who need it have one made', async () => {
  const { held, open, times } = slow(entry(1), entry(2));
  held.release();
  expect(held.now).toBeNull();
  const reading = [held.read(), held.read()];
  held.apply({ entries: [entry(1, 'renomeada')], removed: [entry(2).id] });
  open();
  const [index, other] = await Promise.all(reading);
  expect(names(index as SearchIndex)).toEqual(['renomeada']);
  expect([other === index, held.now === index, times()]).toEqual([true, true, 1]);
});

test('an index that takes its place meanwhile stays', async () => {
  const { held, open } = slow(entry(1));
  held.release();
  const reading = held.read();
  const newer = indexOf(entry(3));
  held.replace(newer);
  open();
  expect([await reading, held.now]).toEqual([newer, newer]);
});

test('a record is made of a released index, tells what came meanwhile, and is not released before', async () => {
  const { held, open } = slow(entry(1));
  held.release();
  const making = held.snapshot(head);
  const change = { entries: [entry(2)], removed: [] };
  open();
  await held.read();
  held.apply(change);
  held.release();
  expect(held.now).not.toBeNull();
  const snapshot = await making;
  expect([snapshot?.record.count, snapshot?.later]).toEqual([1, [change]]);
  expect(names(held.now as SearchIndex).sort()).toEqual(['nome 1', 'nome 2']);
});
