/** The inputs of the teacher's and the student's fields. A field without an input is a compile error. */
import type { ReactNode } from 'react';
import { type FieldOf, type FieldOfKind, fieldsOfRole } from '@/db/rows/profile-fields';
import { LEVELS, ROLES } from '@/db/search/offers';
import { WEEK } from '@/db/words/half-days';
import { TextField } from '@/ui/fields';
import { INTERESTS } from '@/ui/interests';
import { WeekField } from '@/ui/week-field';
import { Chips } from './chips';
import { GalleryPhotos } from './gallery-photos';
import { GalleryVideos } from './gallery-videos';
import { LongText } from './long-text';
import classes from './own.module.css';
import { LIMITS, type ProfileErrors, type ProfileValues } from './profile-values';

export interface FieldProps {
  values: ProfileValues;
  errors: ProfileErrors;
  set(edit: Partial<ProfileValues>): void;
}

interface Input {
  draw(props: FieldProps): ReactNode;
  /** Drawn among the sections of the enhanced profile. */
  extra?: true;
  /** Drawn after the sections of the enhanced profile. */
  last?: true;
}

type Typing = FieldOfKind<'text' | 'year'>;

const longText = (
  field: Typing,
  words: { label: string; placeholder: string; limit?: number; rows?: number },
): Input => ({
  draw: ({ values, errors, set }) => (
    <LongText
      {...words}
      value={values[field]}
      error={errors[field]}
      onChange={(text) => set({ [field]: text })}
    />
  ),
});

