import hidden from '@/ui/visually-hidden.module.css';
import waiting from '@/ui/waiting.module.css';
import classes from './teacher-profile-skeleton.module.css';

export function TeacherProfileSkeleton() {
  return (
    <div className={`${classes.skeleton} ${waiting.light}`} aria-busy="true">
      <h1 className={hidden.hidden}>Carregando o professor…</h1>
      <div className={classes.cover} />
      <div className={classes.body}>
        <div className={classes.rating} />
        <div className={classes.line} />
        <div className={classes.line} />
        <div className={classes.block} />
      </div>
    </div>
  );
}
