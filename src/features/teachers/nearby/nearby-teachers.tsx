import { useId, useMemo } from 'react';
import { inPlace } from '@/lib/portuguese';
import { useBios } from '../bios';
import { TeacherCardSkeleton } from '../cards/teacher-card';
import { TeacherGrid } from '../cards/teacher-grid';
import type { CornerOf, SearchFilters, TeacherCard } from '../schema';
import { withStyleFirst } from '../search/search-results';
import classes from './nearby.module.css';
import { useNearby } from './use-nearby';

interface NearbyTeachersProps {
  /** With a city in which nobody teaches. */
  filters: SearchFilters;
  corner: CornerOf | null;
}

/** Teachers in cities near by, then those who teach online; nothing where there are neither. */
export default function NearbyTeachers({ filters, corner }: NearbyTeachersProps) {
  const found = useNearby(filters);
  const { style, city } = filters;
  if (found.status === 'loading') return <Waiting city={city} />;
  if (found.status === 'failed') {
    return (
      <p className={classes.note} role="status">
        Sem conexão, ainda não dá para ver quem ensina perto {ofPlace(city)}.
      </p>
    );
  }
  const { near, online, isFar, isMeasuring } = found;
  return (
    <>
      {isMeasuring ? <Waiting city={city} /> : null}
      {isFar ? (
        <p className={classes.note} role="status">
          As distâncias entre as cidades ainda não estão neste aparelho. Conecte-se para ver quem ensina
          perto.
        </p>
      ) : null}
      <Teachers
        title={`Perto ${ofPlace(city)}`}
        note="Distância em linha reta, de cidade a cidade."
        {...{ teachers: near, style, corner }}
      />
      <Teachers
        title="Dão aula online"
        note={`Sem sair ${ofPlace(city)}.`}
        {...{ teachers: online, style, corner }}
      />
    </>
  );
}

interface TeachersProps {
  title: string;
  note: string;
  teachers: readonly TeacherCard[];
  style: string;
  corner: CornerOf | null;
}

function Teachers({ title, note, teachers, style, corner }: TeachersProps) {
  const id = useId();
  const cards = useMemo(() => [...teachers], [teachers]);
  const known = useBios(cards) ?? cards;
  const shown = useMemo(() => withStyleFirst(known, style), [known, style]);
  if (shown.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <p className={classes.note}>{note}</p>
      <TeacherGrid teachers={shown} styled={style !== ''} corner={corner} />
    </section>
  );
}

function Waiting({ city }: { city: string }) {
  return (
    <div className={classes.section} aria-busy="true">
      <p className={classes.note} role="status">
        Procurando quem ensina perto {ofPlace(city)}…
      </p>
      <TeacherGrid>
        <li>
          <TeacherCardSkeleton />
        </li>
      </TeacherGrid>
    </div>
  );
}

/** 'de Olinda', 'do Recife' */
const ofPlace = (city: string) => inPlace(city).replace(/^em /, 'de ').replace(/^n/, 'd');
