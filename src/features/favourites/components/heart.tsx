import { memo } from 'react';
import { HeartIcon } from '@/ui/icons';
import classes from './heart.module.css';

interface HeartProps {
  id: string;
  name: string;
  pressed: boolean;
  /** This phone has not stored it yet: it may still be lost. */
  saving: boolean;
  onTap(teacher: { id: string; name: string }, wanted: boolean): void;
}

/** On a card. It knows nothing by itself: who draws the list tells all of its hearts. */
export const Heart = memo(function Heart({ id, name, pressed, saving, onTap }: HeartProps) {
  return (
    <button
      type="button"
      className={`${classes.heart} ${pressed ? classes.full : ''} ${saving ? classes.saving : ''}`}
      aria-pressed={pressed}
      aria-busy={saving || undefined}
      aria-label={`Guardar ${name} em Meus professores`}
      onClick={() => onTap({ id, name }, !pressed)}
    >
      <HeartIcon size={26} />
    </button>
  );
});
