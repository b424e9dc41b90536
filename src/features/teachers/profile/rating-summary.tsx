import { ratingInWords } from '@matching/rating.ts';
import { grouped } from '@/lib/portuguese';
import { StarIcon } from '@/ui/icons';
import { VisuallyHidden } from '@/ui/visually-hidden';
import { countRatings, ratingText, UNRATED } from '../cards/rating';
import type { Teacher } from '../schema';
import classes from './rating-summary.module.css';

const STARS = [5, 4, 3, 2, 1] as const;

type Rated = Pick<Teacher, 'ratingAverage' | 'ratingCount' | 'stars'>;

/** Average, distribution over the stars, and the average in words. */
export function RatingSummary({ ratingAverage, ratingCount, stars }: Rated) {
  if (ratingAverage === null || ratingCount === 0) return <p className={classes.unrated}>{UNRATED}</p>;
  const total = Math.max(
    1,
    stars.reduce((sum, count) => sum + count, 0),
  );
  return (
    <div className={classes.summary}>
      <div className={classes.total}>
        <p className={classes.average}>
          {ratingInWords(ratingAverage, ratingCount)}
          <VisuallyHidden> de 5</VisuallyHidden>
        </p>
        <span className={classes.stars} aria-hidden="true">
          {STARS.toReversed().map((star) => (
            <StarIcon key={star} size={18} portion={ratingAverage - star + 1} />
          ))}
        </span>
        <p className={classes.count}>{countRatings(ratingCount)}</p>
      </div>
      <ul className={classes.bars} aria-label="Avaliações por estrela">
        {STARS.map((star, index) => {
          const count = stars[index] ?? 0;
          return (
            <li key={star} className={classes.bar}>
              <span aria-hidden="true">{star}</span>
              <span className={classes.track} aria-hidden="true">
                <span className={classes.fill} style={{ width: `${(count / total) * 100}%` }} />
              </span>
              <span className={classes.many} aria-hidden="true">
                {grouped(count)}
              </span>
              <VisuallyHidden>
                {star} {star === 1 ? 'estrela' : 'estrelas'}: {countRatings(count)}
              </VisuallyHidden>
            </li>
          );
        })}
      </ul>
      <p className={classes.words} data-good={ratingAverage >= 3.5 || undefined}>
        {ratingText(ratingAverage)}
      </p>
    </div>
  );
}
