import classes from './page-fallback.module.css';

/** Shown while a page's chunk loads. It appears with a delay: pages from the precache never show it. */
export function PageFallback() {
  return (
    <div className={classes.fallback} role="status" aria-busy="true">
      Carregando…
    </div>
  );
}
