import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useFollowedDraft } from '@/lib/followed-draft';
import { textError } from '@/lib/typed-text';
import { useBusy } from '@/lib/use-busy';
import { useOnce } from '@/lib/use-once';
import type { CommandOf } from '@/outbox/command';
import { notQueuedText } from '@/outbox/words';
import type { NamesLookup } from '@/reads/use-names';
import { SelectField, TextAreaField } from '@/ui/fields';
import { hasWords, publish, publishAgain, type Words } from '../actions';
import { keepPostDraft, type PostDraft, postDraftKey, readPostDraft } from '../post-draft';
import { LONGEST } from '../schema';
import classes from './mural.module.css';

const FORM = { what: 'a publicação', again: 'publique de novo', to: 'publicar' };

const withId = (words: Words): PostDraft => ({ id: crypto.randomUUID(), ...words });

const BLANK: Words = { text: '', cityId: null, styleId: null };

function wordsOf({ payload }: CommandOf<'post.create'>): Words {
  const { text, city_id: cityId, dance_style_id: styleId } = payload.post;
  return { text, cityId, styleId };
}

interface PostFormProps {
  userId: string;
  names: NamesLookup;
  /** A post that the server refused, to be said better. */
  refused: CommandOf<'post.create'> | null;
  /** With the refused one: back to what is written anew. What was changed stays kept. */
  onDone(): void;
}

/** A few words for everybody. They are stored on this phone first and go as soon as they can. */
export function PostForm({ userId, names, refused, onDone }: PostFormProps) {
  const refusedId = refused?.id ?? null;
  const [start] = useState(() => (refused ? wordsOf(refused) : BLANK));
  const [words, setWords] = useState(() => readPostDraft(userId, refusedId) ?? withId(start));
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const once = useOnce();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text } = words;
  const isChanged = (now: Words) =>
    now.text !== start.text || now.cityId !== start.cityId || now.styleId !== start.styleId;
  const isDirty = isChanged(words);

  useBusy(isDirty);
  useFollowedDraft(postDraftKey(userId, refusedId), () => {
    if (saving) return;
    setError(null);
    setWords(readPostDraft(userId, refusedId) ?? withId(start));
  });
  useEffect(() => {
    if (refused) field.current?.focus();
  }, [refused]);

  function change(part: Partial<Words>) {
    const next = { ...words, ...part };
    setWords(next);
    setError(null);
    keepPostDraft(userId, refusedId, isChanged(next) ? next : null);
  }

  async function submit(): Promise<boolean> {
    if (!hasWords(text)) {
      setError('Escreva alguma coisa antes de publicar.');
      field.current?.focus();
      return false;
    }
    if (textError(text) !== null) {
      field.current?.focus();
      return false;
    }
    setSaving(true);
    const outcome = await (refused ? publishAgain(refused, words.id, words) : publish(words.id, words));
    setSaving(false);
    if (outcome.kind !== 'stored') {
      setError(notQueuedText(outcome, FORM));
      return false;
    }
    setWords(withId(start));
    keepPostDraft(userId, refusedId, null);
    if (refused) onDone();
    return true;
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void once(submit);
  }

  const left = LONGEST.text - text.length;
  return (
    <form className={classes.form} noValidate onSubmit={onSubmit} aria-label="Publicar no Mural">
      {refused ? <p>Esta publicação não foi enviada. Ela fica guardada até você publicar de novo.</p> : null}
      <TextAreaField
        ref={field}
        label="O que você quer contar?"
        name="text"
        rows={3}
        maxLength={LONGEST.text}
        value={text}
        // What is typed into it now would neither be sent nor kept.
        readOnly={saving}
        placeholder="Um convite, uma dúvida, uma conquista na pista…"
        description={`${text.length} de ${LONGEST.text} caracteres. Todos podem ler, com seu primeiro nome e sua foto.`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={error}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <p className={classes.listeners} role="status">
        {left === 0 ? 'Limite de caracteres atingido' : left <= 50 ? 'Menos de 50 caracteres restantes' : ''}
      </p>
      <div className={classes.about}>
        <SelectField
          label="Cidade (opcional)"
          value={words.cityId ?? ''}
          data={[
            { value: '', label: 'Nenhuma' },
            ...names.cities.map((city) => ({ value: city.id, label: city.name })),
          ]}
          onChange={(event) => change({ cityId: event.currentTarget.value || null })}
        />
        <SelectField
          label="Estilo (opcional)"
          value={words.styleId ?? ''}
          data={[
            { value: '', label: 'Nenhum' },
            ...names.styles.map((style) => ({ value: style.id, label: style.name })),
          ]}
          onChange={(event) => change({ styleId: event.currentTarget.value || null })}
        />
        <Button type="submit" loading={saving}>
          Publicar
        </Button>
        {refused ? (
          <Button variant="outline" disabled={saving} onClick={onDone}>
            Deixar para depois
          </Button>
        ) : null}
      </div>
    </form>
  );
}
