import { type ReactNode, useEffect, useState } from 'react';
import { logger } from '@/lib/logger';
import type { Href } from '@/lib/paths';
import { LinkButton } from '@/ui/link-button';
import { RibbonMoment } from '@/ui/ribbon-moment';
import { useNow } from '@/ui/use-now';
import { markNotificationsRead } from '../actions';
import { useOwnNotifications } from '../queries';
import classes from './home.module.css';

/** Milliseconds after which an approval is no news, although its notification was never read. */
const FRESH = 30 * 24 * 60 * 60_000;

interface OnAirProps {
  /** ISO 8601. */
  approvedAt: string | null;
  /** The public page. */
  page: Href;
  share: ReactNode;
}

/**
 * 'Você está no ar!', on the first visit after the approval. The unread notification of the approval says that it is the
 * first: it comes with the teacher's own rows, so offline too, and reading it is a queued write that other phones follow.
 */
export function OnAir({ approvedAt, page, share }: OnAirProps) {
  const { data: notifications } = useOwnNotifications();
  const now = useNow();
  const isFresh = Math.abs(now - Date.parse(approvedAt ?? '')) < FRESH;
  const unread = notifications.find(({ kind, isRead }) => kind === 'teacher.approved' && !isRead)?.id ?? null;
  const news = isFresh ? unread : null;
  /** Stays for this visit of the page, after the notification was read. */
  const [shown, setShown] = useState<string | null>(null);
  if (news !== null && shown !== news) setShown(news);
  useEffect(() => {
    if (news === null) return;
    markNotificationsRead([news]).catch((error: unknown) =>
      logger.warn('The notification of the approval was not marked as read', error),
    );
  }, [news]);
  if (shown === null) return null;
  return (
    <section className={classes.joy} aria-label="Você está no ar">
      <RibbonMoment events={[`teacher-approved:${shown}`]} />
      <h2>Você está no ar!</h2>
      <p>Os alunos já encontram você na busca. Conte para quem dança com você.</p>
      <div className={classes.actions}>
        {share}
        <LinkButton to={page} variant="white">
          Ver minha página
        </LinkButton>
      </div>
    </section>
  );
}
