import { useParams } from 'react-router-dom';
import { BlockButton } from '@/features/blocks/components/block-button';
import { EvaluationSection } from '@/features/evaluations/components/evaluation-section';
import { RequestDetail } from '@/features/lessons/components/request-detail';
import { CardNotes } from '@/features/notebook/components/card-notes';
import { ReportButton } from '@/features/reports/components/report-button';
import { Portrait } from '@/features/teachers/cards/portrait';
import { firstName } from '@/lib/text';
import { Page } from '@/ui/page';
import { useNow } from '@/ui/use-now';
import { BackgroundNote } from './background-note';
import { Besides } from './besides';
import { OtherTeachers } from './other-teachers';
import { ShareTeacher } from './share-teacher';
import { TeacherAway } from './teacher-away';

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
