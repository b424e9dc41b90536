import { NotReady } from '@/features/supporters/components/programme-state';
import { SponsorTiers } from '@/features/supporters/components/sponsor-tiers';
import { SupporterTiers } from '@/features/supporters/components/supporter-tiers';
import { TeamChat } from '@/features/supporters/components/team-chat';
import { useSponsors, useSupporters, useTiers } from '@/features/supporters/queries';
import { useBenefits } from '@/features/supporters/use-benefits';
import { env } from '@/lib/env';
import { useNobody } from '@/reads/use-nobody';
import { VerifiedIcon } from '@/ui/icons';
import { LinkButton } from '@/ui/link-button';
import { Page } from '@/ui/page';
import { PageHead } from '@/ui/page-head';
import { CampaignLater } from './campaign-later';
import { ProgrammeHero } from './programme-hero';
import classes from './programme-page.module.css';

const TITLE = 'Campanha de apoio';

const STEPS = [
  { title: 'Escolha', text: 'Um nível de apoio para você ou um patrocínio para a sua marca.' },
  {
    title: 'Fale com a equipe',
    text: 'A conversa abre no WhatsApp, e combinamos ali o pagamento, fora do site.',
  },
  {
    title: 'Receba seus benefícios',
    text: 'Apoie com o mesmo e-mail da sua conta: com o e-mail confirmado, tudo começa a valer.',
  },
  {
    title: 'Mude quando quiser',
    text: `O apoio é mensal. Para trocar de nível ou parar, é só avisar. Se desistir em até sete dias do pagamento, escreva para ${env.operator.email}: devolvemos tudo.`,
  },
] as const;

export default function CampaignPage() {
  return useNobody() ? <NotYet /> : <Campaign />;
}

function NotYet() {
  return (
    <>
      <PageHead title={TITLE} path="/campanha" indexed={false} />
      <ProgrammeHero
        title="Ajude a dança a chegar mais longe"
        lead="O Danceflix é grátis para alunos e professores, sem comissão e sem assinatura."
      />
      <Page>
        <CampaignLater title="A campanha ainda não começou" />
      </Page>
    </>
  );
}

function Campaign() {
  const tiers = useTiers();
  const isSupported = [useSupporters(), useSponsors()].some(({ total }) => total > 0);
  const { tier: own } = useBenefits();
  const isReady = tiers.status === 'ready';
  const ownInfo = tiers.supporterTiers.find(({ tier }) => tier === own);
  return (
    <>
      <PageHead
        title={TITLE}
        description="Quanto custa apoiar o Danceflix por mês, o que cada nível traz e quantos lugares de patrocínio ainda estão livres."
        path="/campanha"
      />
      <ProgrammeHero
        title="Ajude a dança a chegar mais longe"
        lead={
          isSupported
            ? 'O Danceflix é grátis para alunos e professores, sem comissão e sem assinatura. Quem o mantém no ar são pessoas e marcas que apoiam todo mês.'
            : 'O Danceflix é grátis para alunos e professores, sem comissão e sem assinatura. Seu apoio ajuda a mantê-lo no ar.'
        }
      >
        <TeamChat light label="Conversar com a equipe" text="Olá! Quero saber como apoiar o Danceflix." />
      </ProgrammeHero>
      <Page>
        {ownInfo ? (
          <p className={classes.thanks}>
            <VerifiedIcon size={26} />
            <span>Você apoia o Danceflix como {ownInfo.name}. Obrigado por dançar com a gente!</span>
          </p>
        ) : null}
        <section className={classes.section} aria-labelledby="apoie">
          <div className={classes.head}>
            <h2 id="apoie">Para quem dança e ensina</h2>
            <p>Quatro níveis por mês. Cada um traz tudo o que há nos anteriores, e um benefício a mais.</p>
          </div>
          {isReady ? (
            <SupporterTiers tiers={tiers.supporterTiers} own={own} />
          ) : (
            <NotReady state={tiers} cards={4} />
          )}
        </section>
        <section className={classes.section} aria-labelledby="patrocine">
          <div className={classes.head}>
            <h2 id="patrocine">Para marcas</h2>
            <p>Poucos lugares por nível, para que cada marca apareça de verdade.</p>
          </div>
          {isReady ? (
            <SponsorTiers tiers={tiers.sponsorTiers} />
          ) : tiers.status === 'loading' ? (
            <NotReady state={tiers} cards={3} />
          ) : null}
        </section>
        <section className={classes.section} aria-labelledby="como-apoiar">
          <h2 id="como-apoiar">Como funciona</h2>
          <ol className={classes.steps}>
            {STEPS.map(({ title, text }) => (
              <li key={title} className={classes.step}>
                <h3 className={classes.pointTitle}>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
        {isSupported ? (
          <div className={classes.closing}>
            <h2>Quem já faz parte</h2>
            <p>Pessoas e marcas que mantêm a pista acesa.</p>
            <div className={classes.ways}>
              <LinkButton to="/apoiadores">Ver apoiadores</LinkButton>
              <LinkButton to="/patrocinadores" variant="outline">
                Ver patrocinadores
              </LinkButton>
            </div>
          </div>
        ) : null}
      </Page>
    </>
  );
}
