import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveCalendarFile } from './calendar-file';
import { shareFile } from './file-to-device';

const file = new File(['BEGIN:VCALENDAR'], 'aulas.ics', { type: 'text/calendar' });
let downloads: string[] = [];

beforeEach(() => {
  downloads = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.download);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function device(canShare: boolean, share: () => Promise<void> = () => Promise.resolve()) {
  const spy = vi.fn<(data: ShareData) => Promise<void>>(share);
  vi.stubGlobal('navigator', { canShare: () => canShare, share: spy });
  return spy;
}

it('a device that shares such files gets the share sheet, any other a download', async () => {
  const share = device(true);
  await shareFile(file, { title: 'Aulas' });
  expect(share.mock.calls).toEqual([[{ files: [file], title: 'Aulas' }]]);
  expect(downloads).toEqual([]);
  device(false);
  await shareFile(file);
  vi.stubGlobal('navigator', {});
  await shareFile(file);
  expect(downloads).toEqual(['aulas.ics', 'aulas.ics']);
});

it('closing the sheet is no failure; a sheet that fails leaves the download', async () => {
  device(true, () => Promise.reject(new DOMException('closed', 'AbortError')));
  await shareFile(file);
  expect(downloads).toEqual([]);
  device(true, () => Promise.reject(new DOMException('refused', 'NotAllowedError')));
  await shareFile(file);
  expect(downloads).toEqual(['aulas.ics']);
});

it('a calendar file is shared on touch screens and downloaded with a mouse', async () => {
  const share = device(true);
  const pointer = (coarse: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: coarse }));
  pointer(true);
  await saveCalendarFile('BEGIN:VCALENDAR', 'baile');
  expect(share.mock.calls[0]?.[0].files?.map(({ name, type }) => [name, type])).toEqual([
    ['baile.ics', 'text/calendar'],
  ]);
  pointer(false);
  await saveCalendarFile('BEGIN:VCALENDAR', 'baile');
  expect(downloads).toEqual(['baile.ics']);
});
