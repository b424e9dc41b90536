import { monthAndYear } from '@/lib/dates';
import { PinIcon } from '@/ui/icons';
import { PageHeading } from '@/ui/page-heading';
import { Ribbon } from '@/ui/ribbon';
import { Portrait } from '../cards/portrait';
import { placeOf } from '../cards/teacher-path';
import type { Teacher } from '../schema';
import classes from './profile-cover.module.css';

const PICTURE = { width: 400, height: 400 };

interface ProfileCoverProps {
  teacher: Teacher;
  isPartial: boolean;
  /** The surrounding page has its own first heading. */
  isPreview: boolean;
}

export function ProfileCover({ teacher, isPartial, isPreview }: ProfileCoverProps) {
  const approved = monthAndYear(teacher.approvedAt);
  const place = placeOf(teacher);
  return (
    <header className={classes.cover}>
      <Ribbon className={classes.ribbon} />
      <Portrait
        id={teacher.id}
        name={teacher.name}
        imageUrl={teacher.imageUrl}
        box={PICTURE}
        className={classes.picture}
        eager
      />
      <div className={classes.title}>
        {approved ? <p className={classes.approved}>Aprovado em {approved}</p> : null}
        {isPartial ? <p className={classes.approved}>&nbsp;</p> : null}
        {isPreview ? (
          <h2 className={classes.name}>{teacher.name}</h2>
        ) : (
          <PageHeading className={classes.name}>{teacher.name}</PageHeading>
        )}
        {place ? (
          <p className={classes.place}>
            <PinIcon size={18} />
            {place}
          </p>
        ) : null}
      </div>
    </header>
  );
}
