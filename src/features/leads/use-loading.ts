/** The loading screen's clock and destination (specification 001 §2, §4, §9). */
import { useEffect, useState } from 'react';
import type { PagePath } from '@/lib/paths';
import { useNobody } from '@/reads/use-nobody';
import { useReducedMotion } from '@/ui/use-reduced-motion';
import type { CurrentLead } from './current-lead';
import { fallbackPath } from './fallback';
import { useDelivery, useFoundNobody } from './queries';

/** Milliseconds. */
export const ANIMATION = 5_000;
export const MINIMUM_WAIT = 8_000;
/** Milliseconds that one request may take; a later answer counts as failed. */
const PATIENCE = 20_000;
const TICK = 100;

export const STEPS = [
  'Analisando suas preferências...',
  'Buscando professores ativos...',
  'Calculando compatibilidade...',
  'Encontrando o professor ideal...',
  'Finalizando...',
] as const;

export type Destination =
  | { kind: 'results' }
  /** Back to the form, with a message. */
  | { kind: 'refused' }
  | { kind: 'teacher'; path: PagePath };

export interface Loading {
  /** 0 to 100. */
  progress: number;
  /** 0 to 4. */
  step: number;
  /** Null until it is time to leave the screen. */
  destination: Destination | null;
}

export function useLoading(lead: CurrentLead | null): Loading {
  const elapsed = useElapsed();
  const still = useReducedMotion();
  // With nobody to propose there is nothing to wait for.
  const isEmpty = useNobody();
  const foundNobody = useFoundNobody(lead);
  const isNobody = isEmpty || foundNobody;
  const delivery = useDelivery(lead);
  const failed = delivery === 'failed' || (delivery === 'waiting' && elapsed >= PATIENCE);
  // Waits until it is time to leave the screen: until then a second attempt may succeed.
  const fallback = useFallback(lead, failed && elapsed >= MINIMUM_WAIT);

  const step = Math.min(Math.floor((elapsed * STEPS.length) / ANIMATION), STEPS.length - 1);
  const smooth = Math.min((elapsed * 100) / ANIMATION, 100);
  const progress = still && elapsed < ANIMATION ? (step * 100) / STEPS.length : smooth;
  const isOver = elapsed >= MINIMUM_WAIT || delivery === 'refused' || isNobody;
  return { progress, step, destination: isOver ? goal() : null };

  function goal(): Destination | null {
    if (delivery === 'refused') return { kind: 'refused' };
    if (isNobody || delivery === 'matched' || delivery === 'offline') return { kind: 'results' };
    if (!failed || !fallback) return null;
    // Without a fallback teacher the results page shows what is known.
    return fallback.path === null ? { kind: 'results' } : { kind: 'teacher', path: fallback.path };
  }
}

/** Milliseconds since the screen appeared. */
function useElapsed(): number {
  const [started] = useState(() => Date.now());
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setElapsed(Date.now() - started), TICK);
    return () => clearInterval(timer);
  }, [started]);
  return elapsed;
}

function useFallback(lead: CurrentLead | null, wanted: boolean): { path: PagePath | null } | null {
  const [fallback, setFallback] = useState<{ path: PagePath | null } | null>(null);
  useEffect(() => {
    if (!lead || !wanted) return undefined;
    let left = false;
    void fallbackPath(lead).then((path) => {
      if (!left) setFallback({ path });
    });
    return () => {
      left = true;
    };
  }, [lead, wanted]);
  return wanted ? fallback : null;
}
