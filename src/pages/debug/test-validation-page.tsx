import { type ReactNode, useId, useRef, useState } from 'react';
import { PasswordField } from '@/features/account/fields/password-field';
import { PASSWORD_MINIMUM } from '@/features/account/fields/password-strength';
import { PhoneField } from '@/features/account/fields/phone-field';
import { BRAZIL, phoneError, toWhatsapp } from '@/features/account/fields/phone-number';
import { StrengthMeter } from '@/features/account/fields/strength-meter';
import { REGISTER } from '@/features/account/messages';
import { confirmationError, emailError, forgotError, nameError } from '@/features/account/validation';
import { videoUrlError } from '@/lib/video-url';
import { useCities } from '@/reads/use-offered-names';
import { TextField } from '@/ui/fields';
import { matchNames } from '@/ui/name-field/name-choice';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import classes from './test-validation.module.css';

/** Runs every validator of the product on typed text, at once and without sending anything. */
export default function TestValidationPage() {
  return (
    <Page narrow>
      <PageHeading>Teste de validação</PageHeading>
      <p>Digite em qualquer campo: a resposta ao lado é a mesma dos formulários. Nada é enviado.</p>
      <Text label="Nome" check={nameError} />
      <Text label="E-mail" check={emailError} type="email" />
      <Text label="E-mail para recuperar a senha" check={forgotError} type="email" />
      <Passwords />
      <Phone />
      <City />
      <Text label="URL do vídeo" check={videoUrlError} type="url" maxLength={300} />
    </Page>
  );
}

interface TextProps {
  label: string;
  check(value: string): string | null;
  type?: string;
  maxLength?: number;
}

function Text({ label, check, type = 'text', maxLength = 254 }: TextProps) {
  const [value, setValue] = useState('');
  return (
    <Field verdict={check(value)}>
      {(describedBy) => (
        <TextField
          label={label}
          type={type}
          maxLength={maxLength}
          value={value}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby={describedBy}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function Passwords() {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  return (
    <>
      <Field verdict={password.length >= PASSWORD_MINIMUM ? null : REGISTER.password}>
        {() => (
          <>
            <PasswordField
              label="Senha"
              value={password}
              onChange={setPassword}
              autoComplete="new-password"
              error={null}
            />
            <StrengthMeter password={password} />
          </>
        )}
      </Field>
      <Field verdict={confirmation === '' ? 'Repita a senha' : confirmationError(password, confirmation)}>
        {() => (
          <PasswordField
            label="Repetição da senha"
            value={confirmation}
            onChange={setConfirmation}
            autoComplete="new-password"
            error={null}
          />
        )}
      </Field>
    </>
  );
}

function Phone() {
  const [phone, setPhone] = useState({ country: BRAZIL, digits: '' });
  const input = useRef<HTMLInputElement>(null);
  const stored = toWhatsapp(phone.digits, phone.country);
  return (
    <Field
      verdict={phoneError(phone.digits, phone.country)}
      good={stored === null ? 'Vazio: vale, é opcional' : `Vale: ${stored}`}
    >
      {() => (
        <PhoneField
          country={phone.country}
          digits={phone.digits}
          onChange={setPhone}
          onBlur={() => undefined}
          error={undefined}
          inputRef={input}
        />
      )}
    </Field>
  );
}

function City() {
  const [typed, setTyped] = useState('');
  const { data: items } = useCities();
  const found = matchNames('cidades', items, typed);
  const names = found
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ');
  return (
    <Field
      verdict={found.length === 0 ? REGISTER.noCity : null}
      good={found.length > 3 ? `${names} e mais ${found.length - 3}` : names}
    >
      {(describedBy) => (
        <TextField
          label="Busca de cidade"
          value={typed}
          autoComplete="off"
          aria-describedby={describedBy}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface FieldProps {
  /** The error; null when there is none. */
  verdict: string | null;
  good?: string;
  children(describedBy: string): ReactNode;
}

function Field({ verdict, good = 'Vale', children }: FieldProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      {children(id)}
      <output id={id} className={classes.verdict} data-good={verdict === null}>
        {verdict ?? good}
      </output>
    </div>
  );
}
