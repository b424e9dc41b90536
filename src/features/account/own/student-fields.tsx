import choices from '@/ui/choices.module.css';
import { TextField } from '@/ui/fields';
import { INTERESTS } from '@/ui/interests';
import { Link } from '@/ui/link';
import { ExtraSections } from './extra-sections';
import { LongText } from './long-text';
import classes from './own.module.css';
import { LIMITS, type ProfileErrors, type ProfileValues } from './profile-values';

interface StudentFieldsProps {
  values: ProfileValues;
  errors: ProfileErrors;
  set(edit: Partial<ProfileValues>): void;
  /** With the enhanced profile there are more sections. */
  enhanced: boolean;
}

/** What stands on a student's page, and whether others may see it. */
export function StudentFields({ values, errors, set, enhanced }: StudentFieldsProps) {
  return (
    <>
      <LongText
        label="Sobre você"
        placeholder="O que você procura na dança? Como é você no salão?"
        limit={LIMITS.studentBio}
        value={values.bio}
        error={errors.bio}
        onChange={(bio) => set({ bio })}
      />
      <Interests chosen={values.interests} onChange={(interests) => set({ interests })} />
      <TextField
        label="Dança desde"
        name="dancing-since"
        placeholder="Ano, por exemplo 2019"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={values.dancingSince}
        error={errors.dancingSince}
        onChange={(event) => set({ dancingSince: event.currentTarget.value })}
      />
      {enhanced ? <Enhanced values={values} errors={errors} set={set} /> : null}
      <label className={classes.switch}>
        <input
          type="checkbox"
          checked={values.isPublic}
          onChange={(event) => set({ isPublic: event.currentTarget.checked })}
        />
        <span>
          <b>Mostrar minha página</b>
          <span>
            Qualquer pessoa poderá ver seu nome, foto, cidade, estilos e o que você escreveu aqui, e você
            aparece em Bailudos. E-mail e WhatsApp nunca aparecem. Dá para esconder a qualquer hora.
          </span>
        </span>
      </label>
      <p className={classes.hint}>
        Quer conferir antes? <Link to="/student/profile-preview">Veja a prévia da sua página</Link>.
      </p>
    </>
  );
}

function Interests({ chosen, onChange }: { chosen: string[]; onChange(ids: string[]): void }) {
  return (
    <fieldset className={choices.group}>
      <legend>O que você procura</legend>
      <div className={classes.choices}>
        {INTERESTS.map(({ id, label }) => (
          <label key={id} className={choices.chip}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The extra sections of who supports the project. */
function Enhanced({ values, errors, set }: Omit<StudentFieldsProps, 'enhanced'>) {
  return (
    <ExtraSections>
      <LongText
        label="Minha história na dança"
        placeholder="Onde tudo começou? Que momento você não esquece?"
        value={values.experience}
        error={errors.experience}
        onChange={(experience) => set({ experience })}
      />
      <LongText
        label="Músicas que me tiram da cadeira"
        placeholder="Uma por linha"
        limit={LIMITS.favouriteSongs}
        rows={3}
        value={values.favouriteSongs}
        error={errors.favouriteSongs}
        onChange={(favouriteSongs) => set({ favouriteSongs })}
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
    </ExtraSections>
  );
}
