import { keepPostDraft } from '@/features/community/post-draft';
import { keepRequestDraft } from '@/features/lessons/request-draft';
import { PendingList } from '@/features/outbox/components/pending-list';
import type { StoredCommand } from '@/outbox/stored-command';
import { Page } from '@/ui/page';

export default function PendingPage() {
  return (
    <Page narrow>
      <PendingList onDiscarded={dropChanges} />
    </Page>
  );
}

/** Deletes the draft of changes to a refused write together with the write. */
function dropChanges({ id, kind, userId }: StoredCommand): void {
  if (userId === null) return;
  if (kind === 'post.create') keepPostDraft(userId, id, null);
  if (kind === 'lesson_request.create') keepRequestDraft(userId, id, null);
}
