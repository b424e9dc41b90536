import waiting from '@/ui/waiting.module.css';
import classes from './teacher-card-skeleton.module.css';

export function TeacherCardSkeleton() {
  return (
    <div className={`${classes.card} ${waiting.light}`} data-skeleton="card" aria-hidden="true">
      <div className={classes.face} />
      <div className={classes.lines}>
        <div className={classes.line} data-width="wide" />
        <div className={classes.line} />
        <div className={classes.tags} />
      </div>
      <div className={classes.bio} />
      <div className={classes.button} />
    </div>
  );
}
