import type { ReactNode } from 'react';
import type { Href } from '@/lib/paths';
import { ChevronLeftIcon } from '@/ui/icons';
import { Link } from '@/ui/link';
import { PageHeading } from '@/ui/page-heading';
import classes from './requests.module.css';

interface AskHeadProps {
  back: { to: Href; label: string };
  title: string;
  portrait: ReactNode;
  /** The teacher's stars. */
  rating: ReactNode;
  /** How the teacher answers requests. */
  facts?: ReactNode;
}

/** The person who is asked, above the form and above the step that asks for an account. */
export function AskHead({ back, title, portrait, rating, facts }: AskHeadProps) {
  return (
    <div className={classes.who}>
      <Link to={back.to} className={classes.back}>
        <ChevronLeftIcon size={18} />
        {back.label}
      </Link>
      <div className={classes.asked}>
        <span className={classes.face}>{portrait}</span>
        <div className={classes.head}>
          <PageHeading>{title}</PageHeading>
          {rating}
        </div>
      </div>
      {facts}
    </div>
  );
}
