import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import { useTypedEarly } from '@/lib/typed-early';
import { useContent } from '@/reads/use-content';
import { SelectField } from '@/ui/fields';
import { Notice } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import { SearchField } from '@/ui/search-field';
import waiting from '@/ui/waiting.module.css';
import { LEVELS, parseStep } from '../schema';
import {
  byStyle,
  filtersFromQuery,
  narrowed,
  queryOf,
  type StepFilters,
  type StyleSteps,
} from '../step-filters';
import { StepCard } from './step-card';
import classes from './step-library.module.css';

interface StepLibraryProps {
  /** Styles' names by id. */
  styleNames: ReadonlyMap<string, string>;
  /** The names are still loading. */
  isNaming: boolean;
}

const LEVEL_LABELS = [
  ['', 'Todos'],
  ...LEVELS.map((level) => [level, `${level.charAt(0).toUpperCase()}${level.slice(1)}`] as const),
] as const;

/** All steps by style and level; the filters are kept in the URL. */
export function StepLibrary({ styleNames, isNaming }: StepLibraryProps) {
  const { status, data: steps, retry } = useContent('step', parseStep);
  const groups = useMemo(() => byStyle(steps, styleNames), [steps, styleNames]);
  const isLoading = status === 'loading' || (status === 'ready' && steps.length > 0 && isNaming);
  return (
    <>
      <header className={classes.head}>
        <PageHeading>Biblioteca de passos</PageHeading>
        <p className={classes.intro}>
          Para relembrar o que foi visto na aula, ou planejar a próxima: passos explicados por estilo e nível.
          As explicações funcionam sem internet.
        </p>
      </header>
      {isLoading ? <Waiting /> : null}
      {status === 'unavailable' ? (
        <Notice
          title="Os passos ainda não estão neste aparelho"
          text="Você está sem conexão. Abra a biblioteca uma vez com internet e ela fica salva aqui."
          action={<Button onClick={retry}>Tentar de novo</Button>}
        />
      ) : null}
      {status === 'failed' ? (
        <Notice
          role="alert"
          title="Não foi possível carregar os passos"
          text="Tente de novo daqui a pouco."
          action={<Button onClick={retry}>Tentar de novo</Button>}
        />
      ) : null}
      {status === 'ready' && !isLoading ? (
        groups.length === 0 ? (
          <Notice title="A biblioteca ainda está vazia" text="Os primeiros passos chegam em breve." />
        ) : (
          <Library groups={groups} />
        )
      ) : null}
    </>
  );
}

function Library({ groups }: { groups: readonly StyleSteps[] }) {
  const [filters, setFilters] = useFilters();
  const shown = narrowed(groups, filters);
  const count = shown.reduce((sum, { steps }) => sum + steps.length, 0);
  const styles = groups.map(({ style }) => style);
  return (
    <>
      <search className={classes.filters}>
        <SearchField
          label="Buscar passo"
          name="busca"
          placeholder="Ex.: giro"
          maxLength={80}
          value={filters.text}
          onChange={(text) => setFilters({ text })}
        />
        <SelectField
          label="Estilo de dança"
          name="estilo"
          value={styles.includes(filters.style) ? filters.style : ''}
          onChange={({ currentTarget }) => setFilters({ style: currentTarget.value })}
          data={[{ value: '', label: 'Todos os estilos' }, ...styles]}
        />
        <fieldset className={classes.levels}>
          <legend className={classes.legend}>Nível</legend>
          {LEVEL_LABELS.map(([level, label]) => (
            <LevelChoice
              key={level}
              level={level}
              label={label}
              checked={filters.level === level}
              onChoose={() => setFilters({ level })}
            />
          ))}
        </fieldset>
      </search>
      <p className={classes.count} role="status">
        {count === 1 ? '1 passo' : `${count} passos`}
      </p>
      {count === 0 ? (
        <Notice
          title="Nenhum passo encontrado"
          text="Tente outra palavra, outro estilo ou todos os níveis."
          action={
            <Button onClick={() => setFilters({ style: '', level: '', text: '' })}>Limpar filtros</Button>
          }
        />
      ) : null}
      {shown.map(({ style, steps }) => (
        <section key={style} className={classes.group} aria-label={style}>
          <h2>{style}</h2>
          <ul className={classes.grid}>
            {steps.map((step) => (
              <li key={step.id}>
                <StepCard step={step} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

interface LevelChoiceProps {
  level: string;
  label: string;
  checked: boolean;
  onChoose(): void;
}

function LevelChoice({ level, label, checked, onChoose }: LevelChoiceProps) {
  const field = useTypedEarly<HTMLInputElement>(onChoose);
  return (
    <label className={classes.level}>
      <input ref={field} type="radio" name="nivel" value={level} checked={checked} onChange={onChoose} />
      <span>{label}</span>
    </label>
  );
}

/** Filters that change at once. The URL follows the changes, and sets the filters after a link or a step back. */
function useFilters(): [StepFilters, (part: Partial<StepFilters>) => void] {
  const [query, setQuery] = useSearchParams();
  const navigation = useNavigationType();
  const inAddress = query.toString();
  const [filters, setFilters] = useState(() => filtersFromQuery(query));
  // Several filters may change before the next render.
  const current = useRef(filters);
  const shownAddress = useRef(inAddress);
  useEffect(() => {
    if (shownAddress.current === inAddress) return;
    shownAddress.current = inAddress;
    if (navigation === 'REPLACE') return;
    current.current = filtersFromQuery(new URLSearchParams(inAddress));
    setFilters(current.current);
  }, [navigation, inAddress]);
  const set = (part: Partial<StepFilters>) => {
    current.current = { ...current.current, ...part };
    setFilters(current.current);
    setQuery(queryOf(current.current), { replace: true, preventScrollReset: true });
  };
  return [filters, set];
}

function Waiting() {
  return (
    <div
      className={`${classes.grid} ${waiting.light}`}
      role="status"
      aria-busy="true"
      aria-label="Carregando os passos"
    >
      <div className={classes.waiting} />
      <div className={classes.waiting} />
      <div className={classes.waiting} />
      <div className={classes.waiting} />
    </div>
  );
}
