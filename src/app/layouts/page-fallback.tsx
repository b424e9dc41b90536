import classes from './page-fallback.module.css';

/** While a page's chunk is on its way. Shown late: from the precache it never is. */
export function PageFallback() {
  return (
    <div className={classes.fallback} role="status" aria-busy="true">
      Carregando…
    </div>
  );
}
