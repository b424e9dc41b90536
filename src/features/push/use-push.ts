import { useCallback, useEffect, useRef, useState } from 'react';
import { onPushRecord } from '@/auth/push-record';
import { probe } from '@/lib/rest';
import { useSyncStatus } from '@/reads/sync-status';
import { showToast } from '@/ui/toast';
import { activate, deactivate, isActiveHere } from './actions';
import { type Hindrance, hindrance } from './support';
import { PUSH, type PushText } from './texts';

export interface PushToggleState {
  hindrance: Hindrance | null;
  /** Null until it is known. */
  active: boolean | null;
  /** A press is being carried out. */
  working: boolean;
  offline: boolean;
  /** What people read under the switch, and whether it went wrong. */
  text: string;
  failed: boolean;
}

/** What went well, or is only to be explained. */
const CALM: readonly PushText[] = [
  'activated',
  'deactivated',
  'dismissed',
  'noKeys',
  'offline',
  'tryInstallFirst',
];

/** What a press is answered with where nothing can be done. */
const HINDERED = {
  unsupported: 'tryUnsupported',
  installFirst: 'tryInstallFirst',
  noKeys: 'noKeys',
} as const satisfies Record<Hindrance, PushText>;

/** The switch's state and what a press does. */
export function usePush(): PushToggleState & { press(): void } {
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const [inTheWay] = useState(hindrance);
  const [active, setActive] = useState<boolean | null>(null);
  const [working, setWorking] = useState(false);
  const [told, setTold] = useState<PushText | null>(null);
  const underWay = useRef(false);
  /** Of looks and presses: an answer that another has overtaken is none. */
  const turn = useRef(0);

  const look = useCallback(async () => {
    if (inTheWay !== null || underWay.current) return;
    turn.current += 1;
    const mine = turn.current;
    const now = await isActiveHere(offline);
    if (turn.current === mine) setActive(now);
  }, [inTheWay, offline]);

  // The permission and the subscription can be changed in the browser and on other phones.
  useEffect(() => {
    void look();
    const again = () => document.visibilityState === 'visible' && void look();
    document.addEventListener('visibilitychange', again);
    // What a start has renewed, or found switched off.
    const stop = onPushRecord(() => void look());
    return () => {
      document.removeEventListener('visibilitychange', again);
      stop();
    };
  }, [look]);

  const tell = (text: PushText, shownHere: PushText | null = text) => {
    setTold(shownHere);
    void showToast({
      title: PUSH[text],
      id: 'push',
      ...(!CALM.includes(text) && { variant: 'destructive' as const }),
    });
  };

  const press = async () => {
    if (inTheWay !== null) return tell(HINDERED[inTheWay], null);
    if (underWay.current || active === null) return;
    underWay.current = true;
    turn.current += 1;
    setWorking(true);
    setTold(null);
    // A half-made attempt would cost the subscription that there is; that nothing answers, only a request can tell.
    if (offline && !(await probe())) {
      underWay.current = false;
      setWorking(false);
      return tell('offline', null);
    }
    const outcome = active ? await deactivate() : await activate();
    if (outcome === 'activated' || outcome === 'deactivated') setActive(outcome === 'activated');
    underWay.current = false;
    setWorking(false);
    tell(outcome);
  };

  const failed = told !== null && !CALM.includes(told);
  const text = textFor({ hindrance: inTheWay, active, working, offline }, told);
  return { hindrance: inTheWay, active, working, offline, text, failed, press: () => void press() };
}

type Shown = Pick<PushToggleState, 'hindrance' | 'active' | 'working' | 'offline'>;

function textFor({ hindrance, active, working, offline }: Shown, told: PushText | null): string {
  if (hindrance !== null) return PUSH[hindrance];
  if (working || active === null) return PUSH.checking;
  if (offline) return PUSH.offline;
  const isOver = told === 'activated' ? !active : told === 'deactivated' && active;
  if (told !== null && !isOver) return PUSH[told];
  if (Notification.permission === 'denied') return PUSH.denied;
  return active ? PUSH.active : PUSH.inactive;
}
