import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { LeadResults } from '@/features/leads/components/lead-results';
import { currentLead, dropDraft } from '@/features/leads/kept';
import { useLeadResults } from '@/features/leads/queries';
import { Portrait } from '@/features/teachers/cards/portrait';
import { Rating } from '@/features/teachers/cards/rating';
import { STYLES_ON_CARD, StyleTags } from '@/features/teachers/cards/style-tags';
import { placeOf } from '@/features/teachers/cards/teacher-path';
import Nobody, { NearbyTeachers } from '@/features/teachers/nobody';
import { NO_FILTERS } from '@/features/teachers/search/search-url';
import { useTeacher } from '@/features/teachers/teacher-query';
import { useNobody } from '@/reads/use-nobody';
import { Navigate } from '@/ui/link';
import { Page } from '@/ui/page';
import { APP_CARD, useLinkClicks } from '@/ui/use-link-clicks';
import AlertOffer from './alert-offer';
import classes from './lead-pages.module.css';

const FACE = { width: 104, height: 128 };

export default function LeadResultsPage() {
  const [lead] = useState(currentLead);
  const results = useLeadResults(lead);
  // A previewed lead may still be refused, and then its typed data are needed again.
  const received = results.kind === 'found' && results.source === 'server';
  useEffect(() => {
    if (received) dropDraft();
  }, [received]);
  const nobody = useNobody();
  if (!lead) return <Navigate to="/encontrar-professor" replace />;
  const sought = { style: lead.estilo, city: lead.cidade };
  const alert = <AlertOffer sought={{ ...NO_FILTERS, ...sought }} isEmpty />;
  return (
    <Page>
      <LeadResults
        lead={lead}
        results={results}
        alert={alert}
        nobody={nobody ? <Nobody level={1} {...sought} alert={alert} /> : null}
        nobodyThere={<Nobody level={1} {...sought} alert={alert} />}
        nearby={<NearbyTeachers filters={{ ...NO_FILTERS, ...sought }} corner={null} />}
        renderTeacher={(teacherId, title, children) => (
          <MatchedTeacher key={teacherId} teacherId={teacherId} title={title}>
            {children}
          </MatchedTeacher>
        )}
      />
    </Page>
  );
}

interface MatchedTeacherProps {
  teacherId: string;
  title: string;
  children: ReactNode;
}

/** The matched teacher; nothing when the teacher is no longer public. */
function MatchedTeacher({ teacherId, title, children }: MatchedTeacherProps) {
  const query = useTeacher(teacherId);
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  useLinkClicks(card);
  if (query.status === 'missing') return null;
  const teacher = query.data?.teacher ?? null;
  const place = teacher ? placeOf(teacher) : '';
  return (
    <article ref={card} className={classes.match} aria-labelledby={titleId} {...APP_CARD}>
      <h2 className={classes.matchTitle} id={titleId}>
        {title}
      </h2>
      {teacher ? (
        <div className={classes.teacher}>
          <Portrait
            id={teacher.id}
            name={teacher.name}
            imageUrl={teacher.imageUrl}
            box={FACE}
            className={classes.face}
            eager
          />
          <div className={classes.facts}>
            <h3 className={classes.name}>{teacher.name}</h3>
            <p className={classes.meta}>
              {place ? <span>{place}</span> : null}
              <Rating average={teacher.ratingAverage} count={teacher.ratingCount} />
            </p>
            <StyleTags styles={teacher.styles} isGroup={teacher.isGroup} limit={STYLES_ON_CARD} />
          </div>
        </div>
      ) : (
        <div className={classes.teacherSkeleton} aria-busy={query.status === 'loading'} />
      )}
      {children}
    </article>
  );
}
