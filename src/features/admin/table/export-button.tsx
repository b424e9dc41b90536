import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { logger } from '@/lib/logger';
import { useSyncStatus } from '@/reads/sync-status';
import { showToast } from '@/ui/toast';
import { failureText, OFFLINE } from '../core/texts';
import type { Column } from './columns';
import { type Cell, csvText } from './csv';
import type { Row } from './list';
import type { List } from './use-list';

/** Rows per request; the server gives no more at once. */
const AT_ONCE = 500;

interface ExportButtonProps<R extends Row> {
  list: List<R>;
  columns: readonly Column<R>[];
  fileName: string;
}

/** Exports all pages of the list, with its search, filters and order, as one file. A failed page fails the export. */
export function ExportButton<R extends Row>({ list, columns, fileName }: ExportButtonProps<R>) {
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const [rows, setRows] = useState<number | null>(null);
  const left = useRef(new AbortController());
  useEffect(() => {
    left.current = new AbortController();
    return () => left.current.abort();
  }, []);

  const run = async () => {
    setRows(0);
    const { signal } = left.current;
    const failed = (text: string) =>
      showToast({
        title: 'O arquivo não foi feito',
        description: text,
        variant: 'destructive',
        id: 'export',
      });
    try {
      const lines: Cell[][] = [];
      let after: unknown = null;
      do {
        const answer = await list.source.ask({ ...list.request, after, size: AT_ONCE }, signal);
        if (signal.aborted) return;
        if (answer.kind !== 'ok') {
          await failed(failureText(answer));
          return;
        }
        const page = list.source.read(answer.value);
        for (const row of page.rows) lines.push(columns.map(({ csv }) => csv(row)));
        after = page.next;
        setRows(lines.length);
      } while (after !== null);
      const titles = columns.map(({ title }) => title);
      download(`danceflix-${fileName}.csv`, csvText(titles, lines), 'text/csv;charset=utf-8');
    } catch (error) {
      logger.error('The list could not be exported', error);
      await failed('O servidor respondeu de um jeito que esta versão não entende.');
    } finally {
      setRows(null);
    }
  };

  return (
    <Button
      variant="outline"
      disabled={offline || rows !== null}
      title={offline ? OFFLINE : undefined}
      onClick={() => void run()}
    >
      {rows === null ? 'Exportar CSV' : `Exportando… ${rows.toLocaleString('pt-BR')}`}
    </Button>
  );
}

/** Downloads a text as a file. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started by the next task, so the address can be revoked then.
  setTimeout(() => URL.revokeObjectURL(address));
}