const line = (
  field: Typing,
  attributes: { label: string; name: string; maxLength: number } & Record<string, unknown>,
): Input => ({
  draw: ({ values, errors, set }) => (
    <TextField
      {...attributes}
      value={values[field]}
      error={errors[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  ),
});

const chips = (
  field: FieldOfKind<'list'>,
  legend: string,
  options: readonly { id: string; label: string }[],
): Input => ({
  draw: ({ values, errors, set }) => (
    <Chips
      legend={legend}
      options={options}
      chosen={values[field]}
      error={errors[field]}
      onChange={(ids) => set({ [field]: ids })}
    />
  ),
});

const flag = (field: FieldOfKind<'flag'>, title: string, text: string): Input => ({
  draw: ({ values, set }) => (
    <label className={classes.switch}>
      <input
        type="checkbox"
        checked={values[field]}
        onChange={(event) => set({ [field]: event.currentTarget.checked })}
      />
      <span>
        <b>{title}</b>
        <span>{text}</span>
      </span>
    </label>
  ),
});

const extra = (input: Input): Input => ({ ...input, extra: true });
const last = (input: Input): Input => ({ ...input, last: true });

const choicesOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([id, label]) => ({ id, label }));

const instagram = line('instagram', {
  label: 'Instagram',
  name: 'instagram',
  placeholder: '@seuperfil',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  maxLength: LIMITS.instagram,
});

const MODALITIES = [
  { id: 'particular', label: 'Aula particular' },
  { id: 'grupo', label: 'Aulas em Grupo' },
];

const TEACHER: Record<FieldOf<'teacher'>, Input> = {
  modalities: chips('modalities', 'Modalidades de aula', MODALITIES),
  bio: longText('bio', {
    label: 'Sobre você e suas aulas',
    placeholder: 'Como são suas aulas? Para quem elas servem?',
  }),
  experience: longText('experience', {
    label: 'Experiência',
    placeholder: 'Há quanto tempo você dança e ensina?',
  }),
  neighborhood: line('neighborhood', {
    label: 'Bairro',
    name: 'neighborhood',
    maxLength: LIMITS.neighborhood,
  }),
  instagram,
  availability: {
    draw: ({ values, set }) => (
      <AvailabilityField chosen={values.availability} onChange={(availability) => set({ availability })} />
    ),
  },
  lessonPlaces: chips('lessonPlaces', 'Onde você dá aulas', [
    { id: 'casa', label: 'Vou até você' },
    { id: 'estudio', label: 'No estúdio' },
    { id: 'online', label: 'Online' },
  ]),
  levels: chips('levels', 'Níveis que você ensina', choicesOf(LEVELS)),
  danceRoles: chips('danceRoles', 'Papéis que você ensina', choicesOf(ROLES)),
  acceptsCouples: flag('acceptsCouples', 'Aceito casais', 'Duas pessoas podem fazer a aula juntas.'),
  isAccessible: flag(
    'isAccessible',
    'Lugar acessível',
    'Quem usa cadeira de rodas ou anda com dificuldade chega ao salão e usa o banheiro.',
  ),
  // They are added and removed at once, like the profile's picture.
  photos: { draw: () => <GalleryPhotos /> },
  videos: {
    draw: ({ values, errors, set }) => (
      <GalleryVideos videos={values.videos} error={errors.videos} onChange={(videos) => set({ videos })} />
    ),
  },
  story: extra(
    longText('story', {
      label: 'Minha história na dança',
      placeholder: 'Onde tudo começou? Com quem você aprendeu? Que palco você não esquece?',
    }),
  ),
  music: extra(
    longText('music', {
      label: 'Músicas das minhas aulas',
      placeholder: 'Uma por linha',
      limit: LIMITS.music,
      rows: 3,
    }),
  ),
  isPaused: last(
    flag(
      'isPaused',
      'Pausar meu perfil',
      'Enquanto estiver pausado, você não aparece na busca. Seus dados ficam salvos.',
    ),
  ),
};

const STUDENT: Record<FieldOf<'student'>, Input> = {
  bio: longText('bio', {
    label: 'Sobre você',
    placeholder: 'O que você procura na dança? Como é você no salão?',
    limit: LIMITS.studentBio,
  }),
  interests: chips('interests', 'O que você procura', INTERESTS),
  dancingSince: line('dancingSince', {
    label: 'Dança desde',
    name: 'dancing-since',
    placeholder: 'Ano, por exemplo 2019',
    inputMode: 'numeric',
    autoComplete: 'off',
    maxLength: 4,
  }),
  experience: extra(
    longText('experience', {
      label: 'Minha história na dança',
      placeholder: 'Onde tudo começou? Que momento você não esquece?',
    }),
  ),
  favouriteSongs: extra(
    longText('favouriteSongs', {
      label: 'Músicas que me tiram da cadeira',
      placeholder: 'Uma por linha',
      limit: LIMITS.favouriteSongs,
      rows: 3,
    }),
  ),
  instagram: extra(instagram),
  isPublic: last(
    flag(
      'isPublic',
      'Mostrar minha página',
      'Qualquer pessoa poderá ver seu nome, foto, cidade, estilos e o que você escreveu aqui, e você aparece em Bailudos. E-mail e WhatsApp nunca aparecem. Dá para esconder a qualquer hora.',
    ),
  ),
};

interface RoleFieldsProps extends FieldProps {
  role: 'teacher' | 'student';
  /** Whether to draw the sections of the enhanced profile. */
  enhanced: boolean;
}

/** The fields of the user's own page, and the switch that makes the page public. */
export function RoleFields({ role, enhanced, ...props }: RoleFieldsProps) {
  const inputs: Partial<Record<string, Input>> = role === 'teacher' ? TEACHER : STUDENT;
  const draw = (isWanted: (input: Input) => boolean) =>
    fieldsOfRole(role).map((field) => {
      const input = inputs[field];
      return input && isWanted(input) ? (
        <div key={field} data-part={field} className={classes.part}>
          <Drawn input={input} {...props} />
        </div>
      ) : null;
    });
  return (
    <>
      {draw((input) => !input.extra && !input.last)}
      {enhanced ? <ExtraSections>{draw((input) => input.extra === true)}</ExtraSections> : null}
      {draw((input) => input.last === true)}
    </>
  );
}

const Drawn = ({ input, ...props }: FieldProps & { input: Input }) => input.draw(props);

interface AvailabilityFieldProps {
  chosen: readonly string[];
  onChange(slots: string[]): void;
}

export function AvailabilityField(props: AvailabilityFieldProps) {
  return (
    <WeekField
      legend="Quando você dá aulas"
      hint="quem procura pode filtrar por isto"
      rows={WEEK}
      {...props}
    />
  );
}

/** The sections of the enhanced profile, set apart from the fields that every profile has. */
export function ExtraSections({ children }: { children: ReactNode }) {
  return (
    <fieldset className={classes.extra}>
      <legend>Perfil completo</legend>
      <p className={classes.hint}>
        Seções extras do seu apoio ao Danceflix. Obrigado por dançar com a gente!
      </p>
      {children}
    </fieldset>
  );
}
