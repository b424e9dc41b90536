import type { ReactNode } from 'react';
import { PageHeading } from '@/ui/page-heading';
import { Ribbon } from '@/ui/ribbon';
import classes from './programme-hero.module.css';

/** The head of the pages about teaching, supporting and sponsoring. */
export function ProgrammeHero({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  /** The buttons. */
  children?: ReactNode;
}) {
  return (
    <div className={classes.hero}>
      <Ribbon className={classes.ribbon} />
      <div className={classes.inner}>
        <PageHeading className={classes.heading}>{title}</PageHeading>
        <p className={classes.lead}>{lead}</p>
        {children ? <div className={classes.ways}>{children}</div> : null}
      </div>
    </div>
  );
}
