import { useState } from 'react';
import type { StoredCommand } from '@/outbox/command';
import type { LessonRequestCreate } from '@/outbox/commands/lesson-request-create';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import { REQUESTS } from '../overlay';
import type { RequestDraft } from '../request-draft';
import { type AskedTeacher, RequestForm } from './request-form';

/** The form for one teacher, empty or with the wish that the server refused. */
export function AskView({ teacher, refusedId }: { teacher: AskedTeacher; refusedId: string | null }) {
  const refused = useRefused(refusedId);
  const request = refused ? (refused.payload as LessonRequestCreate).request : null;
  const former: Omit<RequestDraft, 'id'> | null =
    request && request.teacher_id === teacher.id
      ? {
          styleId: request.dance_style_id,
          days: request.preferred_days,
          times: request.preferred_times,
          message: request.message ?? '',
        }
      : null;
  return (
    <RequestForm
      key={refused?.id ?? teacher.id}
      teacher={teacher}
      refused={former ? refused : null}
      former={former}
    />
  );
}

/** Kept once found: sending the form puts another write in its place. */
function useRefused(id: string | null): StoredCommand | null {
  const commands = useOverlay(REQUESTS);
  const [kept, setKept] = useState<StoredCommand | null>(null);
  const found = commands.find(
    (one) => one.id === id && one.kind === 'lesson_request.create' && one.status === 'rejected',
  );
  if (found && kept?.id !== found.id) setKept(found);
  return found ?? (kept?.id === id ? kept : null);
}

/** Whose lessons a refused wish asked for: null while that is not known, '' when there is no such wish. */
export function useRefusedTeacher(id: string | null): string | null {
  const refused = useRefused(id);
  const ready = useOutboxReady();
  if (refused) return (refused.payload as LessonRequestCreate).request.teacher_id;
  return ready ? '' : null;
}
