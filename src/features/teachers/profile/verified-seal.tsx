import { Button, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { VerifiedIcon } from '@/ui/icons';
import { Modal } from '@/ui/modal';
import classes from './verified-seal.module.css';

interface VerifiedSealProps {
  name: string;
  /** 'março de 2026'. */
  approved: string;
}

/** Since when a teacher is shown; a tap explains how the team decides that. */
export function VerifiedSeal({ name, approved }: VerifiedSealProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <UnstyledButton className={classes.seal} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <VerifiedIcon size={18} />
        <span>Aprovado em {approved}</span>
      </UnstyledButton>
      {open ? (
        <Modal
          title="O que quer dizer “verificado”"
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setOpen(false)}>Entendi</Button>}
        >
          <p>
            Antes de um perfil aparecer na busca, nossa equipe olha o que foi escrito, a foto e o contato, e
            só então aprova. O perfil de {name} foi aprovado em {approved}.
          </p>
          <p>
            A equipe não acompanha as aulas. Leia as avaliações, combine tudo antes de marcar e, se algo não
            estiver certo, denuncie: só nós lemos.
          </p>
        </Modal>
      ) : null}
    </>
  );
}
