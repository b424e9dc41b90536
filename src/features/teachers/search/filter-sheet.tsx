import { Button } from '@mantine/core';
import { grouped } from '@/lib/portuguese';
import { useFirstCities } from '@/reads/my-city';
import { Sheet } from '@/ui/sheet';
import { AreaField, CriterionSelect, CriterionSwitch } from './criterion-fields';
import { CityChoice, StyleChoice } from './filter-selects';
import classes from './filter-sheet.module.css';
import type { SearchFilterControls } from './use-search-filters';
import { WhenField } from './when-field';

interface FilterSheetProps {
  /** Counts presses of the button, so that a press while the sheet is closing opens it again. */
  asked: number;
  controls: SearchFilterControls;
  /** Style and city stand elsewhere. */
  isRest: boolean;
  /** Number of results for the present filters; null while unknown. */
  total: number | null;
  onClose(): void;
}

function seeResults(total: number | null): string {
  if (total === null || total === 0) return 'Ver resultados';
  return total === 1 ? 'Ver 1 professor' : `Ver ${grouped(total)} professores`;
}

/** Filters in a sheet: all of them on phones. */
export default function FilterSheet({ asked, controls, isRest, total, onClose }: FilterSheetProps) {
  const { filters, setStyle, setCity, setCriterion, clear } = controls;
  const first = useFirstCities();
  return (
    <Sheet title="Filtros" close="Fechar filtros" asked={asked} onClose={onClose}>
      {(close) => (
        <>
          {isRest ? null : (
            <>
              <StyleChoice inFlow value={filters.style} onChange={setStyle} />
              <CityChoice inFlow first={first} value={filters.city} onChange={setCity} />
            </>
          )}
          <AreaField value={filters.area ?? ''} onChange={(area) => setCriterion('area', area)} />
          <WhenField value={filters.when ?? ''} onChange={(when) => setCriterion('when', when)} />
          <CriterionSelect name="level" {...{ filters, setCriterion }} />
          <CriterionSelect name="place" {...{ filters, setCriterion }} />
          <CriterionSelect name="role" {...{ filters, setCriterion }} />
          <div className={classes.switches}>
            <CriterionSwitch name="couples" {...{ filters, setCriterion }} />
            <CriterionSwitch name="access" {...{ filters, setCriterion }} />
          </div>
          <CriterionSelect name="check" {...{ filters, setCriterion }} />
          <p className={classes.order}>
            Bairro, horário e nível mudam a ordem: quem combina mais vem primeiro, antes de qualquer destaque
            pago.
          </p>
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
