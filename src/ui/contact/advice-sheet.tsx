import type { ReactNode } from 'react';
import { SafetyLink } from '../safety-link';
import { Sheet } from '../sheet';
import classes from './contact.module.css';

interface AdviceSheetProps {
  onClose(): void;
  /** The link that was pressed, and the way to tell somebody. Closing the sheet is the way around both. */
  ways(close: () => void): ReactNode;
}

/** Advice before the first contact with a teacher. */
export default function AdviceSheet({ onClose, ways }: AdviceSheetProps) {
  return (
    <Sheet title="Antes do primeiro encontro" close="Fechar" onClose={onClose}>
      {(close) => (
        <div className={classes.advice}>
          <ul>
            <li>Encontrem-se em um lugar público ou em uma escola de dança.</li>
            <li>Conte a alguém onde, quando e com quem você vai estar.</li>
            <li>Não pague pacote de aulas antes da primeira aula.</li>
          </ul>
          {ways(close)}
          <SafetyLink />
        </div>
      )}
    </Sheet>
  );
}
