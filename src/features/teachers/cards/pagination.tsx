import { Button } from '@mantine/core';
import { memo, useMemo } from 'react';
import { ChevronLeftIcon, ChevronRightIcon } from '@/ui/icons';
import { useAfterPaint } from '@/ui/use-after-paint';
import classes from './pagination.module.css';

interface PaginationProps {
  page: number;
  totalPages: number;
  onPage(page: number): void;
}

/**
 * Rendered after the next paint, so that it does not delay the results of a keystroke. Buttons appear from two pages
 * on.
 */
export function Pagination({ page, totalPages, onPage }: PaginationProps) {
  const where = useAfterPaint(useMemo(() => ({ page, totalPages }), [page, totalPages]));
  return where.totalPages > 0 ? <Pages {...where} onPage={onPage} /> : null;
}

const Pages = memo(function Pages({ page, totalPages, onPage }: PaginationProps) {
  const last = totalPages;
  const shown = Math.min(page, last);
  const where = (
    <span className={classes.where} aria-current="page">
      Página {shown} de {last}
    </span>
  );
  if (last === 1) return <p className={classes.pagination}>{where}</p>;
  return (
    <nav className={classes.pagination} aria-label="Páginas de resultados">
      <Button
        variant="outline"
        disabled={shown <= 1}
        leftSection={<ChevronLeftIcon size={18} />}
        onClick={() => onPage(shown - 1)}
      >
        Anterior
      </Button>
      {where}
      <Button
        variant="outline"
        disabled={shown >= last}
        rightSection={<ChevronRightIcon size={18} />}
        onClick={() => onPage(shown + 1)}
      >
        Próxima
      </Button>
    </nav>
  );
});
