import { useId } from 'react';
import { teamLink } from '@/lib/phone';
import { CheckIcon } from '@/ui/icons';
import { LinkButton, OutsideLinkButton } from '@/ui/link-button';
import { WhatsappIcon } from '@/ui/more-icons';
import { Ribbon } from '@/ui/ribbon';
import classes from './promotion-card.module.css';

const OFFERS = [
  'Presença no carrossel da página inicial',
  'Uma colaboração por semana nas redes sociais',
  'Menção oficial no perfil do Danceflix',
] as const;

const MESSAGE = 'Olá! Quero apoiar o Danceflix e saber como aparecer na página inicial.';

/**
 * The last slide of the home carousel: benefits of sponsoring, and two ways to become a sponsor (specification 001 §2).
 */
export function PromotionCard() {
  const titleId = useId();
  const chat = teamLink(MESSAGE);
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <Ribbon className={classes.ribbon} />
      <h3 className={classes.title} id={titleId}>
        Sua dança em destaque aqui
      </h3>
      <p className={classes.lead}>Apoie o Danceflix e apareça para quem quer aprender.</p>
      <ul className={classes.offers}>
        {OFFERS.map((offer) => (
          <li key={offer}>
            <CheckIcon size={18} />
            {offer}
          </li>
        ))}
      </ul>
      <div className={classes.ways}>
        <LinkButton to="/campanha" variant="white">
          Ver a campanha
        </LinkButton>
        {chat ? (
          <OutsideLinkButton href={chat} variant="white" leftSection={<WhatsappIcon />}>
            Conversar com a equipe
          </OutsideLinkButton>
        ) : (
          <p className={classes.silent}>Em breve você fala com a equipe por aqui, pelo WhatsApp.</p>
        )}
      </div>
    </section>
  );
}
