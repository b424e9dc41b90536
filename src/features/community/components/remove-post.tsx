import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { dropKeptText, useKeptText } from '@/auth/drafts/kept-text';
import { useIdentity } from '@/auth/identity';
import { textError } from '@/lib/typed-text';
import { useOnce } from '@/lib/use-once';
import { notQueuedText } from '@/outbox/words';
import { TextAreaField } from '@/ui/fields';
import { showToast } from '@/ui/toast';
import { removePost } from '../actions';
import type { ShownPost } from '../overlay';
import { keepPostDraft } from '../post-draft';
import { LONGEST } from '../schema';
import classes from './mural.module.css';

/** Removes a post after a question. A member of the team can give the author a reason. */
export function RemovePost({ post }: { post: ShownPost }) {
  const [isAsking, setIsAsking] = useState(false);
  if (isAsking) return <Question post={post} onKeep={() => setIsAsking(false)} />;
  return (
    <button type="button" className={classes.plain} onClick={() => setIsAsking(true)}>
      Remover
    </button>
  );
}

function Question({ post, onKeep }: { post: ShownPost; onKeep(): void }) {
  const about = `post_${post.id}`;
  const [reason, setReason] = useKeptText('reason', about);
  const userId = useIdentity().identity?.userId ?? null;
  const id = useId();
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  const once = useOnce();
  const remove = async () => {
    // The field shows the error.
    if (!post.isMine && textError(reason) !== null) return false;
    const outcome = await removePost(post, post.isMine ? null : reason);
    if (outcome.kind === 'stored') {
      dropKeptText('reason', about);
      // The correction of a refused post is obsolete once the post is removed.
      if (userId !== null && post.write) keepPostDraft(userId, post.write.id, null);
      return true;
    }
    await showToast({
      title: 'Não foi possível salvar a remoção',
      description: notQueuedText(outcome),
      variant: 'destructive',
      id: 'post-remove',
    });
    return false;
  };
  return (
    <section className={classes.asking} aria-labelledby={id}>
      <p id={id} ref={question} tabIndex={-1}>
        Remover esta publicação do Mural?
      </p>
      {post.isMine ? null : (
        <TextAreaField
          label="Motivo, que a pessoa vai ler (opcional)"
          rows={2}
          maxLength={LONGEST.reason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <div className={classes.buttons}>
        <Button color="danger" onClick={() => void once(remove)}>
          Sim, remover
        </Button>
        <Button variant="outline" onClick={onKeep}>
          Manter
        </Button>
      </div>
    </section>
  );
}
