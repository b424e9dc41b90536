import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Modal } from '@/ui/modal';
import type { Writing } from './use-writing';
import { WriteButton } from './write-button';

interface QuestionProps {
  title: string;
  children: ReactNode;
  /** Label of the confirming button, a verb. */
  action: string;
  writing: Writing;
  onConfirm(): void;
  onClose(): void;
}

/** Asks for confirmation before a change that other people will notice. */
export function Question({ title, children, action, writing, onConfirm, onClose }: QuestionProps) {
  /** An error from before this dialog must not show in it. */
  const [tried, setTried] = useState(false);
  const confirm = () => {
    setTried(true);
    onConfirm();
  };
  return (
    <Modal
      title={title}
      onClose={onClose}
      actions={
        <>
          <WriteButton writing={writing} onClick={confirm}>
            {action}
          </WriteButton>
          <Button variant="outline" onClick={onClose}>
            Voltar
          </Button>
        </>
      }
    >
      {children}
      <p role="status">{writing.blocked ?? (tried ? writing.problem : null)}</p>
    </Modal>
  );
}
