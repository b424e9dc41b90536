import { env } from '@/lib/env';
import type { PagePath } from '@/lib/paths';
import { teamLink } from '@/lib/phone';
import { CheckIcon } from '@/ui/icons';
import { Link } from '@/ui/link';
import core from '../core/core.module.css';
import classes from './first-day.module.css';

interface Item {
  title: string;
  text: string;
  to: PagePath;
  action: string;
  /** Null: only a person can tell. */
  done: boolean | null;
}

const STATES = { true: 'Feito', false: 'A fazer', null: 'Confira você' } as const;

/** The operator of a build without settings (src/lib/env.ts). */
const DEMONSTRATION = /\.example$/;

/** The tasks before people come. A task is ticked only if this build or the server knows it done. */
function itemsOf(): Item[] {
  const hasTeam = teamLink('') !== null;
  const hasPush = env.firebase.apiKey !== '';
  const isNamed = !DEMONSTRATION.test(env.operator.email);
  return [
    {
      title: 'Primeiro professor no ar',
      text: 'Convide alguém a se cadastrar, confira a identidade e aprove.',
      to: '/admin/teachers',
      action: 'Ver professores',
      done: false,
    },
    {
      title: 'Quem mantém o site',
      text: isNamed
        ? 'Seu nome, CNPJ ou CPF, endereço e e-mail estão nos textos legais.'
        : 'Os textos legais ainda têm os dados da demonstração.',
      to: '/privacy-policy',
      action: 'Ver a política',
      done: isNamed,
    },
    {
      title: 'Termos de uso',
      text: 'Leia e confira se valem para você.',
      to: '/terms-of-use',
      action: 'Ler os termos',
      done: null,
    },
    {
      title: 'WhatsApp da equipe',
      text: hasTeam
        ? 'O número está no site.'
        : 'Sem número, o site diz que a conversa ainda não está disponível.',
      to: '/seguranca',
      action: 'Ver no site',
      done: hasTeam,
    },
    {
      title: 'E-mails',
      text: 'Peça um link de senha para o seu endereço e veja se chega.',
      to: '/forgot-password',
      action: 'Pedir um link',
      done: null,
    },
    {
      title: 'Avisos no celular',
      text: hasPush
        ? 'As chaves estão no app. Mande um aviso de teste para você.'
        : 'Sem as chaves, os avisos chegam só dentro do app.',
      to: '/admin/bulk-notifications',
      action: 'Mandar um aviso',
      done: hasPush ? null : false,
    },
    {
      title: 'Campanha fechada',
      text: 'Ela abre sozinha com o primeiro professor no ar.',
      to: '/campanha',
      action: 'Ver a página',
      done: true,
    },
  ];
}

/** The team's list for the first day. */
export function FirstDay() {
  return (
    <section className={core.card} aria-labelledby="first-day">
      <h2 id="first-day">Primeiros passos</h2>
      <p className={core.muted}>O que falta para as pessoas chegarem.</p>
      <ul className={classes.items}>
        {itemsOf().map(({ title, text, to, action, done }) => (
          <li key={title} className={classes.item} data-done={done === true || undefined}>
            <span className={classes.mark} aria-hidden="true">
              {done === true ? <CheckIcon size={18} /> : null}
            </span>
            <div className={classes.words}>
              <strong>{title}</strong>
              <span className={classes.state}>{STATES[`${done}`]}</span>
              <span>{text}</span>
            </div>
            <Link to={to} className={classes.link ?? ''} aria-label={`${action}: ${title}`}>
              {action}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
