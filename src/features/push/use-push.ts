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
  /** Null until known. */
  active: boolean | null;
  /** A press is being handled. */
  working: boolean;
  offline: boolean;
  /** Text below the switch; `failed` marks it as an error. */
  text: string;
  failed: boolean;
}

/** Texts that report a success or only explain. */
const CALM: readonly PushText[] = [
  'activated',
  'deactivated',
  'dismissed',
  'noKeys',
  'offline',
  'tryInstallFirst',
];

/** Answers to a press on a device where push is impossible. */
const HINDERED = {
  unsupported: 'tryUnsupported',
  installFirst: 'tryInstallFirst',
  noKeys: 'noKeys',
} as const satisfies Record<Hindrance, PushText>;

export function usePush(): PushToggleState & { press(): void } {
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const [inTheWay] = useState(hindrance);
  const [active, setActive] = useState<boolean | null>(null);
  const [working, setWorking] = useState(false);
  const [told, setTold] = useState<PushText | null>(null);
  const underWay = useRef(false);
  /** Serial number of checks and presses: an answer that a later one has overtaken is dropped. */
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
    // The start may have renewed the subscription or found it switched off.
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
    // Attempts nothing offline, since a failed attempt would drop the present subscription. Only a request can tell
    // whether the server answers.
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
