import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StoredCommand } from '@/outbox/command';
import { requestReasons, sendingOf } from './sending';

const MIGRATIONS = 'supabase/migrations';

/** The hints that the migrations' comment of a command promises. */
const HINTS = {
  'lesson_request.create': [
    'invalid_value',
    'not_a_student',
    'profile_missing',
    'teacher_unavailable',
    'style_not_taught',
    'open_request_exists',
    'request_exists',
  ],
  'lesson_request.answer': [
    'invalid_value',
    'request_unknown',
    'not_the_teacher',
    'request_cancelled',
    'already_answered',
    'teacher_unavailable',
    'profile_missing',
  ],
  'lesson_request.cancel': [
    'invalid_value',
    'request_unknown',
    'request_cancelled',
    'already_answered',
    'profile_missing',
  ],
} as const;

describe('words for refusals', () => {
  it('exist for every hint of each command', () => {
    for (const [kind, hints] of Object.entries(HINTS)) {
      for (const hint of hints) expect(requestReasons({ kind })[hint], `${kind} ${hint}`).toBeTruthy();
    }
  });

  it('exist for every hint that the commands raise', () => {
    const file = readdirSync(MIGRATIONS).find((name) => name.endsWith('_lesson_commands.sql')) ?? '';
    const raised = readFileSync(`${MIGRATIONS}/${file}`, 'utf8').matchAll(/app\.refuse\('\w+', '(\w+)'/g);
    const known = new Set(Object.keys(HINTS).flatMap((kind) => Object.keys(requestReasons({ kind }))));
    for (const [, hint] of raised) expect(known).toContain(hint);
  });
});

it('a wish beyond the day’s number waits, and says why', () => {
  const waiting = {
    status: 'queued',
    error: { why: 'busy', status: 429, hint: 'too_many' },
  } as StoredCommand;
  expect(sendingOf(waiting)).toEqual({
    tone: 'waiting',
    text: 'Salvo no aparelho',
    reason: expect.stringContaining('muitos envios'),
  });
});
