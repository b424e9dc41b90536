import { useParams } from 'react-router-dom';
import { BlockButton } from '@/features/blocks/components/block-button';
import { ReceivedEvaluations } from '@/features/evaluations/components/received-evaluations';
import { FavouriteButton } from '@/features/favourites/components/favourite-button';
import { ReportButton } from '@/features/reports/components/report-button';
import { TeacherView } from '@/features/teachers/profile/teacher-view';
import classes from './teacher-page.module.css';

export default function TeacherPage() {
  const { slugOrId = '' } = useParams();
  return (
    <TeacherView
      slugOrId={slugOrId}
      evaluationsOf={({ id, ratingCount, ratingAverage }) => (
        <ReceivedEvaluations
          personId={id}
          count={ratingCount}
          average={ratingAverage}
          actionOf={(publicId) => <ReportButton what="evaluation" targetId={publicId} forVisitors={false} />}
        />
      )}
      topOf={({ id, name }) => <FavouriteButton id={id} name={name} />}
      reportOf={({ id }, item) => (
        <ReportButton what="profile" targetId={id} about={item} forVisitors={false} />
      )}
      endOf={({ id, name }) => (
        <div className={classes.end}>
          <ReportButton what="profile" targetId={id} />
          <BlockButton
            id={id}
            name={name}
            effect="O perfil some da sua busca, as publicações somem do seu Mural, e os pedidos abertos entre vocês são cancelados."
          />
        </div>
      )}
    />
  );
}
