import { useStore } from 'zustand';
import { privateRowsOf, privateStore } from '@/db/memory/private-store';
import type { RawCommand } from '@/outbox/command';
import { useCatalog } from '@/reads/use-catalog';
import { heldOf } from '../held';
import { LOST } from '../texts';
import { writtenIn } from '../written';

/** A write that a restored server no longer takes: what its author wrote, and what the server holds now. */
export function LostWrite({ command }: { command: RawCommand }) {
  const catalog = useCatalog();
  const { summary, words } = writtenIn(command, catalog);
  const rows = useStore(privateStore, (state) => privateRowsOf(command.userId, state.rows));
  const held = heldOf(command, rows);
  const wrote = [...(summary ? [summary] : []), ...words];
  return (
    <>
      <p>{LOST.why}</p>
      {wrote.length > 0 ? <p>{LOST.wrote(wrote)}</p> : null}
      {held ? <p>{LOST.held(held)}</p> : null}
    </>
  );
}
