import { WEEK } from '@/db/words/half-days';
import { WeekField } from '@/ui/week-field';

interface AvailabilityFieldProps {
  chosen: readonly string[];
  onChange(slots: string[]): void;
}

export function AvailabilityField(props: AvailabilityFieldProps) {
  return (
    <WeekField
      legend="Quando você dá aulas"
      hint="quem procura pode filtrar por isto"
      rows={WEEK}
      {...props}
    />
  );
}
