import { Button } from '@mantine/core';
import { Modal } from '@/ui/modal';
import { COMMITMENT } from '../messages';

interface CommitmentDialogProps {
  busy: boolean;
  onAgree(): void;
  onDisagree(): void;
  onClose(): void;
}

/** Asks for the community's commitment once the form is valid, before creating the account (000 §2, §4). */
export function CommitmentDialog({ busy, onAgree, onDisagree, onClose }: CommitmentDialogProps) {
  return (
    <Modal
      title="Compromisso com a comunidade"
      onClose={busy ? null : onClose}
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onDisagree}>
            {COMMITMENT.disagree}
          </Button>
          <Button loading={busy} onClick={onAgree}>
            {COMMITMENT.agree}
          </Button>
        </>
      }
    >
      <p>Dançar junto pede confiança. Para fazer parte do Danceflix, eu me comprometo a:</p>
      <ul>
        <li>tratar cada pessoa com respeito, dentro e fora da aula;</li>
        <li>acolher todos os corpos, idades, gêneros, cores, crenças e níveis de dança;</li>
        <li>pedir licença antes do toque e aceitar um “não” na hora;</li>
        <li>não praticar nem tolerar assédio, discriminação ou violência.</li>
      </ul>
      <p>
        <strong>Quem não concorda não pode oferecer nem agendar aulas.</strong>
      </p>
    </Modal>
  );
}
