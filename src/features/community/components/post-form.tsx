import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { holdBusy } from '@/lib/busy';
import type { NamesLookup } from '@/sync/use-names';
import { SelectField, TextAreaField } from '@/ui/fields';
import { hasWords, publish, type Words } from '../actions';
import { keepPostDraft, readPostDraft } from '../post-draft';
import { LONGEST } from '../schema';
import classes from './mural.module.css';

const FAILURES = {
  full: 'O aparelho está sem espaço. Libere um pouco e publique de novo; o texto continua aqui.',
  blocked: 'O navegador não está deixando o app guardar dados neste aparelho. O texto continua aqui.',
  'signed-out': 'Sua sessão terminou. Entre de novo para publicar.',
} as const;

const newId = () => crypto.randomUUID();

interface PostFormProps {
  userId: string;
  names: NamesLookup;
  /** What the server refused, to be said better. */
  initial: Words | null;
}

/** A few words for everybody. They are stored on this phone first and go as soon as they can. */
export function PostForm({ userId, names, initial }: PostFormProps) {
  const [text, setText] = useState(() => initial?.text ?? readPostDraft(userId));
  const [cityId, setCityId] = useState(initial?.cityId ?? '');
  const [styleId, setStyleId] = useState(initial?.styleId ?? '');
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const id = useRef(newId());
  const started = useRef(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isDirty = text !== '';

  useEffect(() => (isDirty ? holdBusy() : undefined), [isDirty]);
  useEffect(() => {
    if (initial) field.current?.focus();
  }, [initial]);

  function type(next: string) {
    setText(next);
    setError(null);
    keepPostDraft(userId, next);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!hasWords(text)) {
      setError('Escreva alguma coisa antes de publicar.');
      field.current?.focus();
      return;
    }
    // The second tap of two comes before the first is drawn.
    if (started.current) return;
    started.current = true;
    setSaving(true);
    const outcome = await publish(id.current, { text, cityId: cityId || null, styleId: styleId || null });
    started.current = false;
    setSaving(false);
    if (outcome !== 'stored') {
      setError(FAILURES[outcome]);
      return;
    }
    id.current = newId();
    type('');
  }

  const left = LONGEST.text - text.length;
  return (
    <form className={classes.form} noValidate onSubmit={submit} aria-label="Publicar no Mural">
      <TextAreaField
        ref={field}
        label="O que você quer contar?"
        name="text"
        rows={3}
        maxLength={LONGEST.text}
        value={text}
        placeholder="Um convite, uma dúvida, uma conquista na pista…"
        description={`${text.length} de ${LONGEST.text} caracteres. Todos podem ler, com seu primeiro nome e sua foto.`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={error}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <p className={classes.listeners} role="status">
        {left === 0 ? 'Limite de caracteres atingido' : left <= 50 ? 'Menos de 50 caracteres restantes' : ''}
      </p>
      <div className={classes.about}>
        <SelectField
          label="Cidade (opcional)"
          value={cityId}
          data={[
            { value: '', label: 'Nenhuma' },
            ...names.cities.map((city) => ({ value: city.id, label: city.name })),
          ]}
          onChange={(event) => setCityId(event.currentTarget.value)}
        />
        <SelectField
          label="Estilo (opcional)"
          value={styleId}
          data={[
            { value: '', label: 'Nenhum' },
            ...names.styles.map((style) => ({ value: style.id, label: style.name })),
          ]}
          onChange={(event) => setStyleId(event.currentTarget.value)}
        />
        <Button type="submit" loading={saving}>
          Publicar
        </Button>
      </div>
    </form>
  );
}
