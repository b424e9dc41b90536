import { useId } from 'react';
import { CheckIcon } from '@/ui/icons';
import { OutsideLinkButton } from '@/ui/link-button';
import { inReais } from '../amount';
import type { SupporterTier, SupporterTierInfo } from '../schema';
import { teamChat } from './team-chat';
import classes from './tiers.module.css';

interface SupporterTiersProps {
  /** From the lowest to the highest. */
  tiers: readonly SupporterTierInfo[];
  /** The reader's own tier. */
  own: SupporterTier | null;
}

/** Price and benefits of each supporter tier, those of the lower tiers included. */
export function SupporterTiers({ tiers, own }: SupporterTiersProps) {
  return (
    <ul className={classes.tiers} data-columns="4">
      {tiers.map((info, place) => (
        <li key={info.id}>
          <TierCard info={info} below={tiers.slice(0, place)} isOwn={info.tier === own} />
        </li>
      ))}
    </ul>
  );
}

function TierCard({
  info,
  below,
  isOwn,
}: {
  info: SupporterTierInfo;
  below: readonly SupporterTierInfo[];
  isOwn: boolean;
}) {
  const titleId = useId();
  const amount = inReais(info.amount);
  const chat = teamChat(`Olá! Quero apoiar o Danceflix como ${info.name} (${amount} por mês).`);
  return (
    <article className={classes.card} aria-labelledby={titleId} data-tier={info.tier}>
      <header className={classes.head}>
        <h3 className={classes.name} id={titleId}>
          {info.name}
        </h3>
        {isOwn ? <p className={classes.own}>Seu apoio</p> : null}
      </header>
      <p className={classes.price}>
        <strong>{amount}</strong> por mês
      </p>
      <ul className={classes.benefits}>
        {below.map((lower) => (
          <li key={lower.id} className={classes.inherited}>
            <CheckIcon size={18} />
            {lower.benefitTitle}
          </li>
        ))}
        <li className={classes.added}>
          <CheckIcon size={18} />
          <span>
            <strong>{info.benefitTitle}</strong>
            <span className={classes.detail}>{info.benefitText}</span>
          </span>
        </li>
      </ul>
      {chat && !isOwn ? (
        <OutsideLinkButton
          href={chat}
          fullWidth
          variant={info.tier === 'brilho_palco' ? 'white' : 'outline'}
          aria-label={`Apoiar como ${info.name}, ${amount} por mês`}
        >
          Apoiar
        </OutsideLinkButton>
      ) : null}
    </article>
  );
}
