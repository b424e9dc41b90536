import { Button, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { VerifiedIcon } from '@/ui/icons';
import { Modal } from '@/ui/modal';
import { VERIFIED } from '../verified-text';
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
          title={VERIFIED.title}
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setOpen(false)}>Entendi</Button>}
        >
          <p>
            {VERIFIED.checked} O perfil de {name} foi aprovado em {approved}.
          </p>
          <p>{VERIFIED.limits}</p>
        </Modal>
      ) : null}
    </>
  );
}
