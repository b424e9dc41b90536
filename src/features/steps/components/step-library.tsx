import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { useIdentity } from '@/auth/identity';
import { useTypedEarly } from '@/lib/typed-early';
import { useContent } from '@/reads/use-content';
import { StyleFilter } from '@/ui/dance-styles/style-filter';
import { Notice } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import { SearchField } from '@/ui/search-field';
import waiting from '@/ui/waiting.module.css';
import { LIBRARY } from '../library/library';
import { useOwnSteps } from '../queries';
import { LEVELS, parseStep, type Step } from '../schema';
import {
  byStyle,
  filtersFromQuery,
  narrowed,
  narrowedLibrary,
  OTHER_STYLES,
  queryOf,
  type StepFilters,
  type StyleSteps,
} from '../step-filters';
import { FoldedPlayer } from './count-player';
import { LibraryStepCard } from './library-step';
import card from './step-card.module.css';
import classes from './step-library.module.css';
import { StepVideo } from './step-video';

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
  const isKnown = status === 'ready' && !isLoading;
  return (
    <>
      <header className={classes.head}>
        <PageHeading>Biblioteca de passos</PageHeading>
        <p className={classes.intro}>
          Para relembrar o que foi visto na aula, ou planejar a próxima: passos explicados por estilo e nível.
          As explicações funcionam sem internet.
        </p>
      </header>
      <FoldedPlayer />
      <Library groups={isKnown ? groups : NONE} isKnown={isKnown} />
      {isLoading ? <Waiting /> : null}
      {status === 'unavailable' ? (
        <Notice
          title="Os passos da equipe ainda não estão neste aparelho"
          text="Você está sem conexão. Abra a biblioteca uma vez com internet e eles também ficam salvos aqui."
          action={<Button onClick={retry}>Tentar de novo</Button>}
        />
      ) : null}
      {status === 'failed' ? (
        <Notice
          role="alert"
          title="Não foi possível carregar os passos da equipe"
          text="Tente de novo daqui a pouco."
          action={<Button onClick={retry}>Tentar de novo</Button>}
        />
      ) : null}
    </>
  );
}

const NONE: StyleSteps[] = [];

interface LibraryProps {
  /** The team's steps; empty until they are known. */
  groups: readonly StyleSteps[];
  isKnown: boolean;
}

function Library({ groups, isKnown }: LibraryProps) {
  const [filters, setFilters] = useFilters();
  const { canMark, marks } = useMarking();
  const { hash } = useLocation();
  const team = new Map(narrowed(groups, filters).map(({ style, steps }) => [style, steps]));
  const shipped = narrowedLibrary(LIBRARY, filters);
  const shown = stylesOf(groups)
    .map((style) => ({ style, steps: team.get(style) ?? [], library: shipped.get(style) ?? [] }))
    .filter(({ steps, library }) => steps.length + library.length > 0);
  const count = shown.reduce((sum, { steps, library }) => sum + steps.length + library.length, 0);
  const styles = stylesOf(groups);
  useEffect(() => {
    const named = hash === '' ? null : document.getElementById(hash.slice(1));
    named?.scrollIntoView({ block: 'center' });
    named?.focus({ preventScroll: true });
  }, [hash]);
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
        <StyleFilter
          label="Estilo de dança"
          name="estilo"
          items={styles.map((style) => ({ id: style, name: style }))}
          status={isKnown ? 'ready' : 'loading'}
          value={filters.style}
          onChange={(style) => setFilters({ style })}
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
      {shown.map(({ style, steps, library }) => (
        <section key={style} className={classes.group} aria-label={style}>
          <h2>{style}</h2>
          {library.length > 0 ? <p className={classes.rhythm}>{rhythmOf(style)}</p> : null}
          <ul className={classes.grid}>
            {library.map((step) => (
              <li key={step.id}>
                <LibraryStepCard step={step} mark={canMark ? (marks.get(step.id) ?? 'none') : null} />
              </li>
            ))}
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

/** All styles by name, those that the app does not know last. */
function stylesOf(groups: readonly StyleSteps[]): string[] {
  const names = new Set([...LIBRARY.map(({ style }) => style), ...groups.map(({ style }) => style)]);
  return [...names].sort(
    (a, b) => Number(a === OTHER_STYLES) - Number(b === OTHER_STYLES) || a.localeCompare(b, 'pt-BR'),
  );
}

const rhythmOf = (style: string): string => LIBRARY.find((one) => one.style === style)?.rhythm ?? '';

/** Students keep a notebook. */
function useMarking() {
  const { identity } = useIdentity();
  const { marks } = useOwnSteps();
  return { canMark: identity?.state === 'active' && identity.role === 'student', marks };
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

const LABELS = { iniciante: 'Iniciante', intermediário: 'Intermediário', avançado: 'Avançado' } as const;

export function StepCard({ step }: { step: Step }) {
  return (
    <article className={card.card}>
      <div className={card.head}>
        <h3 className={card.name}>{step.name}</h3>
        <p className={card.level} data-level={LABELS[step.level]}>
          {LABELS[step.level]}
        </p>
      </div>
      <p className={card.text}>{step.description}</p>
      {step.videoUrl ? <StepVideo step={step.name} url={step.videoUrl} /> : null}
    </article>
  );
}
