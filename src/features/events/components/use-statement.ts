import { type RefObject, useRef, useState } from 'react';
import { useOverlay } from '@/outbox/pending';
import { useOwnRows } from '@/reads/own-rows';
import { isGuardian, statesAdult } from '../partners';

export interface Statement {
  /** When it reached the server, ISO 8601. */
  statedAt: string | null;
  /** A write on this phone carries it. */
  isWaiting: boolean;
  /** Ticked on this page. */
  isTicked: boolean;
  isGiven: boolean;
  /** A write has to carry it: as long as the server has none, each one, since any of them may be refused. */
  isDue: boolean;
  /** Whether the person pressed on without it. */
  isMissed: boolean;
  /** This account asks for lessons for a person under age. */
  isGuardian: boolean;
  box: RefObject<HTMLInputElement | null>;
  tick(isTicked: boolean): void;
  /** Marks the missing statement and leads to it. */
  miss(): void;
}

/** The person's statement to be 18 or older, which asking for a partner and answering need. */
export function useStatement(): Statement {
  const { userId, rows } = useOwnRows();
  const isWaiting = statesAdult(useOverlay('partner_requests'));
  const box = useRef<HTMLInputElement>(null);
  /** Whose tick and try they are: on a shared phone the next person states for themselves. */
  const [ticked, setTicked] = useState<string | null>(null);
  const [missed, setMissed] = useState<string | null>(null);
  const statedAt = rows?.profile?.adult_stated_at ?? null;
  const isTicked = userId !== null && ticked === userId;
  const isGiven = statedAt !== null || isWaiting || isTicked;
  return {
    ...{ statedAt, isWaiting, isTicked, isGiven, box },
    isDue: statedAt === null,
    isMissed: !isGiven && userId !== null && missed === userId,
    isGuardian: isGuardian(rows?.lessonRequests ?? []),
    tick: (on) => setTicked(on ? userId : null),
    miss: () => {
      setMissed(userId);
      box.current?.focus();
    },
  };
}
