import { NotReady } from '@/features/supporters/components/programme-state';
import { SponsorWall } from '@/features/supporters/components/sponsor-wall';
import { TeamChat } from '@/features/supporters/components/team-chat';
import { useSponsors } from '@/features/supporters/queries';
import { useNobody } from '@/reads/use-nobody';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { PageHead } from '@/ui/page-head';
import { CampaignLater } from './campaign-later';
import { ProgrammeHero } from './programme-hero';
import classes from './programme-page.module.css';

export default function SponsorsPage() {
  const sponsors = useSponsors();
  const nobody = useNobody();
  const isEmpty = sponsors.status === 'ready' && sponsors.total === 0;
  return (
    <>
      <PageHead
        title="Patrocinadores"
        description="As marcas que patrocinam o Danceflix, por nível, e os lugares que ainda estão livres."
        path="/patrocinadores"
      />
      <ProgrammeHero
        title="Patrocinadores"
        lead={
          isEmpty
            ? 'Esta página mostra as marcas que patrocinam o Danceflix.'
            : 'Marcas que acreditam na dança de perto, de gente para gente, e ajudam a manter o Danceflix grátis.'
        }
      >
        {nobody ? null : (
          <LinkButton to="/campanha" variant="white">
            Patrocinar
          </LinkButton>
        )}
      </ProgrammeHero>
      <Page>
        {sponsors.status !== 'ready' ? (
          <NotReady state={sponsors} cards={3} />
        ) : isEmpty && nobody ? (
          <CampaignLater title="Ainda não há patrocinadores" />
        ) : (
          <>
            {isEmpty ? (
              <Notice
                title="Ainda não há patrocinadores"
                text="Todos os lugares estão livres: a primeira marca desta página pode ser a sua."
                action={<LinkButton to="/campanha">Conhecer a campanha</LinkButton>}
              />
            ) : null}
            <SponsorWall tiers={sponsors.tiers} />
            <section className={classes.closing} aria-labelledby="sua-marca">
              <h2 id="sua-marca">Sua marca no compasso</h2>
              <p>Conte para a equipe o que a sua marca faz. A conversa não tem compromisso.</p>
              <TeamChat
                label="Falar com a equipe"
                text="Olá! Tenho uma marca e quero patrocinar o Danceflix."
              />
            </section>
          </>
        )}
      </Page>
    </>
  );
}
