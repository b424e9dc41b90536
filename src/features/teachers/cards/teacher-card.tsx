import { memo, useId } from 'react';
import { StarIcon, VerifiedIcon } from '@/ui/icons';
import { APP_CARD, APP_LINK } from '@/ui/use-link-clicks';
import waiting from '@/ui/waiting.module.css';
import type { TeacherCard as Card } from '../schema';
import mark from './paid-mark.module.css';
import { Portrait } from './portrait';
import { Rating } from './rating';
import { STYLES_ON_CARD, StyleTags } from './style-tags';
import classes from './teacher-card.module.css';
import skeleton from './teacher-card-skeleton.module.css';
import { placeOf, teacherPath } from './teacher-path';

/** Smaller than it is drawn: a stored thumbnail (192 pixels wide) is sharp enough, and a list loads a dozen. */
const FACE = { width: 78, height: 96 };

/**
 * One teacher in a list, which handles clicks on its links (`useLinkClicks`). The whole card is a tap area with
 * text that can be selected; keyboard and screen readers find one link in it.
 */
export const TeacherCard = memo(function TeacherCard({ teacher }: { teacher: Card }) {
  const nameId = useId();
  const place = placeOf(teacher);
  return (
    <article
      className={classes.card}
      aria-labelledby={nameId}
      data-highlighted={teacher.isHighlighted || undefined}
      {...APP_CARD}
    >
      <div className={classes.top}>
        <Portrait
          id={teacher.id}
          name={teacher.name}
          imageUrl={teacher.imageUrl}
          box={FACE}
          className={classes.face}
        />
        <div className={classes.head}>
          {teacher.isHighlighted ? <PaidMark /> : null}
          <h3 className={classes.name} id={nameId}>
            {teacher.name}
            {/* True of every listed teacher; the page says which checks, and when. */}
            <span className={classes.seal}>
              <VerifiedIcon size={16} />
            </span>
          </h3>
          <p className={classes.meta}>
            {place ? <span>{place}</span> : null}
            <Rating average={teacher.ratingAverage} count={teacher.ratingCount} />
          </p>
          <StyleTags styles={teacher.styles} isGroup={teacher.isGroup} limit={STYLES_ON_CARD} />
        </div>
      </div>
      {teacher.reason ? <p className={classes.reason}>{teacher.reason}</p> : null}
      {teacher.bio ? <p className={classes.bio}>{teacher.bio}</p> : null}
      {/* Neither Mantine's button nor the router's link: both would slow down a keystroke in the search. */}
      <a href={teacherPath(teacher)} className={classes.open} aria-describedby={nameId} {...APP_LINK}>
        Conhecer Professor
      </a>
    </article>
  );
}, sameCards);

/** Compares contents, since every search creates new objects: a card with the same content does not render again. */
function sameCards({ teacher: a }: { teacher: Card }, { teacher: b }: { teacher: Card }): boolean {
  if (a === b) return true;
  const keys = Object.keys(a) as (keyof Card)[];
  return keys.every((key) => (key === 'styles' ? a.styles.join() === b.styles.join() : a[key] === b[key]));
}

/** Marks a place that a teacher pays for, wherever it puts them first: the consumer code (art. 36) wants it said there. */
export function PaidMark() {
  return (
    <p className={mark.paid}>
      <StarIcon size={14} />
      Destaque pago
    </p>
  );
}

export function TeacherCardSkeleton() {
  return (
    <div className={`${skeleton.card} ${waiting.light}`} data-skeleton="card" aria-hidden="true">
      <div className={skeleton.face} />
      <div className={skeleton.lines}>
        <div className={skeleton.line} data-width="wide" />
        <div className={skeleton.line} />
        <div className={skeleton.tags} />
      </div>
      <div className={skeleton.bio} />
      <div className={skeleton.button} />
    </div>
  );
}
