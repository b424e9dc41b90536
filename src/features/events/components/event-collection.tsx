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
  /** Introduces the dates; not said where there are none. */
  next: string;
  kind: EventKind;
  /** Prefix of the style names: 'Forró' includes 'Forró Universitário'. */
  style: string;
  /** `else`: what to do meanwhile, where the agenda has anything. */
  empty: { title: string; text: string; else: string };
}

/** The page for one kind of event in one family of styles. */
export function EventCollection({ title, intro, next, kind, style, empty }: EventCollectionProps) {
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
        <p>{found.length > 0 ? `${intro} ${next}` : intro}</p>
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
            <Notice
              title={empty.title}
              text={events.length > 0 ? `${empty.text} ${empty.else}` : empty.text}
              action={
                events.length > 0 ? (
                  <LinkButton to="/comunidade/eventos">Ver toda a agenda</LinkButton>
                ) : (
                  <LinkButton to="/comunidade/divulgar">Divulgar um evento</LinkButton>
                )
              }
            />
          )}
        </>
      ) : (
        <EventsFallback status={status === 'ready' ? 'loading' : status} retry={retry} />
      )}
    </>
  );
}
