import { useIdentity } from '@/auth/identity';
import { keepPostDraft } from '@/features/community/post-draft';
import { postReasons } from '@/features/community/sending';
import { evaluationIn } from '@/features/evaluations/overlay';
import { EVALUATION_REASONS } from '@/features/evaluations/texts';
import { keepRequestDraft } from '@/features/lessons/request-draft';
import { requestReasons } from '@/features/lessons/sending';
import { PendingList } from '@/features/outbox/components/pending-list';
import type { Href } from '@/lib/paths';
import type { StoredCommand } from '@/outbox/command';
import { Page } from '@/ui/page';

export default function PendingPage() {
  const role = useIdentity().identity?.role;
  return (
    <Page narrow>
      <PendingList
        editPath={(command) => editPath(command, role)}
        reasons={reasonsOf}
        onDiscarded={dropChanges}
      />
    </Page>
  );
}

function reasonsOf(command: StoredCommand): Record<string, string> {
  if (command.kind === 'evaluation.save') return EVALUATION_REASONS;
  return command.kind.startsWith('post.') ? postReasons(command) : requestReasons(command);
}

/** What was typed over a refused write goes with it. */
function dropChanges({ id, kind, userId }: StoredCommand): void {
  if (userId === null) return;
  if (kind === 'post.create') keepPostDraft(userId, id, null);
  if (kind === 'lesson_request.create') keepRequestDraft(userId, id, null);
}

/** Where the author of a refused write can change it. */
function editPath(command: StoredCommand, role: string | null | undefined): Href | null {
  const { id, kind, entity } = command;
  if (kind === 'post.create' || kind === 'post.remove') return '/comunidade/mural';
  if (role !== 'student' && role !== 'teacher') return null;
  if (kind === 'evaluation.save') return `/${role}/evaluations/${evaluationIn(command).lesson_request_id}`;
  if (kind === 'profile.update') return role === 'teacher' ? '/teacher/profile' : '/student/profile-enhanced';
  if (kind === 'lesson_request.create') return `/student/requests/new?envio=${id}`;
  if (kind === 'lesson_request.answer' || kind === 'lesson_request.cancel') {
    return `/${role}/requests/${entity.id}`;
  }
  return null;
}
