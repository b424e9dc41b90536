import { Button } from '@mantine/core';
import { useState } from 'react';
import { clearPublicCache, localStyles } from '@/db/memory/debug';
import { selectNames } from '@/reads/names-remote';
import { NAMES_FAILED, useDanceStyles } from '@/reads/use-offered-names';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import { showToast } from '@/ui/toast';
import { VisuallyHidden } from '@/ui/visually-hidden';
import { compareNames, type NameRow } from './compare-names';
import classes from './debug.module.css';

/** This phone's styles, beside the database's. */
export default function DanceStylesPage() {
  // The hook only signals changes; the list below also has inactive styles.
  const { status } = useDanceStyles();
  const [database, setDatabase] = useState<string[] | null>(null);
  const [busy, setBusy] = useState<'loading' | 'clearing' | null>(null);

  const load = async () => {
    setBusy('loading');
    try {
      setDatabase((await stylesFromDatabase()).map(nameOf));
      void showToast({ title: 'Dados carregados diretamente do banco' });
    } catch (error) {
      console.error('The styles could not be loaded from the database', error);
      void showToast({ title: 'Erro ao buscar dados do banco', variant: 'destructive' });
    } finally {
      setBusy(null);
    }
  };

  const clear = async () => {
    setBusy('clearing');
    try {
      await clearPublicCache();
      void showToast({ title: 'Cache limpo! Recarregue a página para ver as mudanças.' });
    } catch (error) {
      console.error('The cache could not be cleared', error);
      void showToast({ title: 'Não foi possível limpar o cache', variant: 'destructive' });
    } finally {
      setBusy(null);
    }
  };

  const names = localStyles().map(nameOf);
  const rows = compareNames(names, database ?? names);
  const differences = [...rows.local, ...rows.database].filter(({ only }) => only).length;

  return (
    <Page narrow>
      <PageHeading>Estilos de dança: aparelho e banco</PageHeading>
      <div className={classes.actions}>
        <Button loading={busy === 'loading'} onClick={() => void load()}>
          Carregar do banco
        </Button>
        <Button variant="outline" loading={busy === 'clearing'} onClick={() => void clear()}>
          Limpar cache
        </Button>
      </div>
      <p role="status" className={classes.note}>
        {database === null ? 'Carregue do banco para comparar.' : describe(differences)}
      </p>
      {status === 'failed' ? <p role="alert">{NAMES_FAILED.styles}</p> : null}
      <div className={classes.lists}>
        <NameList title={`No aparelho (${rows.local.length})`} rows={rows.local} />
        <NameList
          title={database === null ? 'No banco' : `No banco (${rows.database.length})`}
          rows={database === null ? [] : rows.database}
        />
      </div>
    </Page>
  );
}

function nameOf({ name, active }: { name: string; active: boolean }): string {
  return active ? name : `${name} (inativo)`;
}

function describe(differences: number): string {
  if (differences === 0) return 'As duas listas são iguais.';
  return differences === 1 ? '1 diferença.' : `${differences} diferenças.`;
}

function NameList({ title, rows }: { title: string; rows: NameRow[] }) {
  return (
    <section className={classes.list}>
      <h2>{title}</h2>
      {rows.length === 0 ? <p className={classes.note}>Nada por aqui.</p> : null}
      <ul>
        {rows.map(({ name, only }) => (
          <li key={name} data-only={only || undefined}>
            {name}
            {only ? <VisuallyHidden> (só nesta lista)</VisuallyHidden> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Styles read from the server's table, for /debug/dance-styles. Throws RestFailure. */
export async function stylesFromDatabase(): Promise<{ id: string; name: string; active: boolean }[]> {
  const names = await selectNames('dance_styles', new AbortController().signal);
  return [...names.values()].map(([id, name, active]) => ({ id, name, active: active === true }));
}
