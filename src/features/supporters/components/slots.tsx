import type { SponsorTierInfo } from '../schema';
import classes from './slots.module.css';

/** '4 de 5 vagas livres', with a dot for each slot. */
export function Slots({ info: { slots, free } }: { info: SponsorTierInfo }) {
  return (
    <p className={classes.slots} data-full={free === 0 || undefined}>
      <span className={classes.marks} aria-hidden="true">
        {Array.from({ length: slots }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slot is identified by its position
          <span key={place} className={classes.mark} data-taken={place < slots - free || undefined} />
        ))}
      </span>
      {slotsText(slots, free)}
    </p>
  );
}

function slotsText(slots: number, free: number): string {
  if (free === 0) return slots === 1 ? 'A única vaga está ocupada' : `As ${slots} vagas estão ocupadas`;
  if (slots === 1) return '1 vaga, livre';
  return `${free} de ${slots} vagas ${free === 1 ? 'livre' : 'livres'}`;
}
