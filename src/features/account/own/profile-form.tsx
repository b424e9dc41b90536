import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { type CitySought, useEveryCity } from '@/reads/use-every-city';
import { NAMES_FAILED, type NamesQuery } from '@/reads/use-offered-names';
import { CityField } from '@/ui/city/city-field';
import { StylesField } from '@/ui/dance-styles/styles-field';
import { TextField } from '@/ui/fields';
import { Link } from '@/ui/link';
import { FormNote } from '../fields/form-note';
import { PhoneField } from '../fields/phone-field';
import { areaCodeOf } from '../fields/phone-number';
import type { OwnProfile } from '../schema';
import { hasEnhancedProfile } from './enhanced';
import classes from './own.module.css';
import { LIMITS, type ProfileErrors } from './profile-values';
import { RoleFields } from './role-fields';
import { OWN, outcomeNote, reasonText, refusedField } from './save-text';
import { useProfileForm } from './use-profile-form';

/** A list of the catalogue, as the page reads it. */
interface ProfileFormProps {
  profile: OwnProfile;
  cities: NamesQuery;
  styles: NamesQuery;
}

/** Everything that people write about themselves. Reads from the device; nothing typed is lost when saving fails. */
export function ProfileForm({ profile, cities: open, styles }: ProfileFormProps) {
  const [sought, setSought] = useState<CitySought>({ text: '', chosen: profile.cityId });
  const cities = useEveryCity(open, { ...sought, own: profile.cityId });
  const nameOf = ({ data }: NamesQuery, id: string | null) => data.find((one) => one.id === id)?.name ?? '';
  const form = useProfileForm(profile, nameOf(cities, profile.cityId));
  const { values, set, outcome, saving, dirty, kept } = form;
  const city = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const stylesBox = useRef<HTMLFieldSetElement>(null);
  const refused = refusedField(outcome);
  const note = outcome && (!dirty || outcome.kind !== 'delivered') ? outcomeNote(outcome) : null;
  const unsent = outcome?.kind === 'unsent';
  const errors: ProfileErrors = {
    ...(refused &&
      outcome?.kind === 'unsent' && { [refused]: reasonText(outcome.command.error?.hint ?? null) }),
    ...form.errors,
  };

  // Styles that are no longer offered stay with who has them.
  const listed = new Set(styles.data.map(({ id }) => id));
  const chooseStyles = (names: string[]) =>
    set({
      styleIds: [
        ...values.styleIds.filter((id) => !listed.has(id)),
        ...names.flatMap((name) => styles.data.find((one) => one.name === name)?.id ?? []),
      ],
    });

  return (
    <form ref={form.form} className={classes.form} noValidate onSubmit={form.submit} aria-label="Seus dados">
      {form.restored && !outcome ? (
        <FormNote kind="offline">
          {OWN.restored}{' '}
          <button type="button" className={classes.inline} onClick={form.discard}>
            Descartar alterações
          </button>
        </FormNote>
      ) : null}
      <TextField
        label="Nome"
        name="name"
        autoComplete="name"
        maxLength={LIMITS.name}
        value={values.name}
        error={errors.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        value={profile.email}
        readOnly
        maxLength={320}
        description="É com ele que você entra."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <div data-part="city" className={classes.part}>
        <CityField
          items={cities.data}
          status={cities.status}
          loadError={cities.status === 'failed' ? NAMES_FAILED.cities : null}
          chosen={values.cityId || null}
          text={values.cityText}
          error={errors.cityId}
          inputRef={city}
          onChange={({ chosen, text }) => {
            setSought({ text, chosen, areaCode: areaCodeOf(values.phoneCountry, values.phone) });
            set({ cityId: chosen ?? '', cityText: text });
          }}
        />
      </div>
      <div data-part="whatsapp" className={classes.part}>
        <PhoneField
          country={values.phoneCountry}
          digits={values.phone}
          error={errors.phone}
          inputRef={phone}
          onBlur={() => undefined}
          onChange={({ country, digits }) => set({ phoneCountry: country, phone: digits })}
        />
      </div>
      <div data-part="styles" className={classes.part}>
        <StylesField
          names={styles.data.map(({ name }) => name)}
          status={styles.status}
          loadError={styles.status === 'failed' ? NAMES_FAILED.styles : null}
          chosen={values.styleIds.flatMap((id) => styles.data.find((one) => one.id === id)?.name ?? [])}
          error={errors.styleIds}
          fieldsetRef={stylesBox}
          onChange={chooseStyles}
        />
      </div>
      {profile.role === 'admin' ? null : (
        <RoleFields
          role={profile.role}
          values={values}
          errors={errors}
          set={set}
          enhanced={hasEnhancedProfile(profile)}
        />
      )}
      {profile.role === 'student' ? (
        <p className={classes.hint}>
          Quer conferir antes? <Link to="/student/profile-preview">Veja a prévia da sua página</Link>.
        </p>
      ) : null}
      <div className={classes.save}>
        <div role="status">
          {note ? (
            <FormNote kind={note.tone}>
              {note.text} {unsent ? <Link to="/envios">Envios pendentes</Link> : null}
            </FormNote>
          ) : null}
        </div>
        <Button type="submit" loading={saving} fullWidth>
          {outcome?.kind === 'not-stored' ? 'Tentar de novo' : 'Salvar perfil'}
        </Button>
        {kept ? null : <p className={classes.hint}>{PROFILE_UNKEPT}</p>}
      </div>
    </form>
  );
}

const PROFILE_UNKEPT =
  'Este aparelho não está guardando o que você digita: salve antes de sair desta página.';
