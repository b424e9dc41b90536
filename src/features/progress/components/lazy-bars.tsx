import { type ComponentType, lazy } from 'react';
import { logger } from '@/lib/logger';
import type { BarsProps } from './bars';
import classes from './progress.module.css';

/** Charts come with the page that shows them. Where their chunk does not arrive the numbers below still say it all. */
export const LazyBars = lazy(async (): Promise<{ default: ComponentType<BarsProps> }> => {
  try {
    return await import('./bars');
  } catch (error) {
    logger.warn('The charts did not arrive', error);
    return { default: NoBars };
  }
});

function NoBars() {
  return <p className={classes.noChart}>O gráfico não carregou. Os números estão logo abaixo.</p>;
}
