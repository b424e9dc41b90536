import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { grouped } from '@/lib/portuguese';
import { CloseIcon } from '@/ui/icons';
import { CitySelect, StyleSelect, WhenSelect } from './filter-selects';
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

/**
 * Style and city in a bottom sheet on phones. The native modal dialog keeps the focus inside, closes with Escape and
 * Android's back, and returns the focus, without any code of ours.
 */
export function FilterSheet({ asked, controls, total, onClose }: FilterSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { filters, setStyle, setCity, setWhen, clear } = controls;

  useEffect(() => {
    if (asked > 0 && dialog.current?.open === false) dialog.current.showModal();
  }, [asked]);
  useEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a tap beside the sheet closes it; the keyboard has Escape and the button.
    <dialog
      ref={dialog}
      className={classes.sheet}
      aria-labelledby="filter-sheet-title"
      // The event arrives later, when the sheet may be open again.
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close();
      }}
    >
      <div className={classes.inner}>
        <div className={classes.head}>
          <h2 id="filter-sheet-title">Filtros</h2>
          <button
            type="button"
            className={classes.close}
            aria-label="Fechar filtros"
            onClick={() => dialog.current?.close()}
          >
            <CloseIcon />
          </button>
        </div>
        <StyleSelect value={filters.style} onChange={setStyle} />
        <CitySelect value={filters.city} onChange={setCity} />
        <WhenSelect value={filters.when ?? ''} onChange={setWhen} />
        <div className={classes.actions}>
          <Button variant="outline" onClick={clear}>
            Limpar Filtros
          </Button>
          <Button onClick={() => dialog.current?.close()}>{seeResults(total)}</Button>
        </div>
      </div>
    </dialog>
  );
}
