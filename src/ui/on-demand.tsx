import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { idle, whenIdle } from '@/lib/idle-moment';
import { logger } from '@/lib/logger';
import { networkIsQuiet } from '@/lib/quiet-network';
import { showToast } from './toast';

interface Opened {
  onClose(): void;
}

/**
 * A sheet or a dialog whose code loads when it is opened. Without its code it says so and closes, and the page stays.
 * `usePrepared` loads the code when page and network are idle and `after` has resolved, so that opening does not wait
 * for the network.
 */
export function onDemand<P extends Opened>(
  load: () => Promise<{ default: ComponentType<P> }>,
  after?: Promise<unknown>,
) {
  let Loaded: ComponentType<P> | null = null;
  const fetchPart = async () => {
    Loaded ??= (await load()).default;
    return Loaded;
  };

  function OnDemand(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(() => Loaded);
    const giveUp = useEffectEvent((error: unknown) => {
      logger.warn('A part of the page did not load', error);
      void showToast({
        id: 'on-demand',
        title: 'Não foi possível abrir agora. Confira sua conexão e tente de novo.',
        variant: 'destructive',
      });
      props.onClose();
    });
    useEffect(() => {
      if (Part) return undefined;
      let left = false;
      fetchPart().then(
        (loaded) => {
          if (!left) setPart(() => loaded);
        },
        (error: unknown) => {
          if (!left) giveUp(error);
        },
      );
      return () => {
        left = true;
      };
    }, [Part]);
    return Part ? <Part {...props} /> : null;
  }

  const prepare = async () => {
    await Promise.all([after, networkIsQuiet]);
    await idle();
    await fetchPart();
  };

  function usePrepared(): void {
    useEffect(
      () =>
        whenIdle(
          () => prepare().catch((error: unknown) => logger.info('A part of the page is not prepared', error)),
          4_000,
          1_000,
        ),
      [],
    );
  }

  return [OnDemand, usePrepared] as const;
}
