import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useOnce } from '@/lib/use-once';
import { notQueuedText } from '@/outbox/words';
import { Link } from '@/ui/link';
import { saveProfile } from '../actions';
import { PhoneField } from '../fields/phone-field';
import { BRAZIL, phoneError, toWhatsapp } from '../fields/phone-number';
import { useOwnProfile, useRefusedProfile } from '../queries';
import classes from './whatsapp-offer.module.css';

/** Says what contact the teacher `name` will see. Takes the number of a student without a WhatsApp. */
export function WhatsappOffer({ name }: { name: string }) {
  const { data: profile } = useOwnProfile();
  const refused = useRefusedProfile();
  const input = useRef<HTMLInputElement>(null);
  const [phone, setPhone] = useState({ country: BRAZIL, digits: '' });
  const [stage, setStage] = useState<'note' | 'field' | 'saved'>('note');
  const [error, setError] = useState<string | null>(null);
  const once = useOnce();

  if (stage === 'saved') {
    return (
      <p className={classes.offer} role="status">
        Número salvo. Se aceitar, {name} vê seu WhatsApp, e não seu e-mail.
      </p>
    );
  }
  if (!profile) return null;
  if (profile.whatsapp) {
    return <p className={classes.seen}>Se aceitar, {name} vê seu WhatsApp. Seu e-mail não é mostrado.</p>;
  }
  const { version } = profile;

  async function save() {
    const number = toWhatsapp(phone.digits, phone.country);
    if (number === null) {
      setError(phoneError(phone.digits, phone.country));
      return false;
    }
    const outcome = await saveProfile({ whatsapp: number }, version);
    if (outcome.kind === 'stored') setStage('saved');
    else setError(notQueuedText(outcome));
    return outcome.kind === 'stored';
  }

  function press() {
    if (phone.digits === '') {
      setError('Escreva o número com o DDD');
      input.current?.focus();
    } else void once(save);
  }

  return (
    <div className={classes.offer}>
      <p>Você não informou um WhatsApp: se aceitar, {name} vê o seu e-mail.</p>
      {refused ? (
        <Link to="/student/profile-enhanced">Corrigir meu perfil</Link>
      ) : stage === 'note' ? (
        <Button
          variant="outline"
          onClick={() => {
            // Within the press: phones open no keyboard later.
            flushSync(() => setStage('field'));
            input.current?.focus();
          }}
        >
          Adicionar WhatsApp
        </Button>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field saves the number, not the form around it.
        <div
          className={classes.field}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
            event.preventDefault();
            press();
          }}
        >
          <PhoneField
            country={phone.country}
            digits={phone.digits}
            error={error ?? undefined}
            inputRef={input}
            // A number that was only typed would go with the form.
            onBlur={() => {
              if (phone.digits !== '') void once(save);
            }}
            onChange={(next) => {
              setError(null);
              setPhone(next);
            }}
          />
          <Button variant="outline" onClick={press}>
            Salvar número
          </Button>
        </div>
      )}
    </div>
  );
}

/** For a teacher without a WhatsApp: what the student `name` will see after the acceptance. */
export function EmailNote({ name }: { name: string }) {
  const { data: profile } = useOwnProfile();
  if (!profile || profile.whatsapp) return null;
  return (
    <div className={classes.offer}>
      <p>Você não informou um WhatsApp: se aceitar, {name} vê o seu e-mail.</p>
      <Link to="/teacher/profile">Adicionar WhatsApp</Link>
    </div>
  );
}
