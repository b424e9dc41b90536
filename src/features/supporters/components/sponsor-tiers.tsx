import { useId } from 'react';
import { CheckIcon } from '@/ui/icons';
import { OutsideLinkButton } from '@/ui/link-button';
import { inReais } from '../amount';
import type { SponsorTierInfo } from '../schema';
import { Slots } from './slots';
import { teamChat } from './team-chat';
import classes from './tiers.module.css';

/** Price, benefits and free slots of each sponsor tier. `tiers` from the lowest to the highest. */
export function SponsorTiers({ tiers }: { tiers: readonly SponsorTierInfo[] }) {
  return (
    <ul className={classes.tiers} data-columns="3">
      {tiers.map((info, place) => (
        <li key={info.id}>
          <TierCard info={info} below={tiers.slice(0, place)} />
        </li>
      ))}
    </ul>
  );
}

function TierCard({ info, below }: { info: SponsorTierInfo; below: readonly SponsorTierInfo[] }) {
  const titleId = useId();
  const amount = inReais(info.amount);
  const chat = teamChat(`Olá! Quero patrocinar o Danceflix como ${info.name} (${amount} por mês).`);
  return (
    <article className={classes.card} aria-labelledby={titleId} data-tier={info.tier}>
      <header className={classes.head}>
        <h3 className={classes.name} id={titleId}>
          {info.name}
        </h3>
      </header>
      <p className={classes.price}>
        <strong>{amount}</strong> por mês
      </p>
      <Slots info={info} />
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
      {chat && info.free > 0 ? (
        <OutsideLinkButton
          href={chat}
          fullWidth
          variant="outline"
          aria-label={`Patrocinar como ${info.name}, ${amount} por mês`}
        >
          Patrocinar
        </OutsideLinkButton>
      ) : null}
    </article>
  );
}
