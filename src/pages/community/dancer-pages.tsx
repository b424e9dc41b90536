import type { ComponentType } from 'react';
import { useParams } from 'react-router-dom';
import { BlockButton } from '@/features/blocks/components/block-button';
import { DancerView } from '@/features/dancers/components/dancer-view';
import { ReportButton } from '@/features/reports/components/report-button';
import { Portrait } from '@/features/teachers/cards/portrait';
import type { Path } from '@/lib/paths';
import { useNames } from '@/reads/use-names';
import { useDanceStyles } from '@/reads/use-offered-names';
import NotFoundPage from '../public/not-found-page';
import classes from './dancer-pages.module.css';

const BOX = { width: 160, height: 160 };

/** A dancer's page, for both of its addresses. */
function DancerBy({ slugOrId }: { slugOrId: string }) {
  const { everyCity } = useNames();
  const styles = useDanceStyles();
  return (
    <DancerView
      key={slugOrId}
      slugOrId={slugOrId}
      cities={everyCity}
      styles={styles.data}
      portrait={({ id, name, imageUrl }, className) => (
        <Portrait id={id} name={name} imageUrl={imageUrl} className={className} box={BOX} eager />
      )}
      missing={<NotFoundPage />}
      endOf={({ id, name }) => (
        <div className={classes.end}>
          <ReportButton what="profile" targetId={id} />
          <BlockButton
            id={id}
            name={name}
            effect="O perfil some dos Bailudos, as publicações somem do seu Mural, os pedidos entre vocês saem das suas listas e terminam em algumas horas, e com eles somem os contatos trocados."
          />
        </div>
      )}
    />
  );
}

export const PAGES = {
  '/comunidade/bailudo/:id': () => <DancerBy slugOrId={useParams().id ?? ''} />,
  '/student/profile/:slugOrId': () => <DancerBy slugOrId={useParams().slugOrId ?? ''} />,
} as const satisfies Partial<Record<Path, ComponentType>>;
