import { memo } from 'react';
import { HeartIcon } from '@/ui/more-icons';
import classes from './heart.module.css';

interface HeartProps {
  id: string;
  name: string;
  pressed: boolean;
  /** The outbox has not stored the change yet, so it may still be lost. */
  saving: boolean;
  onToggle(teacher: { id: string; name: string }, wanted: boolean): void;
}

/** The heart on a card. It has no subscription of its own: the list passes the state to all of its hearts. */
export const Heart = memo(function Heart({ id, name, pressed, saving, onToggle }: HeartProps) {
  return (
    <button
      type="button"
      className={`${classes.heart} ${pressed ? classes.full : ''} ${saving ? classes.saving : ''}`}
      aria-pressed={pressed}
      aria-busy={saving || undefined}
      aria-label={`Salvar ${name} em Meus professores`}
      onClick={() => onToggle({ id, name }, !pressed)}
    >
      <HeartIcon size={26} />
    </button>
  );
});
