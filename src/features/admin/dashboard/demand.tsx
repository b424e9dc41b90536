import { inPlace } from '@/lib/portuguese';
import { NoAnswer } from '../core/answer-state';
import core from '../core/core.module.css';
import { useAnswer } from '../core/use-answer';
import { DEMAND, type Figures } from './figures';

/** Leads of the period without a teacher; the server leaves numbers below five out. */
export function Unmet({ demand }: { demand: Figures['unmet_demand'] }) {
  return (
    <section className={core.card} aria-labelledby="unmet">
      <h2 id="unmet">Indicações sem professor</h2>
      {demand.length === 0 ? (
        <p className={core.muted}>
          No período, nenhum estilo teve cinco pedidos ou mais sem professor na cidade.
        </p>
      ) : (
        <ul className={core.lines}>
          {demand.slice(0, 10).map(({ city, style, leads, nobody }) => (
            <li key={`${city} ${style}`}>
              <strong>
                {style} {inPlace(city)}
              </strong>
              <span className={core.muted}>
                {`${leads} pessoas procuraram`}
                {nobody > 0 ? `; para ${nobody} não houve ninguém nem em outra cidade` : ''}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Unmet demand of today, by alerts and leads; independent of the chosen period. */
export function Demand() {
  const query = useAnswer(DEMAND);
  const rows = query.value;
  return (
    <section className={core.card} aria-labelledby="demand">
      <h2 id="demand">O que as pessoas procuram</h2>
      <p className={core.muted}>
        Pessoas com um Avise-me ou uma indicação sem professor nos últimos seis meses. Contadas uma vez por
        dia, de cinco em cinco; menos de cinco não aparecem.
      </p>
      {rows === null ? (
        <NoAnswer query={query} />
      ) : rows.length === 0 ? (
        <p className={core.muted}>Nada chegou a cinco pessoas ainda.</p>
      ) : (
        <ul className={core.lines}>
          {rows.map(({ city, style, people, teachers }) => (
            <li key={`${city} ${style}`}>
              <strong>
                {style} {inPlace(city)}
              </strong>
              <span className={core.muted}>
                pelo menos {people} pessoas; {teachersText(teachers)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const teachersText = (count: number) =>
  count === 0 ? 'nenhum professor' : count === 1 ? '1 professor' : `${count} professores`;
