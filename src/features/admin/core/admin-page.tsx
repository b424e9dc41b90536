import type { ReactNode } from 'react';
import { PageHeading } from '@/ui/page-heading';
import classes from './core.module.css';

interface AdminPageProps {
  title: string;
  lead?: string;
  /** What can be done here, beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Title, what can be done, and the page below. */
export function AdminPage({ title, lead, actions, children }: AdminPageProps) {
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div>
          <PageHeading>{title}</PageHeading>
          {lead ? <p>{lead}</p> : null}
        </div>
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}
