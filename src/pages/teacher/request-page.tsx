import { useParams } from 'react-router-dom';
import { approvalOf } from '@/features/account/own/approval';
import { EmailNote } from '@/features/account/own/whatsapp-offer';
import { useOwnProfile } from '@/features/account/queries';
import { BlockButton } from '@/features/blocks/components/block-button';
import { EvaluationSection } from '@/features/evaluations/components/evaluation-section';
import { RequestDetail } from '@/features/lessons/components/request-detail';
import requests from '@/features/lessons/components/requests.module.css';
import { CardNotes } from '@/features/notebook/components/card-notes';
import { ReportButton } from '@/features/reports/components/report-button';
import { Portrait } from '@/features/teachers/cards/portrait';
import { firstName } from '@/lib/text';
import { Link } from '@/ui/link';
import { Page } from '@/ui/page';

const BOX = { width: 72, height: 72 };

export default function TeacherRequestPage() {
  const { id = '' } = useParams();
  return (
    <Page narrow>
      <RequestDetail
        key={id}
        id={id}
        side="teacher"
        portrait={(person) => <Portrait {...person} box={BOX} eager />}
        evaluation={(request) => (
          <EvaluationSection
            requestId={request.id}
            isQuiet
            replyActionOf={(publicId) => <ReportButton what="reply" targetId={publicId} />}
          />
        )}
        beforeAnswer={({ other_name }) => <EmailNote name={firstName(other_name ?? '')} />}
        away={() => <OwnAway />}
        notes={(lesson, other) => <CardNotes lesson={lesson} other={other} />}
        reportOf={(what, targetId, seen) => <ReportButton what={what} targetId={targetId} seen={seen} />}
        end={({ student_id: otherId, other_name }) => (
          <>
            <ReportButton what="profile" targetId={otherId} />
            <BlockButton
              id={otherId}
              name={other_name ?? ''}
              effect="Este aluno não pode mais pedir aulas a você, as publicações somem do seu Mural, os pedidos entre vocês saem das suas listas e terminam em algumas horas, e com eles somem os contatos trocados."
            />
          </>
        )}
      />
    </Page>
  );
}

/** Tells a teacher, beside an open request, that the own page is not shown now, and what that changes. */
export function OwnAway() {
  const teacher = useOwnProfile().data?.teacher;
  if (!teacher || approvalOf(teacher) === 'approved' || approvalOf(teacher) === 'waiting') return null;
  return (
    <p className={requests.note} role="status">
      Seu perfil está fora da busca agora. Este pedido e suas aulas continuam valendo.{' '}
      <Link to="/teacher/profile">Ver por quê</Link>
    </p>
  );
}
