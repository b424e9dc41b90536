import type { ReactNode } from 'react';
import { monthAndYear } from '@/lib/dates';
import { PinIcon } from '@/ui/more-icons';
import { PageHeading } from '@/ui/page-heading';
import { Ribbon } from '@/ui/ribbon';
import { Portrait } from '../cards/portrait';
import { Rating } from '../cards/rating';
import { placeOf } from '../cards/teacher-path';
import type { Teacher } from '../schema';
import classes from './profile-cover.module.css';
import { VerifiedSeal } from './verified-seal';

const PICTURE = { width: 400, height: 400 };

interface ProfileCoverProps {
  teacher: Teacher;
  isPartial: boolean;
  /** The surrounding page has its own first heading. */
  isPreview: boolean;
  /** A student's sentence, below the stars. */
  quote: ReactNode;
}

/** The teacher's picture across the width, with the words over its lower edge; beside it on large screens. */
export function ProfileCover({ teacher, isPartial, isPreview, quote }: ProfileCoverProps) {
  const approved = monthAndYear(teacher.approvedAt);
  const place = placeOf(teacher);
  const { id, name, imageUrl, ratingAverage, ratingCount } = teacher;
  return (
    <header className={classes.cover}>
      <Ribbon className={classes.ribbon} />
      <Portrait id={id} name={name} imageUrl={imageUrl} box={PICTURE} className={classes.picture} eager />
      <div className={classes.title}>
        {isPreview ? (
          <h2 className={classes.name}>{name}</h2>
        ) : (
          <PageHeading className={classes.name}>{name}</PageHeading>
        )}
        {ratingCount > 0 ? (
          <p className={classes.rating}>
            <Rating average={ratingAverage} count={ratingCount} />
          </p>
        ) : null}
        {quote}
        {place ? (
          <p className={classes.place}>
            <PinIcon size={18} />
            {place}
          </p>
        ) : null}
        {approved ? <VerifiedSeal name={name} approved={approved} checks={teacher.checks} /> : null}
        {isPartial ? <p className={classes.pending}>&nbsp;</p> : null}
      </div>
    </header>
  );
}
