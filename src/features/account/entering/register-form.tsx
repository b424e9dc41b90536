import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Identity } from '@/auth/identity';
import type { Href } from '@/lib/paths';
import { type CitySought, useEveryCity } from '@/reads/use-every-city';
import { NAMES_FAILED, type NamesQuery } from '@/reads/use-offered-names';
import { CityField } from '@/ui/city/city-field';
import { StylesField } from '@/ui/dance-styles/styles-field';
import { TextField } from '@/ui/fields';
import { Link } from '@/ui/link';
import classes from '../fields/account-form.module.css';
import { EmailField } from '../fields/email-field';
import { FormNote } from '../fields/form-note';
import { PasswordField } from '../fields/password-field';
import { PhoneField } from '../fields/phone-field';
import { areaCodeOf } from '../fields/phone-number';
import { StrengthMeter } from '../fields/strength-meter';
import { TermsField } from '../fields/terms-field';
import { REGISTER } from '../messages';
import { LONGEST, type RegisterField } from '../validation';
import { CommitmentDialog } from './commitment-dialog';
import { RoleChoice } from './role-choice';
import { type RegistrationStart, useRegistration } from './use-registration';

/** Cities or styles as the page reads them. */
interface RegisterFormProps extends RegistrationStart {
  cities: NamesQuery;
  styles: NamesQuery;
  /** Inside a panel of other tabs the role is chosen by radio buttons. */
  rolesAs?: 'tabs' | 'radios';
  /** Where who has an account already enters. */
  loginPath: Href;
  onBusy(busy: boolean): void;
  onDone(identity: Identity): void;
  onAwaiting(email: string): void;
}

/** Specification 000 §2 'Register screen': fields in its order. What is typed survives a reload, the password does not. */
export function RegisterForm(props: RegisterFormProps) {
  const { styles, rolesAs = 'tabs', loginPath, resuming } = props;
  const [sought, setSought] = useState<CitySought>({ text: '', chosen: null });
  const cities = useEveryCity(props.cities, sought);
  const name = useRef<HTMLInputElement>(null);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const city = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const dances = useRef<HTMLFieldSetElement>(null);
  const terms = useRef<HTMLInputElement>(null);

  const fieldOf = (field: RegisterField) =>
    field === 'styles'
      ? dances.current?.querySelector('input')
      : { name, email, password, cityId: city, phone, termsAccepted: terms }[field].current;
  const form = useRegistration({ ...props, cities: cities.data, fieldOf });
  const { values, errors, failure, busy, change } = form;
  const { cityId, cityName, countryCode, phone: digits } = values;
  const chosen = cityId ?? form.unlisted;
  useEffect(() => {
    setSought({ text: cityName ?? '', chosen, areaCode: areaCodeOf(countryCode, digits) });
  }, [cityName, chosen, countryCode, digits]);

  return (
    <>
      <RoleChoice
        role={values.role}
        onRole={(role) => change({ role })}
        as={rolesAs}
        hidden={resuming !== null}
        disabled={busy}
      >
        <form
          ref={form.form}
          className={classes.form}
          aria-label="Cadastro"
          noValidate
          onSubmit={form.submit}
        >
          {form.offline ? <FormNote kind="offline">{REGISTER.offline}</FormNote> : null}
          <TextField
            ref={name}
            label="Nome do perfil"
            description={errors.name === undefined ? 'Como você quer aparecer' : undefined}
            name="name"
            autoComplete="name"
            autoCapitalize="words"
            maxLength={LONGEST.name}
            value={values.name}
            error={errors.name}
            disabled={busy}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          {resuming === null ? (
            <EmailField
              inputRef={email}
              value={values.email}
              error={errors.email}
              disabled={busy}
              onChange={(next) => change({ email: next })}
            />
          ) : null}
          <CityField
            items={cities.data}
            status={cities.status}
            loadError={cities.status === 'failed' ? NAMES_FAILED.cities : null}
            chosen={values.cityId}
            text={values.cityName ?? cities.data.find(({ id }) => id === values.cityId)?.name ?? ''}
            error={errors.cityId}
            inputRef={city}
            disabled={busy}
            onChange={({ chosen, text }) => change({ cityId: chosen, cityName: text })}
          />
          <PhoneField
            country={values.countryCode}
            digits={values.phone}
            error={errors.phone}
            inputRef={phone}
            disabled={busy}
            onChange={({ country, digits }) => change({ countryCode: country, phone: digits })}
            onBlur={() => form.judge('phone')}
          />
          {values.role === 'teacher' ? (
            <StylesField
              names={styles.data.map((style) => style.name)}
              status={styles.status}
              loadError={styles.status === 'failed' ? NAMES_FAILED.styles : null}
              chosen={values.styles}
              error={errors.styles}
              fieldsetRef={dances}
              disabled={busy}
              onChange={(chosen) => change({ styles: chosen })}
            />
          ) : null}
          {resuming === null ? (
            <>
              <PasswordField
                label="Senha"
                autoComplete="new-password"
                value={values.password}
                error={errors.password}
                inputRef={password}
                disabled={busy}
                onChange={(next) => change({ password: next })}
              />
              <StrengthMeter password={values.password} />
            </>
          ) : null}
          <TermsField
            accepted={values.termsAccepted}
            error={errors.termsAccepted}
            inputRef={terms}
            disabled={busy}
            onChange={(termsAccepted) => change({ termsAccepted })}
          />
          {failure !== null && failure.kind !== 'signed-out' ? (
            <FormNote kind="failure">
              {failure.text}{' '}
              {failure.kind === 'email-taken' ? (
                <>
                  <Link to={loginPath}>Entrar</Link> ou <Link to="/forgot-password">recuperar a senha</Link>
                </>
              ) : null}
            </FormNote>
          ) : null}
          <Button type="submit" fullWidth className={classes.submit ?? ''} disabled={busy}>
            {resuming === null ? 'Criar Conta' : 'Concluir cadastro'}
          </Button>
        </form>
      </RoleChoice>
      {form.asking ? (
        <CommitmentDialog busy={busy} onAgree={form.agree} onDisagree={form.disagree} onClose={form.close} />
      ) : null}
    </>
  );
}
