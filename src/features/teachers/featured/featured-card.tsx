import { useId } from 'react';
import { APP_CARD, APP_LINK } from '@/ui/use-link-clicks';
import waiting from '@/ui/waiting.module.css';
import { Portrait } from '../cards/portrait';
import { Rating } from '../cards/rating';
import { STYLES_ON_CARD, StyleTags } from '../cards/style-tags';
import { PaidMark } from '../cards/teacher-card';
import { placeOf, teacherPath } from '../cards/teacher-path';
import type { TeacherCard } from '../schema';
import classes from './featured-card.module.css';

/** The same size as on the profile, so that one cached picture serves both offline. */
const PICTURE = { width: 400, height: 400 };

/** One teacher of the carousel, which handles clicks on its links. The whole card is a tap area with one link. */
export function FeaturedCard({ teacher }: { teacher: TeacherCard }) {
  const nameId = useId();
  const place = placeOf(teacher);
  return (
    <article className={classes.card} aria-labelledby={nameId} {...APP_CARD}>
      <Portrait
        id={teacher.id}
        name={teacher.name}
        imageUrl={teacher.imageUrl}
        box={PICTURE}
        className={classes.picture}
      />
      <div className={classes.body}>
        {teacher.isHighlighted ? <PaidMark /> : null}
        <h3 className={classes.name} id={nameId}>
          {teacher.name}
        </h3>
        <p className={classes.meta}>
          {place ? <span>{place}</span> : null}
          <Rating average={teacher.ratingAverage} count={teacher.ratingCount} />
        </p>
        <StyleTags styles={teacher.styles} isGroup={teacher.isGroup} limit={STYLES_ON_CARD} />
        {teacher.bio ? <p className={classes.bio}>{teacher.bio}</p> : null}
      </div>
      <a href={teacherPath(teacher)} className={classes.open} aria-describedby={nameId} {...APP_LINK}>
        Conhecer Professor
      </a>
    </article>
  );
}

export function FeaturedCardSkeleton() {
  return (
    <div className={`${classes.card} ${waiting.light}`} data-skeleton="card" aria-hidden="true">
      <div className={`${classes.picture} ${classes.bone}`} />
      <div className={classes.body}>
        <div className={classes.bone} data-line="name" />
        <div className={classes.bone} data-line="meta" />
        <div className={classes.bone} data-line="tags" />
      </div>
      <div className={`${classes.open} ${classes.bone}`} data-line="button" />
    </div>
  );
}
