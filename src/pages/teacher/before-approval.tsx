import { Button } from '@mantine/core';
import { useState } from 'react';
import { useIdentity } from '@/auth/identity';
import {
  fetchReviewFacts,
  keptReviewFacts,
  type ReviewFacts,
  sharePreview,
  usualTimeText,
} from '@/features/account/own/review-facts';
import { TeamLink } from '@/features/account/own/team-link';
import { OWN_PREVIEW } from '@/features/share/messages';
import { logger } from '@/lib/logger';
import { siteAddress } from '@/lib/site';
import { useOnce } from '@/lib/use-once';
import { useSyncStatus } from '@/reads/sync-status';
import { useAnswer } from '@/reads/use-answer';
import { LinkButton } from '@/ui/link-button';
import { ShareButton } from '@/ui/share-button';
import { showToast } from '@/ui/toast';
import classes from './teacher-pages.module.css';

const ASK = 'Olá! Meu perfil de professor no Danceflix espera a aprovação de vocês.';

/** Until the server has answered: asking for a link that is there already returns it. */
const UNKNOWN: ReviewFacts = { usualHours: null, preview: null };

/** While the team has not answered: how long that takes, the page as it will be, a link to it and one to the team. */
export default function BeforeApproval() {
  const { identity } = useIdentity();
  const userId = identity?.state === 'active' ? identity.userId : null;
  const { data } = useAnswer({
    key: userId,
    ask: (signal) => fetchReviewFacts(userId ?? '', signal),
    kept: () => (userId === null ? null : keptReviewFacts(userId)),
  });
  const [changed, setChanged] = useState<ReviewFacts | null>(null);
  const facts = changed ?? data ?? UNKNOWN;
  return (
    <>
      {facts.usualHours ? <p>{usualTimeText(facts.usualHours)}</p> : null}
      <LinkButton to="/teacher/profile?ver=previa">Ver como vai ficar</LinkButton>
      {userId === null ? null : (
        <PreviewLink
          facts={facts}
          onChange={async (shared) => setChanged(await sharePreview(userId, facts, shared))}
        />
      )}
      <TeamLink className={classes.team} message={ASK} />
    </>
  );
}

/** The link that shows others the page before the approval: made on a press, and taken back as easily. */
function PreviewLink({
  facts: { preview },
  onChange,
}: {
  facts: ReviewFacts;
  onChange(shared: boolean): Promise<void>;
}) {
  const online = useSyncStatus(({ connection }) => connection === 'online');
  const [busy, setBusy] = useState(false);
  const once = useOnce();
  const change = (shared: boolean) =>
    void once(async () => {
      setBusy(true);
      try {
        await onChange(shared);
      } catch (error) {
        logger.warn('The link of the preview was not changed', error);
        await showToast({ title: 'Não foi possível agora. Tente de novo.', variant: 'destructive' });
      } finally {
        setBusy(false);
      }
    });
  const url = preview === null ? null : siteAddress(`/previa/${preview}`);
  return (
    <>
      {url === null ? (
        <Button variant="outline" loading={busy} disabled={!online} onClick={() => change(true)}>
          Criar link da prévia
        </Button>
      ) : (
        <>
          <p>
            Quem tem o link vê sua página como prévia, sem o seu contato. Ele deixa de valer quando a equipe
            aprovar seu perfil.
          </p>
          <ShareButton title="Prévia no Danceflix" text={OWN_PREVIEW} url={url} />
          <Button variant="subtle" loading={busy} disabled={!online} onClick={() => change(false)}>
            Desfazer o link
          </Button>
        </>
      )}
      {online ? null : <p>O link da prévia se cria e se desfaz com internet.</p>}
    </>
  );
}
