/** The checks that an approval records for a teacher whom it will show. */

import { type ReactNode, useState } from 'react';
import { checksFrom, holds } from '@/db/rows/checks';
import type { CheckKind } from '@/db/rows/listed-checks';
import { serverNow } from '@/lib/server-clock';
import { CheckBoxes } from './check-boxes';

const MISSING = 'Marque a identidade: sem ela ninguém aparece na busca.';

export interface ApprovalChecks {
  checks: readonly CheckKind[];
  /** Whether the identity is checked already or among `checks`; else the reason is shown. */
  ready(): boolean;
  boxes: ReactNode;
}

/** Whether a check of identity holds, by the compact text of a listing. */
export const hasIdentity = (checks: string | null): boolean =>
  checksFrom(checks).some((check) => check.kind === 'identity' && holds(check, serverNow()));

/** `isKnown`: the identity is checked already. Nothing is ticked beforehand: each tick says that a person looked. */
export function useApprovalChecks(isKnown: boolean): ApprovalChecks {
  const [checks, setChecks] = useState<CheckKind[]>([]);
  const [tried, setTried] = useState(false);
  const isReady = isKnown || checks.includes('identity');
  return {
    checks,
    ready: () => {
      setTried(true);
      return isReady;
    },
    boxes: (
      <>
        <p>
          {isKnown
            ? 'A identidade já está conferida. Marque o que mais você conferiu agora.'
            : 'Aprovar quer dizer que a identidade foi conferida. Marque só o que você conferiu: a página pública mostra cada item com o mês.'}
        </p>
        <CheckBoxes
          legend="O que foi conferido desta pessoa"
          value={checks}
          error={tried && !isReady ? MISSING : undefined}
          onChange={setChecks}
        />
      </>
    ),
  };
}
