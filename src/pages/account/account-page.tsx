import type { ReactNode } from 'react';
import { PageHeading } from '@/ui/page-heading';
import classes from './account-page.module.css';

interface AccountPageProps {
  title: string;
  lead?: string;
  /** Above the heading, such as the way back. */
  before?: ReactNode;
  children?: ReactNode;
}

/** What the pages of the account area have in common: one heading, one thing to do. */
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

/** While a link is being checked or the next page is on its way: nothing accepts input. */
export function AccountWaiting({ text }: { text: string }) {
  return (
    <div className={classes.page}>
      <p role="status" aria-busy="true" className={classes.waiting}>
        {text}
      </p>
    </div>
  );
}
