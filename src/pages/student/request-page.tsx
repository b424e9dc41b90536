import { useParams } from 'react-router-dom';
import { checkOf } from '@/db/rows/checks';
import { BlockButton } from '@/features/blocks/components/block-button';
import { EvaluationSection } from '@/features/evaluations/components/evaluation-section';
import { RequestDetail } from '@/features/lessons/components/request-detail';
import requests from '@/features/lessons/components/requests.module.css';
import { CardNotes } from '@/features/notebook/components/card-notes';
import { ReportButton } from '@/features/reports/components/report-button';
import { Portrait } from '@/features/teachers/cards/portrait';
import { useIsUnlisted, useTeacher } from '@/features/teachers/teacher-query';
import { firstName } from '@/lib/text';
import { Page } from '@/ui/page';
import { useNow } from '@/ui/use-now';
import { Besides } from './besides';
import { OtherTeachers } from './other-teachers';
import { ShareTeacher } from './share-teacher';

const BOX = { width: 72, height: 72 };

export default function StudentRequestPage() {
  const { id = '' } = useParams();
  const now = useNow();
  return (
    <Page narrow>
      <RequestDetail
        key={id}
        id={id}
        side="student"
        portrait={(person) => <Portrait {...person} box={BOX} eager />}
        evaluation={(request) => (
          <EvaluationSection
            requestId={request.id}
            isQuiet
            replyActionOf={(publicId) => <ReportButton what="reply" targetId={publicId} />}
            share={<ShareTeacher id={request.teacher_id} />}
          />
        )}
        besides={(request) => <Besides key={request.id} request={request} />}
        others={(request) => <OtherTeachers request={request} />}
        away={({ teacher_id, other_name }) => (
          <TeacherAway id={teacher_id} name={firstName(other_name ?? '')} />
        )}
        forMinor={({ teacher_id }) => <BackgroundNote id={teacher_id} now={now} />}
        notes={(lesson, other) => <CardNotes lesson={lesson} other={other} />}
        reportOf={(what, targetId, seen) => <ReportButton what={what} targetId={targetId} seen={seen} />}
        end={({ teacher_id: otherId, other_name }) => (
          <>
            <ReportButton what="profile" targetId={otherId} />
            <BlockButton
              id={otherId}
              name={other_name ?? ''}
              effect="O perfil some da sua busca, as publicações somem do seu Mural, os pedidos entre vocês saem das suas listas e terminam em algumas horas, e com eles somem os contatos trocados."
            />
          </>
        )}
      />
    </Page>
  );
}

/** Tells a guardian that the check of the teacher's background has ended since the request was accepted. `now`: milliseconds since 1970. */
export function BackgroundNote({ id, now }: { id: string; now: number }) {
  const teacher = useTeacher(id).data?.teacher;
  if (!teacher || checkOf(teacher.checks, 'background', now)) return null;
  return (
    <p className={requests.note} data-tone="refused" role="alert">
      A conferência dos antecedentes de {firstName(teacher.name)} venceu. Outras aulas só podem ser marcadas
      ou confirmadas depois de uma nova.
    </p>
  );
}

interface TeacherAwayProps {
  id: string;
  /** The first name. */
  name: string;
}

/** Tells a student that the teacher of an open request is not shown now, and what that changes. */
export function TeacherAway({ id, name }: TeacherAwayProps) {
  if (!useIsUnlisted(id)) return null;
  return (
    <p className={requests.note} role="status">
      O perfil de {name} está fora da busca agora. O que vocês combinaram continua valendo.
    </p>
  );
}
