import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { loadTeacher } from '../../scripts/load-teachers.ts';
import { bios, demoTeachers, randomFrom } from '../../scripts/load-texts.ts';

const teachers = (count: number) => Array.from({ length: count }, (_, at) => loadTeacher(at + 1));
const rows = teachers(2_000);

/** How many times smaller a gzip of these texts is. */
function ratioOf(texts: readonly string[]): number {
  const bytes = Buffer.from(texts.join('\n'));
  return bytes.length / gzipSync(bytes, { level: 9 }).length;
}

test('the same number gives the same teacher, another number another one', () => {
  expect(teachers(50)).toEqual(rows.slice(0, 50));
  const text = (seed: number) => bios.text(randomFrom(seed), 200);
  expect(text(7)).toBe(text(7));
  expect(text(7)).not.toBe(text(8));
  for (const of of ['id', 'slug', 'bio', 'email'] as const)
    expect(new Set(rows.map((row) => row[of])).size, of).toBe(rows.length);
});

test('ids are random ones in no order', () => {
  const ids = rows.map(({ id }) => id);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const rising = ids.filter((id, at) => at > 0 && id > (ids[at - 1] ?? '')).length;
  expect(rising / ids.length).toBeGreaterThan(0.45);
  expect(rising / ids.length).toBeLessThan(0.55);
});

test('biographies compress as those of the demo, many of them like much prose', () => {
  const real = ratioOf(demoTeachers.map(({ bio }) => bio));
  const some = ratioOf(rows.slice(0, demoTeachers.length).map(({ bio }) => bio));
  expect(some / real).toBeGreaterThan(0.93);
  expect(some / real).toBeLessThan(1.07);
  // A gzip of a whole Portuguese book is 2.6 to 2.9 times smaller than its text.
  expect(ratioOf(rows.map(({ bio }) => bio))).toBeLessThan(3);
});

test('teachers are varied, with pictures and checks of their own, and no real phone number', () => {
  const share = (of: (row: (typeof rows)[number]) => boolean) => rows.filter(of).length / rows.length;
  const mean = rows.reduce((sum, { bio }) => sum + bio.length, 0) / rows.length;
  expect(mean).toBeGreaterThan(220);
  expect(mean).toBeLessThan(290);
  expect(
    Math.max(...rows.map(({ bio, experience }) => Math.max(bio.length, experience.length))),
  ).toBeLessThan(1_000);
  expect(new Set(rows.map((row) => row.city)).size).toBe(10);
  expect(share(({ city }) => city === 'São Paulo')).toBeCloseTo(0.34, 1);
  expect(new Set(rows.flatMap((row) => row.styles)).size).toBeGreaterThan(30);
  expect(share(({ stars }) => stars === null)).toBeCloseTo(0.25, 1);
  expect(share(({ availability }) => availability !== null)).toBeCloseTo(0.4, 1);
  const pictures = rows.flatMap((row) => row.profile_image_url ?? []);
  expect(new Set(pictures).size).toBe(pictures.length);
  expect(pictures.length / rows.length).toBeCloseTo(0.85, 1);
  for (const { id, whatsapp, profile_image_url, checks = [], approved_at } of rows) {
    if (whatsapp !== null) expect(whatsapp).toMatch(/^\+55\d{2}90\d{7}$/);
    if (profile_image_url !== null) expect(profile_image_url).toContain(`/profile-images/${id}/`);
    for (const check of checks) expect(check.checked_at >= (approved_at ?? '')).toBe(true);
  }
  expect(new Set(rows.map(({ checks }) => checks?.map(({ kind }) => kind).join())).size).toBeGreaterThan(15);
});
