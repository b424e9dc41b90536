import type { ReactNode } from 'react';
import { PageHeading } from '@/ui/page-heading';
import classes from './account-page.module.css';

interface AccountPageProps {
  title: string;
  lead?: string;
  /** Content above the heading, such as a link back. */
  before?: ReactNode;
  children?: ReactNode;
}

/** The common frame of the account area's pages: one heading, one task. */
export function AccountPage({ title, lead, before, children }: AccountPageProps) {
  return (
    <div className={classes.page}>
      {before}
      <div className={classes.head}>
        <PageHeading className={classes.title}>{title}</PageHeading>
        {lead ? <p className={classes.lead}>{lead}</p> : null}
      </div>
      {children}
    </div>
  );
}

/** Shown while a link is being checked or the next page loads: nothing accepts input. */
export function AccountWaiting({ text }: { text: string }) {
  return (
    <div className={classes.page}>
      <p role="status" aria-busy="true" className={classes.waiting}>
        {text}
      </p>
    </div>
  );
}
