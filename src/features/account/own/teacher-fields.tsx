import { useId } from 'react';
import choices from '@/ui/choices.module.css';
import { TextField } from '@/ui/fields';
import { ExtraSections } from './extra-sections';
import { LongText } from './long-text';
import classes from './own.module.css';
import { LIMITS, type ProfileErrors, type ProfileValues } from './profile-values';

interface TeacherFieldsProps {
  values: ProfileValues;
  errors: ProfileErrors;
  set(edit: Partial<ProfileValues>): void;
  /** With the enhanced profile there are more sections. */
  enhanced: boolean;
}

const MODALITIES = [
  { id: 'particular', label: 'Aula particular' },
  { id: 'grupo', label: 'Aulas em Grupo' },
] as const;

/** What stands on a teacher's public page, and whether it stands there. */
export function TeacherFields({ values, errors, set, enhanced }: TeacherFieldsProps) {
  return (
    <>
      <Modalities values={values} errors={errors} set={set} />
      <LongText
        label="Sobre você e suas aulas"
        placeholder="Como são suas aulas? Para quem elas servem?"
        value={values.bio}
        error={errors.bio}
        onChange={(bio) => set({ bio })}
      />
      <LongText
        label="Experiência"
        placeholder="Há quanto tempo você dança e ensina?"
        value={values.experience}
        error={errors.experience}
        onChange={(experience) => set({ experience })}
      />
      <TextField
        label="Bairro"
        name="neighborhood"
        maxLength={LIMITS.neighborhood}
        value={values.neighborhood}
        error={errors.neighborhood}
        onChange={(event) => set({ neighborhood: event.currentTarget.value })}
      />
      <TextField
        label="Instagram"
        name="instagram"
        placeholder="@seuperfil"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={LIMITS.instagram}
        value={values.instagram}
        error={errors.instagram}
        onChange={(event) => set({ instagram: event.currentTarget.value })}
      />
      {enhanced ? <Enhanced values={values} errors={errors} set={set} /> : null}
      <label className={classes.switch}>
        <input
          type="checkbox"
          checked={values.isPaused}
          onChange={(event) => set({ isPaused: event.currentTarget.checked })}
        />
        <span>
          <b>Pausar meu perfil</b>
          <span>Enquanto estiver pausado, você não aparece na busca. Seus dados ficam guardados.</span>
        </span>
      </label>
    </>
  );
}

/** The extra sections of who supports the project. */
function Enhanced({ values, errors, set }: Omit<TeacherFieldsProps, 'enhanced'>) {
  return (
    <ExtraSections>
      <LongText
        label="Minha história na dança"
        placeholder="Onde tudo começou? Com quem você aprendeu? Que palco você não esquece?"
        value={values.story}
        error={errors.story}
        onChange={(story) => set({ story })}
      />
      <LongText
        label="Músicas das minhas aulas"
        placeholder="Uma por linha"
        limit={LIMITS.music}
        rows={3}
        value={values.music}
        error={errors.music}
        onChange={(music) => set({ music })}
      />
    </ExtraSections>
  );
}

function Modalities({ values, errors, set }: Omit<TeacherFieldsProps, 'enhanced'>) {
  const id = useId();
  const describedBy = errors.modalities ? id : undefined;
  return (
    <fieldset className={choices.group} aria-describedby={describedBy}>
      <legend>Modalidades de aula</legend>
      <div className={classes.choices}>
        {MODALITIES.map((one) => (
          <label key={one.id} className={choices.chip}>
            <input
              type="checkbox"
              checked={values.modalities.includes(one.id)}
              aria-invalid={errors.modalities ? true : undefined}
              aria-describedby={describedBy}
              onChange={({ currentTarget: { checked } }) =>
                set({
                  modalities: checked
                    ? [...values.modalities, one.id]
                    : values.modalities.filter((other) => other !== one.id),
                })
              }
            />
            {one.label}
          </label>
        ))}
      </div>
      {errors.modalities ? (
        <p id={id} className={choices.error}>
          {errors.modalities}
        </p>
      ) : null}
    </fieldset>
  );
}
