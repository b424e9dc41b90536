import { afterEach, expect, test, vi } from 'vitest';
import { dayNumber } from '@/db/rows/listed-checks';
import { encodeRecord } from '@/db/search/encode-record';
import { forgetServerClock } from '@/lib/server-clock';
import { applyMessage } from '@/sync/apply-message';
import { CatalogStore } from './catalog';
import { ContentStore } from './content';

const DAY = 86_400_000;
const TRUE = Date.UTC(2026, 10, 26, 15);

afterEach(() => {
  vi.useRealTimers();
  forgetServerClock();
});

test('a phone that is a year fast finds teachers whose checks still hold, once the server said its time', async () => {
  vi.useFakeTimers({ now: TRUE + 365 * DAY, toFake: ['Date'] });
  const record = await encodeRecord(
    [
      {
        id: '00000000-0000-4000-8000-000000000001',
        folded: 'ana',
        isHighlighted: false,
        slug: 'ana',
        cityId: '00000000-0000-4000-8000-000000001000',
        styleIds: ['00000000-0000-4000-8000-000000002000'],
        flags: 0,
        slots: 0,
        offers: 0,
        area: '',
        checks: '',
        end: dayNumber(TRUE + 30 * DAY),
        face: ['Ana', null, null, 'Olá', null, 0],
      },
    ],
    { epoch: 'e', checkpoint: null, cities: [], danceStyles: [], builtAt: 1 },
  );
  const catalog = new CatalogStore();
  const told = vi.fn();
  catalog.subscribe(told);
  catalog.setRecord(record, true);
  const found = () => catalog.get().index.search({ name: '', cityIds: null, styleIds: null }, 0, 12).total;
  expect(found()).toBe(0);
  told.mockClear();
  applyMessage({ type: 'clock', ahead: -365 * DAY }, catalog, new ContentStore());
  expect(told).toHaveBeenCalledTimes(1);
  expect(found()).toBe(1);
});
