import { NotReady } from '@/features/supporters/components/programme-state';
import { SupporterWall } from '@/features/supporters/components/supporter-wall';
import { TeamChat } from '@/features/supporters/components/team-chat';
import { useSupporters } from '@/features/supporters/queries';
import type { Supporter } from '@/features/supporters/schema';
import { Portrait } from '@/features/teachers/cards/portrait';
import { teacherPath } from '@/features/teachers/cards/teacher-path';
import { useCatalog } from '@/reads/use-catalog';
import { useNobody } from '@/reads/use-nobody';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { PageHead } from '@/ui/page-head';
import { CampaignLater } from './campaign-later';
import { ProgrammeHero } from './programme-hero';
import classes from './programme-page.module.css';

const FACE = { width: 56, height: 56 };
const BIG_FACE = { width: 80, height: 80 };

export default function SupportersPage() {
  const supporters = useSupporters();
  const nobody = useNobody();
  const isEmpty = supporters.status === 'ready' && supporters.total === 0;
  const { index } = useCatalog();
  const pathOf = ({ teacherId }: Supporter) => {
    const teacher = teacherId === null ? null : index.byId(teacherId);
    return teacher ? teacherPath(teacher) : null;
  };
  return (
    <>
      <PageHead
        title="Apoiadores"
        description={
          isEmpty
            ? null
            : 'As pessoas que apoiam o Danceflix e ajudam a mantê-lo grátis para quem dança e quem ensina.'
        }
        path="/apoiadores"
      />
      <ProgrammeHero
        title="Apoiadores"
        lead={
          isEmpty
            ? 'Esta página agradece a quem apoia o Danceflix.'
            : 'Gente que põe um pouco todo mês para que aprender a dançar continue simples e sem taxa. Obrigado!'
        }
      >
        {nobody ? null : (
          <LinkButton to="/campanha" variant="white">
            Quero apoiar
          </LinkButton>
        )}
      </ProgrammeHero>
      <Page>
        {supporters.status !== 'ready' ? (
          <NotReady state={supporters} cards={4} />
        ) : isEmpty && nobody ? (
          <CampaignLater title="Ainda não há apoiadores" />
        ) : isEmpty ? (
          <Notice
            title="Ainda não há apoiadores"
            text="O primeiro nome desta página pode ser o seu."
            action={<LinkButton to="/campanha">Conhecer a campanha</LinkButton>}
          />
        ) : (
          <>
            <SupporterWall
              tiers={supporters.tiers}
              pathOf={pathOf}
              face={({ id, name, imageUrl, tier }) => {
                const isBig = tier === 'brilho_palco';
                return (
                  <span className={classes.faceBox}>
                    <Portrait
                      id={id}
                      name={name}
                      imageUrl={imageUrl}
                      box={isBig ? BIG_FACE : FACE}
                      className={isBig ? classes.bigFace : classes.face}
                    />
                  </span>
                );
              }}
            />
            <section className={classes.closing} aria-labelledby="aparecer">
              <h2 id="aparecer">Seu nome aqui, do seu jeito</h2>
              <p>
                Para aparecer, apoie com o e-mail da sua conta. Se preferir outro nome, ou não aparecer, é só
                pedir à equipe.
              </p>
              <TeamChat
                label="Falar com a equipe"
                text="Olá! Apoio o Danceflix e quero falar sobre como apareço na página de apoiadores."
              />
            </section>
          </>
        )}
      </Page>
    </>
  );
}
