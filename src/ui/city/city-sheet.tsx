import type { NamedItem } from '../name-field/name-search';
import { Sheet } from '../sheet';
import { CityFilter } from './city-filter';

export interface CitySheetProps {
  items: readonly NamedItem[];
  status: 'loading' | 'ready' | 'failed';
  first: readonly string[];
  /** Name of the chosen city; empty for all of Brazil. */
  value: string;
  /** Empty for all of Brazil. */
  onChoose(name: string): void;
  /** Counts presses of the button, so that a press while the sheet is closing opens it again. */
  asked: number;
  onClose(): void;
}

/** The sheet in which the own city is chosen. */
export default function CitySheet({ asked, onClose, onChoose, ...field }: CitySheetProps) {
  return (
    <Sheet title="Sua cidade" close="Fechar" asked={asked} onClose={onClose}>
      {(close) => (
        <CityFilter
          {...field}
          label="Onde você quer dançar?"
          inFlow
          everywhere
          startsOpen
          onChange={(name) => {
            onChoose(name);
            close();
          }}
        />
      )}
    </Sheet>
  );
}
