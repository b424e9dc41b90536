import { Button } from '@mantine/core';
import { grouped } from '@/lib/portuguese';
import { useFirstCities } from '@/reads/my-city';
import { Sheet } from '@/ui/sheet';
import { CityChoice, StyleSelect, WhenSelect } from './filter-selects';
import classes from './filter-sheet.module.css';
import type { SearchFilterControls } from './use-search-filters';

interface FilterSheetProps {
  /** Counts presses of the button, so that a press while the sheet is closing opens it again. */
  asked: number;
  controls: SearchFilterControls;
  /** Number of results for the present filters; null while unknown. */
  total: number | null;
  onClose(): void;
}

function seeResults(total: number | null): string {
  if (total === null || total === 0) return 'Ver resultados';
  return total === 1 ? 'Ver 1 professor' : `Ver ${grouped(total)} professores`;
}

/** Style, city and time in a bottom sheet on phones. */
export default function FilterSheet({ asked, controls, total, onClose }: FilterSheetProps) {
  const { filters, setStyle, setCity, setWhen, clear } = controls;
  const first = useFirstCities();
  return (
    <Sheet title="Filtros" close="Fechar filtros" asked={asked} onClose={onClose}>
      {(close) => (
        <>
          <StyleSelect value={filters.style} onChange={setStyle} />
          <CityChoice inFlow first={first} value={filters.city} onChange={setCity} />
          <WhenSelect value={filters.when ?? ''} onChange={setWhen} />
          <div className={classes.actions}>
            <Button variant="outline" onClick={clear}>
              Limpar Filtros
            </Button>
            <Button onClick={close}>{seeResults(total)}</Button>
          </div>
        </>
      )}
    </Sheet>
  );
}
