import { useIdentity } from '@/auth/identity';
import { whatsappLink } from '@/lib/phone';
import { firstName } from '@/lib/text';
import { WhatsappIcon } from '@/ui/icons';
import { OutsideLinkButton } from '@/ui/link-button';
import type { ShownRequest } from '../overlay';
import { handOverText, otherName } from '../texts';
import classes from './requests.module.css';

/** Contact with the other side: only while the request is accepted and the server has confirmed it. */
export function HandOver({
  request,
  style,
  compact = false,
}: {
  request: ShownRequest;
  style: string;
  /** Shows the buttons only, for a card with its own text. */
  compact?: boolean;
}) {
  const me = useIdentity().identity?.name ?? '';
  const { side, other_whatsapp, other_email } = request;
  const other = otherName(request);
  const text = handOverText(side, { me: firstName(me), other: firstName(other), style });
  const whatsapp = whatsappLink(other_whatsapp, text);
  const ways = (
    <>
      {whatsapp ? (
        <OutsideLinkButton
          className={classes.act ?? ''}
          href={whatsapp}
          leftSection={<WhatsappIcon size={22} />}
        >
          Abrir WhatsApp
        </OutsideLinkButton>
      ) : null}
      {other_email ? (
        <a className={classes.plain} href={`mailto:${other_email}`}>
          {other_email}
        </a>
      ) : null}
    </>
  );
  if (compact) return ways;
  if (!whatsapp && !other_email) {
    return (
      <section className={classes.box}>
        <h2>Combinar a aula</h2>
        <p>O contato de {other} aparece aqui quando sua resposta chegar ao Danceflix.</p>
      </section>
    );
  }
  return (
    <section className={classes.box}>
      <h2>Combinar a aula</h2>
      <p>
        {whatsapp
          ? `Chame ${other} no WhatsApp: a primeira mensagem já vai escrita.`
          : `${other} não informou um WhatsApp. Combine por e-mail.`}
      </p>
      {ways}
    </section>
  );
}
