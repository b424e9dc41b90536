import { fold } from '@/lib/text';
import { useNames } from '@/reads/use-names';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import { Ribbon } from '@/ui/ribbon';
import { useUpcomingEvents } from '../queries';
import type { EventKind } from '../schema';
import { EventMonths } from './event-months';
import classes from './events.module.css';
import { EventsFallback } from './events-fallback';

interface EventCollectionProps {
  title: string;
  intro: string;
  kind: EventKind;
  /** Prefix of the style names: 'Forró' includes 'Forró Universitário'. */
  style: string;
  empty: { title: string; text: string };
}

/** The page for one kind of event in one family of styles. */
export function EventCollection({ title, intro, kind, style, empty }: EventCollectionProps) {
  const { status, data: events, now, retry } = useUpcomingEvents();
  const names = useNames();
  const found = events.filter(
    (event) =>
      event.kind === kind &&
      event.styleIds.some((id) => fold(names.styleName(id) ?? '').startsWith(fold(style))),
  );
  return (
    <>
      <header className={classes.hero}>
        <Ribbon className={classes.ribbon} />
        <PageHeading>{title}</PageHeading>
        <p>{intro}</p>
      </header>
      {status === 'ready' && names.isKnown ? (
        <>
          <p role="status" className={classes.count}>
            {found.length === 0
              ? ''
              : found.length === 1
                ? '1 data marcada'
                : `${found.length} datas marcadas`}
          </p>
          {found.length > 0 ? (
            <EventMonths events={found} names={names} now={now} />
          ) : (
            <Notice {...empty} action={<LinkButton to="/comunidade/eventos">Ver toda a agenda</LinkButton>} />
          )}
        </>
      ) : (
        <EventsFallback status={status === 'ready' ? 'loading' : status} retry={retry} />
      )}
    </>
  );
}
