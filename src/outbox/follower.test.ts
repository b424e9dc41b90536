import { describe, expect, it } from 'vitest';
import type { Ack, RawCommand } from './command';
import type { KindName, PayloadOf } from './commands/kinds';
import { arrivedLate, settledAmong } from './follower';
import type { Held, Table } from './kind';
import type { StoredCommand } from './stored-command';

const NOTHING: Held = {
  profile: null,
  unread: null,
  requests: null,
  lessons: null,
  paymentKeys: null,
  notebook: null,
  alerts: null,
  evaluations: null,
  marks: null,
  posts: null,
};
const holding = (part: Partial<Held>) => ({ held: () => ({ ...NOTHING, ...part }) });
const ack = (version: number, at = 5_000): Ack => ({ version, answer: {}, at, settled: false });

let seq = 0;
function command<K extends KindName>(
  kind: K,
  table: Table,
  id: string,
  payload: PayloadOf<K>,
  part: Partial<RawCommand> = {},
): StoredCommand {
  seq += 1;
  const raw: RawCommand = {
    seq,
    id: `c${seq}`,
    kind,
    version: 1,
    entity: { table, id },
    payload,
    base: null,
    userId: 'ana',
    visitor: null,
    createdAt: 0,
    status: 'delivered',
    attempts: 1,
    dueAt: 0,
    error: null,
    ack: ack(9),
    ...part,
  };
  return raw as StoredCommand;
}

describe('an overlay goes once the replica has caught up', () => {
  it('with a lesson request: when its row has reached the version', () => {
    const payload = { requestId: 'r1', answer: 'accept', reason: null } as const;
    const accept = command('lesson_request.answer', 'lesson_requests', 'r1', payload);
    expect(settledAmong([accept], holding({}))).toEqual([]);
    expect(settledAmong([accept], holding({ requests: new Map([['r1', 8]]) }))).toEqual([]);
    expect(settledAmong([accept], holding({ requests: new Map() }))).toEqual([]);
    expect(settledAmong([accept], holding({ requests: new Map([['r1', 9]]) }))).toEqual([accept.id]);
  });

  it('with favourites and blocks: when all of them are here up to the version', () => {
    const like = (id: string, part?: Partial<RawCommand>) =>
      command('favourite.set', 'favourites', id, { teacherId: id, wanted: true, wishedAt: '' }, part);
    const wishes = [like('lia'), like('rui', { ack: ack(11) }), like('eva', { ack: null, status: 'queued' })];
    const block = { personId: 'rui', name: 'Rui', wanted: false, wishedAt: '' };
    const off = command('block.set', 'blocks', 'rui', block);
    expect(settledAmong([...wishes, off], holding({ marks: 8 }))).toEqual([]);
    expect(settledAmong([...wishes, off], holding({ marks: 10 }))).toEqual([wishes[0]?.id, off.id]);
  });

  it('with an evaluation: when the one of its request is here, whatever its id', () => {
    const evaluation = { id: 'e1', lesson_request_id: 'r1', rating: 4, comment: null, is_anonymous: false };
    const save = command('evaluation.save', 'lesson_evaluations', 'e1', { evaluation });
    expect(settledAmong([save], holding({ evaluations: new Map([['r1', 5]]) }))).toEqual([]);
    expect(settledAmong([save], holding({ evaluations: new Map([['r1', 9]]) }))).toEqual([save.id]);
  });

  it('with the profile and the preferences: when the profile has reached the version', () => {
    const update = command('profile.update', 'user_profiles', 'ana', { changes: { name: 'Ana' } });
    const muted = command('notifications.preferences', 'notification_preferences', 'ana', { muted: [] });
    expect(settledAmong([update, muted], holding({ profile: 8 }))).toEqual([]);
    expect(settledAmong([update, muted], holding({ profile: 9 }))).toEqual([update.id, muted.id]);
  });

  it('with notifications: when none of them is unread here', () => {
    const read = command('notifications.read', 'notifications', 'n1', { ids: ['n1', 'n2'], readAt: '' });
    expect(settledAmong([read], holding({ unread: new Set(['n2']) }))).toEqual([]);
    expect(settledAmong([read], holding({ unread: new Set(['n3']) }))).toEqual([read.id]);
  });

  it('with a post: when it is here, or a later pull did not bring it', () => {
    const post = { id: 'x', text: 'Oi', city_id: null, dance_style_id: null };
    const sent = command('post.create', 'posts', 'x', { post });
    const posts = (ids: string[], pulledAt: number | null) =>
      holding({ posts: { ids: new Set(ids), pulledAt } });
    expect(settledAmong([sent], holding({}))).toEqual([]);
    expect(settledAmong([sent], posts([], 5_001))).toEqual([]);
    expect(settledAmong([sent], posts(['x'], 5_001))).toEqual([sent.id]);
    expect(settledAmong([sent], posts([], 60_000))).toEqual([sent.id]);
    const removal = { postId: 'x', reason: null };
    const remove = command('post.remove', 'posts', 'x', removal, { ack: ack(9, 6_000) });
    expect(settledAmong([sent, remove], posts([], null))).toEqual([sent.id]);
    expect(settledAmong([sent, remove], posts([], 60_000))).toEqual([sent.id, remove.id]);
  });

  it('never without a response, never twice, and never for a kind that no row comes back for', () => {
    const update = { changes: { name: 'Ana' } };
    const queued = command('profile.update', 'user_profiles', 'ana', update, { status: 'queued', ack: null });
    const done = { ...ack(9), settled: true };
    const settled = command('profile.update', 'user_profiles', 'ana', update, { ack: done });
    const lead = command('lead.create', 'leads', 'l1', { lead: { id: 'l1' } });
    expect(settledAmong([queued, settled, lead], holding({ profile: 99 }))).toEqual([]);
  });
});

it('sends a refused request again when its row has arrived all the same, and no other', () => {
  const request = {
    id: 'row',
    teacher_id: 'lia',
    dance_style_id: 'forro',
    guardian_terms: null,
    preferred_days: [],
    preferred_times: [],
    message: null,
  };
  const refused = (part: Partial<RawCommand> = {}) =>
    command(
      'lesson_request.create',
      'lesson_requests',
      'row',
      { request },
      { id: 'asked', status: 'rejected', attempts: 2, ack: null, ...part },
    );
  const held = holding({ requests: new Map([['row', 1]]) });
  expect(arrivedLate([refused()], held)).toEqual(['asked']);
  expect(arrivedLate([refused()], holding({ requests: new Map() }))).toEqual([]);
  expect(arrivedLate([refused({ attempts: 1 })], held)).toEqual([]);
  expect(arrivedLate([refused({ status: 'queued' })], held)).toEqual([]);
  expect(arrivedLate([refused({ kind: 'lesson_request.cancel' })], held)).toEqual([]);
});
