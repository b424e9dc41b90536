/** The library of steps: publishing by admins, and the allowed videos. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { videoUrlError } from '../../../src/lib/video-url.ts';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { Phone } from '../support/phone.ts';

let database: TestDatabase;
let admin: string;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin' });
});
afterAll(() => database.close());

const asAdmin = (statement: string, params: unknown[]) =>
  database.as('authenticated', admin, (tx) => tx.query(statement, params));

async function write(fields: { name?: string; level?: string; video?: string | null } = {}): Promise<string> {
  const id = randomUUID();
  await asAdmin(
    `insert into public.dance_steps (id, name, dance_style_id, level, description, video_url, position, is_published)
     select $1, $2, s.id, $3, 'Como se faz este passo', $4, 20, true
     from public.dance_styles s where s.name = 'Forró'`,
    [id, fields.name ?? `Passo ${id}`, fields.level ?? 'iniciante', fields.video ?? null],
  );
  return id;
}

describe('a step', () => {
  it('reaches phones while it is published, easier ones first', async () => {
    const phone = new Phone(database, 'pull_content');
    await phone.sync();
    const hard = await write({ level: 'avançado' });
    const easy = await write({ name: 'Base Lateral', video: 'https://youtu.be/dQw4w9WgXcQ' });
    await phone.sync();
    const row = phone.rows.get(easy);
    const [style] = await database.query<{ id: string }>(
      `select id from public.dance_styles where name = 'Forró'`,
    );
    expect(row).toMatchObject({ kind: 'step', slug: null });
    expect(row?.data).toEqual({
      name: 'Base Lateral',
      style_id: style?.id,
      level: 'iniciante',
      description: 'Como se faz este passo',
      video_url: 'https://youtu.be/dQw4w9WgXcQ',
    });
    expect(String(row?.sort_key) < String(phone.rows.get(hard)?.sort_key)).toBe(true);
    await asAdmin('update public.dance_steps set is_published = false where id = $1', [easy]);
    expect(await phone.sync()).toMatchObject([{ id: easy, _deleted: true, data: null }]);
    await asAdmin('update public.dance_steps set is_published = true where id = $1', [easy]);
    expect(await phone.sync()).toMatchObject([{ id: easy, _deleted: false }]);
    await asAdmin('delete from public.dance_steps where id = $1', [easy]);
    expect(await phone.sync()).toMatchObject([{ id: easy, _deleted: true }]);
  });

  it('has one of three levels, and its name once in a style', async () => {
    expect(await sqlState(() => write({ level: 'mestre' }))).toBe('23514');
    await write({ name: 'Giro da Dama' });
    expect(await sqlState(() => write({ name: 'giro  da dama' }))).toBe('23505');
  });

  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', true],
    ['https://m.youtube.com/watch?list=abc&v=dQw4w9WgXcQ&t=3', true],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ', true],
    ['https://youtube.com/shorts/abc123', true],
    ['https://youtube.com/clip/abc123', true],
    ['https://youtu.be/dQw4w9WgXcQ', true],
    ['https://www.instagram.com/p/abc123/', true],
    ['https://www.instagram.com/reel/abc123/?igsh=1', true],
    ['https://vimeo.com/1', false],
    ['https://youtube.com.evil.com/watch?v=dQw4w9WgXcQ', false],
    ['https://youtube.com@evil.com/watch?v=dQw4w9WgXcQ', false],
    ['https://youtube.com/watch', false],
    ['https://www.instagram.com/alguem/', false],
    ['javascript:alert(1)//youtube.com/watch?v=abc123', false],
  ])('with the video %s: %s, as the phone says', async (video, taken) => {
    expect(await sqlState(() => write({ video }))).toBe(taken ? null : '23514');
    expect(videoUrlError(video) === null).toBe(taken);
  });
});
