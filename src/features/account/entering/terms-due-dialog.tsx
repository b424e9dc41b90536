import { Button } from '@mantine/core';
import { useState } from 'react';
import type { TermsDue } from '@/auth/identity';
import { acceptTerms } from '@/auth/own-account';
import { signOut } from '@/auth/session/session';
import { logger } from '@/lib/logger';
import { Modal } from '@/ui/modal';
import { FormNote } from '../fields/form-note';
import { LegalLinks } from '../fields/terms-field';
import { LOGOUT, PROFILE } from '../messages';

/** Asks to accept a newer version of the terms, with links to both texts. Declining signs the user out. */
export default function TermsDueDialog({ terms }: { terms: TermsDue }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const run = async (action: () => Promise<string | null>) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    // On success the identity changes and this dialog is removed.
    setFailure(await action());
    setBusy(false);
  };

  const accept = async () => {
    const outcome = await acceptTerms(terms.id);
    if (outcome.kind === 'ok') return null;
    if (outcome.kind === 'network') return 'Sem conexão. Tente de novo quando a internet voltar.';
    logger.error('Terms not accepted', outcome);
    return PROFILE.failed;
  };
  const leave = async () => ((await signOut()).kind === 'failed' ? LOGOUT.failed : null);

  return (
    <Modal
      title="Aceite os termos para continuar"
      onClose={null}
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={() => void run(leave)}>
            Sair da conta
          </Button>
          <Button loading={busy} onClick={() => void run(accept)}>
            Aceitar e continuar
          </Button>
        </>
      }
    >
      <p>
        Há uma nova versão (nº {terms.version}) dos nossos textos. Leia os <LegalLinks /> e diga se concorda.
      </p>
      {failure === null ? null : <FormNote kind="failure">{failure}</FormNote>}
    </Modal>
  );
}
