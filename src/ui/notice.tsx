import type { ReactNode } from 'react';
import classes from './notice.module.css';
import { PageHeading } from './page-heading';
import { Ribbon } from './ribbon';

interface NoticeProps {
  title: string;
  text?: string;
  /** One action, such as a button. */
  action?: ReactNode;
  role?: 'alert' | 'status';
  /** The page's only heading (h1) or a part of a page (h2). */
  level?: 1 | 2;
}

/** Empty, failed and missing states: gives the reason, offers one action. */
export function Notice({ title, text, action, role, level = 2 }: NoticeProps) {
  return (
    <section className={classes.notice} role={role}>
      <Ribbon className={classes.ribbon} />
      {level === 1 ? (
        <PageHeading className={classes.title}>{title}</PageHeading>
      ) : (
        <h2 className={classes.title}>{title}</h2>
      )}
      {text ? <p className={classes.text}>{text}</p> : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </section>
  );
}
