import { type MouseEvent, useState } from 'react';
import { useIdentity } from '@/auth/identity';
import { whatsappLink } from '@/lib/phone';
import { firstName } from '@/lib/text';
import { OutsideLinkButton } from '@/ui/link-button';
import { WhatsappIcon } from '@/ui/more-icons';
import { onDemand } from '@/ui/on-demand';
import { isAdvised, keepAdvised } from '../first-contact';
import type { ShownRequest } from '../overlay';
import { handOverText, otherName } from '../texts';
import classes from './requests.module.css';
import { TellSomebody } from './tell-somebody';

const [FirstContactSheet, usePreparedSheet] = onDemand(() => import('./first-contact-sheet'));

/**
 * Contact with the other side: only while the request is accepted and the server has confirmed it. A student is advised
 * once per teacher, before the first contact.
 */
export function HandOver({
  request,
  style,
  compact = false,
}: {
  request: ShownRequest;
  style: string;
  /** Shows the contact only, for a card with its own text. */
  compact?: boolean;
}) {
  const me = useIdentity().identity?.name ?? '';
  const [isAdvising, setAdvising] = useState(false);
  usePreparedSheet();
  const { side, other_whatsapp, other_email, teacher_id } = request;
  const other = otherName(request);
  const text = handOverText(side, { me: firstName(me), other: firstName(other), style });
  const whatsapp = whatsappLink(other_whatsapp, text);

  function advise(event: MouseEvent) {
    if (side !== 'student' || isAdvised(teacher_id)) return;
    event.preventDefault();
    keepAdvised(teacher_id);
    setAdvising(true);
  }
  const way = (onPress: (event: MouseEvent) => void) => (
    <>
      {whatsapp ? (
        <OutsideLinkButton
          className={classes.act ?? ''}
          href={whatsapp}
          leftSection={<WhatsappIcon size={22} />}
          onClick={onPress}
        >
          Abrir WhatsApp
        </OutsideLinkButton>
      ) : null}
      {other_email ? (
        <a className={classes.plain} href={`mailto:${other_email}`} onClick={onPress}>
          {other_email}
        </a>
      ) : null}
    </>
  );
  const contact = (
    <>
      {way(advise)}
      {isAdvising ? (
        <FirstContactSheet
          onClose={() => setAdvising(false)}
          ways={(close) => (
            <>
              {way(close)}
              <TellSomebody request={request} />
            </>
          )}
        />
      ) : null}
    </>
  );
  if (!whatsapp && !other_email) {
    const why = <p>O contato de {other} aparece aqui quando sua resposta chegar ao Danceflix.</p>;
    if (compact) return why;
    return (
      <section className={classes.box}>
        <h2>Combinar a aula</h2>
        {why}
      </section>
    );
  }
  if (compact) return contact;
  return (
    <section className={classes.box}>
      <h2>Combinar a aula</h2>
      <p>
        {whatsapp
          ? `Chame ${other} no WhatsApp: a primeira mensagem já vai escrita.`
          : `${other} não informou um WhatsApp. Combine por e-mail.`}
      </p>
      {contact}
      <TellSomebody request={request} />
    </section>
  );
}
