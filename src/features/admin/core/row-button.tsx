import type { Writing } from './use-writing';

interface RowButtonProps {
  writing: Writing;
  /** Accessible name with action and row: 'Editar: Forró'. */
  label: string;
  onClick(): void;
  children: string;
}

/** A button for one row of a list; disabled offline, with the reason. */
export function RowButton({ writing, label, onClick, children }: RowButtonProps) {
  const { blocked, busy } = writing;
  return (
    <button
      type="button"
      disabled={busy || blocked !== null}
      title={blocked ?? undefined}
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
