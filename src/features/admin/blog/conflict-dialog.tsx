import { Button } from '@mantine/core';
import { Modal } from '@/ui/modal';
import { momentText } from '../core/labels';
import type { Writing } from '../core/use-writing';
import { WriteButton } from '../core/write-button';

interface ConflictDialogProps {
  /** The moment when the other version was saved. */
  savedAt: string;
  writing: Writing;
  onKeepMine(): void;
  onSeeTheirs(): void;
  onClose(): void;
}

/** Shown when another administrator has saved the article meanwhile. Neither version is overwritten or lost. */
export function ConflictDialog({ savedAt, writing, onKeepMine, onSeeTheirs, onClose }: ConflictDialogProps) {
  return (
    <Modal
      title="Outra pessoa salvou este artigo"
      onClose={onClose}
      actions={
        <>
          <WriteButton writing={writing} onClick={onKeepMine}>
            Salvar o meu como rascunho
          </WriteButton>
          <Button variant="outline" onClick={onSeeTheirs}>
            Ver a versão salva
          </Button>
          <Button variant="subtle" onClick={onClose}>
            Voltar ao meu texto
          </Button>
        </>
      }
    >
      <p>
        Há uma versão de {momentText(savedAt)} sem o que você escreveu. Para não apagar o trabalho de ninguém,
        a sua não foi salva por cima: ela continua inteira neste aparelho.
      </p>
      <p>Salva como rascunho, ela vira outro artigo, que só a equipe vê.</p>
      <p role="status">{writing.blocked}</p>
    </Modal>
  );
}
