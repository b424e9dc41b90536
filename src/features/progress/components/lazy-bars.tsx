import { type ComponentType, lazy } from 'react';
import { logger } from '@/lib/logger';
import type { BarsProps } from './bars';
import classes from './progress.module.css';

/** Loads the charts with the page that shows them. When the chunk cannot be loaded, the table below has all numbers. */
export const LazyBars = lazy(async (): Promise<{ default: ComponentType<BarsProps> }> => {
  try {
    return await import('./bars');
  } catch (error) {
    logger.warn('The charts could not be loaded', error);
    return { default: NoBars };
  }
});

function NoBars() {
  return <p className={classes.noChart}>O gráfico não carregou. Os números estão logo abaixo.</p>;
}
