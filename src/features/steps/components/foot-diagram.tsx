import { type Foot, type Placement, placementsOf, START, wordsOf } from '../library/feet';
import { countsOf, spotsOf } from '../library/spots';
import classes from './foot-diagram.module.css';

/** A sole seen from above, toes up, about 1 wide and 2.4 long around its middle. */
const SOLE =
  'M-.32-.95C-.1-1.3.42-1.2.47-.7.52-.2.3 0 .3.35.32.7.32 1.2-.05 1.2-.42 1.2-.38.75-.36.4-.34 0-.6-.5-.32-.95Z';

/** The path of both feet of one role, and the same in words. */
export function FootDiagram({ title, feet }: { title: string; feet: string }) {
  const placements = placementsOf(feet);
  const spots = spotsOf(placements);
  const xs = [...spots, START.E, START.D].map(({ x }) => x);
  const ys = [...spots, START.E, START.D].map(({ y }) => -y);
  const [left, top] = [Math.min(...xs) - 2, Math.min(...ys) - 2];
  const [width, height] = [Math.max(...xs) + 2 - left, Math.max(...ys) + 2 - top];
  return (
    <figure className={classes.figure}>
      <svg
        className={classes.drawing}
        viewBox={`${left} ${top} ${width} ${height}`}
        style={{ aspectRatio: `${width} / ${height}` }}
        role="img"
        aria-label={`Desenho dos pés: ${title.toLowerCase()}`}
      >
        {pathsOf(placements).map(({ foot, points }) => (
          <polyline key={foot} className={classes.path} data-foot={foot} points={points} />
        ))}
        {(['E', 'D'] as const).map((foot) => (
          <path
            key={foot}
            className={classes.start}
            d={SOLE}
            transform={`translate(${START[foot].x} 0) scale(${foot === 'E' ? -1 : 1} 1)`}
          />
        ))}
        {spots.map(({ foot, x, y, degrees, touches }) => (
          <path
            key={`${foot}${x},${y},${degrees}${touches}`}
            className={classes.foot}
            data-foot={foot}
            data-touches={touches || undefined}
            d={SOLE}
            transform={`translate(${x} ${-y}) rotate(${degrees}) scale(${foot === 'E' ? -1 : 1} 1)`}
          />
        ))}
        {/* Above all feet, which overlap in a turn. */}
        {countsOf(spots).map(({ count, spot, x, y }) => (
          <text
            key={count}
            className={classes.count}
            data-foot={spot.foot}
            data-touches={spot.touches || undefined}
            data-many={spot.counts.length > 1 || undefined}
            x={x}
            y={y}
          >
            {count}
          </text>
        ))}
      </svg>
      <ol className={classes.words}>
        {wordsOf(placements).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ol>
    </figure>
  );
}

function pathsOf(placements: readonly Placement[]): { foot: Foot; points: string }[] {
  return (['E', 'D'] as const).map((foot) => ({
    foot,
    points: [START[foot], ...placements.filter((one) => one.foot === foot)]
      .map(({ x, y }) => `${x},${-y}`)
      .join(' '),
  }));
}
