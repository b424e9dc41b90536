import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { withRedirect } from '@/auth/entering/redirect';
import { AlertSheet, type PhonePush } from '@/features/alerts/components/alert-sheet';
import { keepWish } from '@/features/alerts/kept-wish';
import type { Sought } from '@/features/alerts/wish';
import { type Hindrance, hindrance } from '@/features/push/support';
import { PUSH } from '@/features/push/texts';
import { askPermission, isVisitorDue, reachVisitor } from '@/features/push/visitor';
import { useTeacherSearch } from '@/features/teachers/queries';
import type { SearchFilters } from '@/features/teachers/schema';
import { logger } from '@/lib/logger';
import { grouped } from '@/lib/portuguese';
import { NOT_STORED } from '@/outbox/words';
import { useSyncStatus } from '@/reads/sync-status';
import { useNavigate } from '@/ui/navigate';
import { showToast } from '@/ui/toast';
import classes from './alert-offer.module.css';

interface OpenedProps {
  asked: number;
  sought: SearchFilters;
  onClose(): void;
}

/** 'Avise-me' with pushes, and with who is there already. */
export default function OpenedAlert({ asked, sought, onClose }: OpenedProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const online = useSyncStatus(({ connection }) => connection === 'online');
  // An alert made offline: the phone is connected as soon as there is a network.
  useEffect(() => {
    if (!online || !isVisitorDue(Date.now())) return;
    reachVisitor().catch((error: unknown) => logger.warn('The phone of a visitor was not connected', error));
  }, [online]);
  return (
    <AlertSheet
      asked={asked}
      sought={{ style: sought.style, city: sought.city, area: sought.area ?? '' }}
      push={phonePush()}
      there={(wanted) => <AlreadyThere wanted={wanted} />}
      onAccount={(wish) => {
        if (!keepWish(wish)) {
          void showToast({ id: 'alert', title: NOT_STORED.blocked, variant: 'destructive' });
          return;
        }
        void navigate(withRedirect('/register', pathname + search, 'student'));
      }}
      onClose={onClose}
    />
  );
}

const HINDERED: Record<Hindrance, string> = {
  unsupported: PUSH.tryUnsupported,
  noKeys: 'As notificações no aparelho ainda não estão disponíveis aqui.',
  installFirst: PUSH.installFirst,
};

function phonePush(): PhonePush {
  const inTheWay = hindrance();
  return {
    hindrance: inTheWay === null ? null : HINDERED[inTheWay],
    ask: async () => {
      const answer = await askPermission();
      return answer === 'granted' ? null : PUSH[answer];
    },
    reach: reachVisitor,
  };
}

/** Who teaches it already: the alert tells only of who comes. */
function AlreadyThere({ wanted }: { wanted: Sought }) {
  const isAny = wanted.style === '' && wanted.city === '';
  const { status, data } = useTeacherSearch({ name: '', page: 1, ...wanted });
  if (isAny || status !== 'ready') return null;
  const count = wanted.area === '' ? data.totalCount : (data.bestCount ?? 0);
  if (count === 0) return null;
  return (
    <p className={classes.there}>
      {count === 1 ? 'Já há 1 professor assim' : `Já há ${grouped(count)} professores assim`} na busca. O
      aviso conta de quem chegar.
    </p>
  );
}
