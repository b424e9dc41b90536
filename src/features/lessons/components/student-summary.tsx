import { firstName } from '@/lib/text';
import { LinkButton } from '@/ui/link-button';
import type { ShownRequest } from '../overlay';
import { factsOf, heldText, missedText, ratingText, shortFacts, sinceText } from '../student-facts';
import { otherName } from '../texts';
import classes from './requests.module.css';

/** On a request's page: facts about the student before the teacher answers. */
export function StudentSummary({ request }: { request: ShownRequest }) {
  const facts = factsOf(request);
  if (!facts) return null;
  const shown: [what: string, how: string | null][] = [
    ['No Danceflix desde', sinceText(facts)],
    ['Aulas feitas', heldText(facts)],
    ['Nota média', ratingText(facts)],
    ['Faltas', missedText(facts)],
  ];
  return (
    <section className={classes.box} aria-labelledby="student-summary">
      <h2 id="student-summary">Sobre {firstName(otherName(request))}</h2>
      <dl className={classes.facts}>
        {shown.map(([what, how]) =>
          how === null ? null : (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{how}</dd>
            </div>
          ),
        )}
      </dl>
      {facts.slug ? (
        <div>
          <LinkButton to={`/student/profile/${encodeURIComponent(facts.slug)}`} variant="outline">
            Ver página de {firstName(otherName(request))}
          </LinkButton>
        </div>
      ) : null}
    </section>
  );
}

/** The same in one line, on cards of requests that wait for the teacher. */
export function StudentLine({ request }: { request: ShownRequest }) {
  const facts = request.status === 'Pendente' ? factsOf(request) : null;
  return facts ? <p className={classes.about}>{shortFacts(facts)}</p> : null;
}
