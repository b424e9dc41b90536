import { useIdentity } from '@/auth/identity';
import { hasWhatsapp } from '@/lib/phone';
import { firstName } from '@/lib/text';
import { PersonContact } from '@/ui/contact/person-contact';
import { useNow } from '@/ui/use-now';
import { isArranged, type ShownRequest } from '../overlay';
import { useTellableLesson } from '../queries';
import { handOverText, otherName } from '../texts';
import classes from './requests.module.css';
import { TellSomebody } from './tell-somebody';

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
  const { side, other_whatsapp, other_email, teacher_id } = request;
  const other = otherName(request);
  const lesson = useTellableLesson(request.id, useNow());
  const text = handOverText(side, { me: firstName(me), other: firstName(other), style, lesson, request });
  const whatsapp = hasWhatsapp(other_whatsapp);
  const contact = (
    <PersonContact
      teacherId={side === 'student' ? teacher_id : null}
      phone={other_whatsapp}
      email={other_email}
      text={text}
      className={classes.act ?? ''}
      more={<TellSomebody request={request} />}
    />
  );
  const title = isArranged(request) ? 'Contato' : 'Combinar a aula';
  if (!whatsapp && !other_email) {
    const why = <p>O contato de {other} aparece aqui quando sua resposta chegar ao Danceflix.</p>;
    if (compact) return why;
    return (
      <section className={classes.box}>
        <h2>{title}</h2>
        {why}
      </section>
    );
  }
  if (compact) return contact;
  return (
    <section className={classes.box}>
      <h2>{title}</h2>
      <p>
        {whatsapp
          ? `Chame ${other} no WhatsApp: a primeira mensagem já vai escrita.`
          : `${other} não informou um WhatsApp. ${isArranged(request) ? 'Escreva' : 'Combine'} por e-mail.`}
      </p>
      {contact}
      <TellSomebody request={request} />
    </section>
  );
}
