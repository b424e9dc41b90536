import { describe, expect, it } from 'vitest';
import type { Command } from '../command';
import { type LessonRequestCreate, lessonRequestCreate } from './lesson-request-create';

const request = {
  id: 'r2',
  teacher_id: 'ana',
  dance_style_id: 'forro',
  preferred_days: [],
  preferred_times: [],
  message: null,
};
const command = (wish_id?: string) =>
  ({
    id: 'c1',
    kind: 'lesson_request.create',
    version: 1,
    entity: { table: 'lesson_requests', id: 'r2' },
    payload: { request: { ...request, ...(wish_id !== undefined && { wish_id }) } },
    base: null,
    userId: 'camila',
    createdAt: 0,
  }) as unknown as Command<LessonRequestCreate>;

describe('a request', () => {
  it('of a wish waits for the first request of the wish, and shows that they belong together', () => {
    expect(lessonRequestCreate.parents(command('r1').payload)).toEqual([
      { table: 'lesson_requests', id: 'r1' },
    ]);
    expect(lessonRequestCreate.apply(null, command('r1'))).toMatchObject({ id: 'r2', wish_id: 'r1' });
  });

  it('alone waits for none, and is sent as it was written', () => {
    expect(lessonRequestCreate.parents(command().payload)).toEqual([]);
    expect(lessonRequestCreate.apply(null, command())).toMatchObject({ wish_id: null });
    expect(lessonRequestCreate.args(command())).toEqual({ command_id: 'c1', request });
  });
});
