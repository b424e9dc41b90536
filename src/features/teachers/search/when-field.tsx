import { useState } from 'react';
import { wantedSlots } from '@/db/rows/availability';
import { filterText } from '@/db/words/half-day-words';
import { EVERY_DAY, filterOf, WEEK } from '@/db/words/half-days';
import { WeekGrid } from '@/ui/week-field';
import classes from './filter-sheet.module.css';

interface WhenFieldProps {
  /** The filter, as the address has it. */
  value: string;
  onChange(value: string): void;
}

const ROWS = [EVERY_DAY, ...WEEK];

/** Several half-days at once: teachers who give lessons in any of them. Folded, since the week is longer than a phone. */
export function WhenField({ value, onChange }: WhenFieldProps) {
  const [isOpen, setOpen] = useState(value !== '');
  return (
    <details
      className={classes.when}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        Dia e horário
        <span>{value === '' ? 'Qualquer dia e horário' : filterText(value)}</span>
      </summary>
      <WeekGrid
        rows={ROWS}
        chosen={value === '' ? [] : wantedSlots(value)}
        onChange={(slots) => onChange(filterOf(slots))}
      />
    </details>
  );
}
