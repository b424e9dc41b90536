import { Button, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { TeacherCheck } from '@/db/rows/checks';
import { VerifiedIcon } from '@/ui/icons';
import { Modal } from '@/ui/modal';
import { CheckedList } from './checked-section';
import classes from './verified-seal.module.css';

interface VerifiedSealProps {
  name: string;
  /** 'março de 2026'. */
  approved: string;
  checks: readonly TeacherCheck[];
}

/** Since when a teacher is shown; a tap lists what the team checked and what that does not mean. */
export function VerifiedSeal({ name, approved, checks }: VerifiedSealProps) {
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
            {VERIFIED.checked} O perfil de {name} foi aprovado em {approved}. O que vale hoje:
          </p>
          <CheckedList checks={checks} />
          <p>{VERIFIED.limits}</p>
        </Modal>
      ) : null}
    </>
  );
}

/** The meaning of 'verificado', in the words of every place that explains it: change it where the checks change. */
export const VERIFIED = {
  title: 'O que quer dizer “verificado”',
  checked:
    'Um perfil só aparece na busca enquanto a identidade de quem ensina está conferida pela nossa equipe, que também olha o texto, a foto e o contato antes de aprovar.',
  limits:
    'A equipe não acompanha as aulas. Leia as avaliações, combine tudo antes de marcar e, se algo não estiver certo, denuncie: só nós lemos.',
} as const;
