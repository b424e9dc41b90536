import classes from './points.module.css';

interface PointsProps {
  points: readonly { title: string; text: string }[];
  /** Numbered, for lists whose order matters. */
  ordered?: boolean;
}

/** Short arguments side by side, or steps one after the other. */
export function Points({ points, ordered = false }: PointsProps) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List className={classes.points} data-ordered={ordered || undefined}>
      {points.map(({ title, text }) => (
        <li key={title} className={classes.point}>
          <h3 className={classes.title}>{title}</h3>
          <p className={classes.text}>{text}</p>
        </li>
      ))}
    </List>
  );
}
