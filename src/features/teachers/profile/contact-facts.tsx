import type { ComponentType } from 'react';
import type { IconProps } from '@/ui/icons';
import { CalendarIcon, ClockIcon, PinIcon, WalletIcon } from '@/ui/more-icons';
import classes from './contact-facts.module.css';

interface Fact {
  what: string;
  how: string;
  icon: ComponentType<IconProps>;
}

/** Facts about every lesson (specification 000 §1). Prices are up to each teacher and never shown. */
const FACTS = [
  { what: 'Aula', how: 'cerca de 1 hora', icon: ClockIcon },
  { what: 'Local', how: 'a combinar', icon: PinIcon },
  { what: 'Valor', how: 'combine antes de marcar', icon: WalletIcon },
  { what: 'Pagamento', how: 'direto, sem taxa', icon: WalletIcon },
  { what: 'Cancelar', how: 'com 24 horas de antecedência', icon: CalendarIcon },
] as const satisfies readonly Fact[];

export function ContactFacts() {
  return (
    <dl className={classes.facts}>
      {FACTS.map(({ what, how, icon: Icon }) => (
        <div key={what} className={classes.fact}>
          <dt>
            <Icon size={18} />
            {what}
          </dt>
          <dd>{how}</dd>
        </div>
      ))}
    </dl>
  );
}
