import type { ReactNode } from 'react';
import { PageHeading } from '@/ui/page-heading';
import classes from './core.module.css';

interface AdminPageProps {
  title: string;
  lead?: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of a page of the administration: title, actions and content. */
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
