import { useSyncExternalStore } from 'react';
import { env } from '@/lib/env';
import { teamLink } from '@/lib/phone';
import { Link } from '@/ui/link';
import { VERSION } from './version';

export function VersionLine() {
  return (
    <p>
      <strong>Versão {VERSION.number}</strong>, em vigor desde {VERSION.since}.
    </p>
  );
}

/** The person or company that runs the site, as the law wants it named. */
export function Operator() {
  const { name, taxId, address, email } = env.operator;
  const kind = taxId.replace(/[.\-/ ]/g, '').length === 11 ? 'CPF' : 'CNPJ';
  return (
    <p>
      Quem mantém este site: {name}, {kind} {taxId}, {address}, <a href={`mailto:${email}`}>{email}</a>.
    </p>
  );
}

const never = () => () => undefined;
const presentHost = () => new URL(env.siteUrl).host;
/** The host from the build's configuration: a prerendered page has no other. */
const builtHost = () => new URL(env.builtFor).host;

/** How to contact the site's operator: the team's number where one is configured. */
export function Contact() {
  const link = teamLink('Olá! Tenho uma dúvida sobre meus dados no Danceflix.');
  const site = useSyncExternalStore(never, presentHost, builtHost);
  return link ? (
    <p>
      Fale com a equipe do Danceflix ({site}), que também responde como encarregada pelos dados pessoais,{' '}
      <a href={link} target="_blank" rel="noopener">
        pelo WhatsApp
      </a>
      . Respondemos em português, sem custo.
    </p>
  ) : (
    <p>
      Quem responde por seus dados é a equipe que mantém o Danceflix em {site}. Em breve você também fala com
      ela pelo WhatsApp. Ver, corrigir, baixar e excluir seus dados você já pode, sem pedir a ninguém:{' '}
      <Link to="/login">entre na sua conta</Link> e abra <strong>Meus dados</strong>, nas configurações.
    </p>
  );
}
