import { type ReactNode, useState } from 'react';
import { useIdentity } from '@/auth/identity';
import { type TypedWish, typedWish } from '@/db/rows/wish-fields';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import { type CommandOf, isOf } from '@/outbox/stored-command';
import type { RequestDraft } from '../request-draft';
import { RequestForm, type RequestFormProps } from './request-form';
import type { AskedTeacher } from './request-inputs';

interface AskViewProps {
  teacher: AskedTeacher;
  refusedId: string | null;
  wantedStyle: string | null;
  known: Partial<TypedWish>;
  isReady: boolean;
  contact: ReactNode;
  checkedOthers: NonNullable<RequestFormProps['checkedOthers']>;
  onAccountNeeded(): void;
}

/** The request form for one teacher, empty or filled from the refused request. */
export function AskView({ teacher, refusedId, ...rest }: AskViewProps) {
  const userId = useIdentity().identity?.userId ?? 'visitor';
  const refused = useRefused(refusedId);
  const request = refused?.payload.request ?? null;
  const former: Omit<RequestDraft, 'id'> | null =
    request && request.teacher_id === teacher.id
      ? {
          styleId: request.dance_style_id,
          ...typedWish(request),
        }
      : null;
  return (
    <RequestForm
      key={`${userId} ${refused?.id ?? teacher.id}`}
      teacher={teacher}
      refused={former ? refused : null}
      former={former}
      {...rest}
    />
  );
}

/** Keeps the command once found: sending the form replaces it in the outbox. */
function useRefused(id: string | null): CommandOf<'lesson_request.create'> | null {
  const commands = useOverlay('lesson_requests');
  const [kept, setKept] = useState<CommandOf<'lesson_request.create'> | null>(null);
  const found = commands
    .filter(isOf('lesson_request.create'))
    .find((one) => one.id === id && one.status === 'rejected');
  if (found && kept?.id !== found.id) setKept(found);
  return found ?? (kept?.id === id ? kept : null);
}

/** Teacher of a refused request: null while not known, '' when there is no such request. */
export function useRefusedTeacher(id: string | null): string | null {
  const refused = useRefused(id);
  const ready = useOutboxReady();
  if (refused) return refused.payload.request.teacher_id;
  return ready ? '' : null;
}
