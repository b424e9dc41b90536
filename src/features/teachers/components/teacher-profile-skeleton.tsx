import { VisuallyHidden } from '@/ui/visually-hidden';
import classes from './teacher-profile-skeleton.module.css';

export function TeacherProfileSkeleton() {
  return (
    <div className={classes.skeleton} aria-busy="true">
      <VisuallyHidden>Carregando o professor…</VisuallyHidden>
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
