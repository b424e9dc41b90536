import { Ribbon } from '@/ui/ribbon';
import { TIP_GROUPS, type Tip } from '../tips';
import classes from './tips.module.css';

export function TipsView({ today }: { today: Tip | null }) {
  return (
    <>
      {today ? (
        <section className={classes.today} aria-label="Dica do dia">
          <Ribbon className={classes.ribbon} />
          <p className={classes.kicker}>Dica do dia</p>
          <h2>{today.title}</h2>
          <p>{today.text}</p>
        </section>
      ) : null}
      <div className={classes.groups}>
        {TIP_GROUPS.map((group) => (
          <section key={group.id} className={classes.group} aria-labelledby={`dicas-${group.id}`}>
            <h2 id={`dicas-${group.id}`}>{group.title}</h2>
            {group.tips.map((tip) => (
              <details key={tip.id} className={classes.tip}>
                <summary>{tip.title}</summary>
                <p>{tip.text}</p>
              </details>
            ))}
          </section>
        ))}
      </div>
    </>
  );
}
