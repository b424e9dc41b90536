import { useParams } from 'react-router-dom';
import { useIdentity } from '@/auth/identity';
import { BlockButton } from '@/features/blocks/components/block-button';
import { ReceivedEvaluations } from '@/features/evaluations/components/received-evaluations';
import { ReceivedQuote } from '@/features/evaluations/components/received-quote';
import { FavouriteButton } from '@/features/favourites/components/favourite-button';
import { ReportButton } from '@/features/reports/components/report-button';
import { ReportFlag } from '@/features/reports/components/report-flag';
import { TeacherView } from '@/features/teachers/profile/teacher-view';
import { MoreMenu } from '@/ui/more-menu';
import { soughtFrom } from './sought';

export default function TeacherPage() {
  const { slugOrId = '' } = useParams();
  const { identity } = useIdentity();
  const isSignedIn = identity?.state === 'active';
  const isOwn = (id: string) => identity?.userId === id;
  return (
    <TeacherView
      slugOrId={slugOrId}
      sought={soughtFrom}
      quoteOf={({ id, ratingCount, ratingAverage }) =>
        ratingCount > 0 ? <ReceivedQuote personId={id} count={ratingCount} average={ratingAverage} /> : null
      }
      evaluationsOf={({ id, name, ratingCount, ratingAverage }) => (
        <ReceivedEvaluations
          personId={id}
          name={name}
          count={ratingCount}
          average={ratingAverage}
          actionOf={(publicId) => <ReportButton what="evaluation" targetId={publicId} />}
          replyActionOf={(publicId) =>
            isOwn(id) ? null : <ReportButton what="reply" targetId={publicId} level={3} />
          }
        />
      )}
      topOf={({ id, name }) => (
        <>
          <FavouriteButton id={id} name={name} />
          {isSignedIn && !isOwn(id) ? (
            <MoreMenu label="Mais opções">
              <BlockButton
                id={id}
                name={name}
                effect="O perfil some da sua busca, as publicações somem do seu Mural, os pedidos entre vocês saem das suas listas e terminam em algumas horas, e com eles somem os contatos trocados."
              />
            </MoreMenu>
          ) : null}
        </>
      )}
      reportOf={({ id }, { isCorner, ...about }) =>
        isOwn(id) ? null : isCorner ? (
          <ReportFlag what="profile" targetId={id} about={about} />
        ) : (
          <ReportButton what="profile" targetId={id} about={about} />
        )
      }
      endOf={({ id }) => (isOwn(id) ? null : <ReportButton what="profile" targetId={id} />)}
    />
  );
}
