import classes from './draft-note.module.css';

interface DraftNoteProps {
  /** The person filled it as a visitor, and has signed in to send it. */
  isReady?: boolean;
  isRestored: boolean;
  /** Said of a draft that was restored. */
  restored?: string;
  /** Cleared a moment ago: can be undone. */
  isCleared: boolean;
  onClear(): void;
  onUndo(): void;
}

/** Says that the form holds what was filled earlier, and offers to begin anew. */
export function DraftNote({
  isReady = false,
  isRestored,
  restored = 'Recuperamos seu rascunho',
  isCleared,
  onClear,
  onUndo,
}: DraftNoteProps) {
  if (!isRestored && !isCleared) return null;
  const text = isCleared
    ? 'Rascunho apagado'
    : isReady
      ? 'Seu pedido está pronto. Falta só enviar.'
      : restored;
  return (
    <p className={classes.draft} role="status">
      {text}
      <span aria-hidden="true"> · </span>
      <button type="button" className={classes.clear} onClick={isCleared ? onUndo : onClear}>
        {isCleared ? 'Desfazer' : 'Limpar'}
      </button>
    </p>
  );
}
