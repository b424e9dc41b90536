import { LEVELS, PLACES, ROLES } from '@/db/search/offers';
import type { Teacher } from '../schema';
import classes from './lesson-offers.module.css';
import profile from './teacher-profile.module.css';

type Offers = Pick<Teacher, 'lessonPlaces' | 'levels' | 'danceRoles' | 'acceptsCouples' | 'isAccessible'>;

/** In the order of the table, whatever the order of the choice. */
const said = (table: Readonly<Record<string, string>>, chosen: readonly string[]): string =>
  Object.keys(table)
    .filter((key) => chosen.includes(key))
    .map((key) => table[key])
    .join(' · ');

/** Where, for whom and how: nothing for a teacher who said nothing of it. */
export function LessonOffers({ lessonPlaces, levels, danceRoles, acceptsCouples, isAccessible }: Offers) {
  const facts = [
    { name: 'Onde', text: said(PLACES, lessonPlaces) },
    { name: 'Níveis', text: said(LEVELS, levels) },
    { name: 'Papel ensinado', text: said(ROLES, danceRoles) },
    { name: 'Casais', text: acceptsCouples ? 'Aceita casais' : '' },
    { name: 'Acesso', text: isAccessible ? 'Lugar acessível' : '' },
  ].filter(({ text }) => text !== '');
  if (facts.length === 0) return null;
  return (
    <section className={profile.section}>
      <h2>Como são as aulas</h2>
      <dl className={classes.facts}>
        {facts.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
