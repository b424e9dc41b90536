import { describe, expect, it } from 'vitest';
import { sendable } from '@/lib/sent-text';
import type { Ack, RawCommand } from '@/outbox/command';
import type { StoredCommand } from '@/outbox/stored-command';
import { authorTag } from '@/reads/author-tag';
import { hasWords } from './actions';
import { overlaidPosts } from './overlay';
import { type Author, type Post, parsePost } from './schema';

const self: Author = { name: 'Camila', imageUrl: null, role: 'student', tag: 'eu' };
const row = (id: string, tag = 'outra'): Post => ({
  id,
  text: `texto ${id}`,
  cityId: null,
  styleId: null,
  createdAt: 1_000,
  author: { name: 'Ana', imageUrl: null, role: 'teacher', tag },
});
let seq = 0;
function command(kind: 'post.create' | 'post.remove', id: string, part: Partial<RawCommand> = {}) {
  seq += 1;
  const payload =
    kind === 'post.create'
      ? { post: { id, text: `meu ${id}`, city_id: null, dance_style_id: null } }
      : { postId: id, reason: null };
  return {
    id: `${kind}-${seq}`,
    kind,
    version: 1,
    entity: { table: 'posts', id },
    payload,
    base: null,
    userId: 'u',
    visitor: null,
    createdAt: 2_000,
    status: 'queued',
    attempts: 0,
    dueAt: 0,
    error: null,
    ack: null,
    seq,
    ...part,
  } as StoredCommand;
}
const ack = (at: number, settled = false): Ack => ({ version: 7, answer: {}, at, settled });
const ids = (posts: readonly { id: string }[]) => posts.map(({ id }) => id);

describe('the Mural with the posts of this phone', () => {
  it('shows new own posts at once, newest first, above all others', () => {
    const shown = overlaidPosts([row('a')], [command('post.create', 'x'), command('post.create', 'y')], self);
    expect(ids(shown)).toEqual(['y', 'x', 'a']);
    expect(shown[0]).toMatchObject({ text: 'meu y', isMine: true, isStored: false, author: self });
    expect(shown[2]).toMatchObject({ isMine: false, isStored: true, write: null });
  });

  it('shows a delivered post once, before and after the replica holds it', () => {
    const sent = command('post.create', 'x', { status: 'delivered', ack: ack(5_000) });
    expect(overlaidPosts([], [sent], self)).toMatchObject([{ id: 'x', isStored: true, write: sent }]);
    expect(overlaidPosts([row('x', 'eu')], [sent], self)).toMatchObject([
      { id: 'x', text: 'texto x', isMine: true, write: sent },
    ]);
    const settled = { ...sent, ack: ack(5_000, true) };
    expect(overlaidPosts([], [settled], self)).toEqual([]);
  });

  it('keeps a refused post with its reason', () => {
    const refused = command('post.create', 'x', { status: 'rejected' });
    expect(overlaidPosts([], [refused], self)).toMatchObject([{ id: 'x', write: { status: 'rejected' } }]);
  });

  it('hides a removed post, and shows it again when the removal is refused', () => {
    const remove = command('post.remove', 'a');
    expect(overlaidPosts([row('a', 'eu')], [remove], self)).toEqual([]);
    const refused = { ...remove, status: 'rejected' } as StoredCommand;
    expect(overlaidPosts([row('a', 'eu')], [refused], self)).toMatchObject([{ id: 'a', write: refused }]);
  });

  it('never brings back a post that was removed before the replica held it', () => {
    const create = command('post.create', 'x', { status: 'delivered', ack: ack(5_000) });
    const remove = command('post.remove', 'x', { status: 'delivered', ack: ack(6_000) });
    expect(overlaidPosts([], [create, remove], self)).toEqual([]);
  });

  it('shows no post as a visitor’s own', () => {
    expect(overlaidPosts([row('a', '')], [command('post.create', 'x')], null)).toMatchObject([
      { id: 'a', isMine: false },
    ]);
  });
});

describe('a post of the replica', () => {
  const data = {
    text: 'Oi',
    author_name: 'Ana',
    author_tag: 't',
    author_role: 'capataz',
    author_image_url: '',
    city_id: null,
    style_id: 's',
    created_at: '2026-11-21T12:00:00.000Z',
  };
  const content = (more: object = {}) => ({
    id: 'p',
    kind: 'post',
    slug: null,
    sort_key: '1',
    updated_at: '2026-11-21T12:00:00Z',
    data: { ...data, ...more },
  });

  it('is read; a role that this release does not know gets no label', () => {
    expect(parsePost(content())).toEqual({
      id: 'p',
      text: 'Oi',
      cityId: null,
      styleId: 's',
      createdAt: Date.parse('2026-11-21T12:00:00Z'),
      author: { name: 'Ana', tag: 't', imageUrl: null, role: 'student' },
    });
  });

  it.each([{ text: 7 }, { author_name: null }, { created_at: 'ontem' }])('is invalid with %j', (more) => {
    expect(() => parsePost(content(more))).toThrow(TypeError);
  });
});

describe('typed text', () => {
  it('is sent without characters that the database refuses', () => {
    expect(sendable(' a\r\nb\u0000\u000bc\t ')).toBe('a\nbc');
  });

  it('must contain a visible character', () => {
    expect([' ', '\u200b\u2060', '\n\t'].map(hasWords)).toEqual([false, false, false]);
    expect(['💃', 'a', '?'].map(hasWords)).toEqual([true, true, true]);
  });
});

it('an author’s tag equals the server’s', async () => {
  expect(await authorTag('00000000-0000-4000-8000-0000000000B1')).toBe(
    await authorTag('00000000-0000-4000-8000-0000000000b1'),
  );
  expect(await authorTag('00000000-0000-4000-8000-0000000000b1')).toMatch(/^[0-9a-f]{32}$/);
});
