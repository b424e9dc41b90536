import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { freshId } from '@/lib/browser/random';
import { FALSE_SIGNATURE, isFalseSignature } from '@/lib/false-names';
import { textError } from '@/lib/typed-text';
import { useForm } from '@/lib/use-form';
import type { CommandOf } from '@/outbox/stored-command';
import { notQueuedText } from '@/outbox/words';
import { useCityPick } from '@/reads/use-every-city';
import { type NamesLookup, openCities } from '@/reads/use-names';
import { CityFilter } from '@/ui/city/city-filter';
import { StyleFilter } from '@/ui/dance-styles/style-filter';
import { TextAreaField } from '@/ui/fields';
import { hasWords, publish, publishAgain, type Words } from '../actions';
import { keepPostDraft, type PostDraft, postDraftKey, readPostDraft } from '../post-draft';
import { LONGEST } from '../schema';
import classes from './mural.module.css';

const FORM = { what: 'a publicação', again: 'publique de novo', to: 'publicar' };

const withId = (words: Words): PostDraft => ({ id: freshId(), ...words });

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
  const field = useRef<HTMLTextAreaElement>(null);
  const { form, values, errors, outcome, sending, change, reset, submit } = useForm<PostDraft>({
    start: () => withId(refused ? wordsOf(refused) : BLANK),
    check: ({ text }) => {
      if (!hasWords(text)) return { text: 'Escreva alguma coisa antes de publicar.' };
      return { text: textError(text) ?? (isFalseSignature(text) ? FALSE_SIGNATURE : undefined) };
    },
    draft: {
      key: postDraftKey(userId, refusedId),
      read: () => readPostDraft(userId, refusedId),
      keep: (words) => keepPostDraft(userId, refusedId, words),
    },
    send: async (words) => {
      const answer = await (refused ? publishAgain(refused, words.id, words) : publish(words.id, words));
      if (answer.kind !== 'stored') return { sent: false, outcome: notQueuedText(answer, FORM) };
      reset();
      if (refused) onDone();
      return { sent: true };
    },
  });
  const { text } = values;
  const city = useCityPick(openCities(names), values.cityId ?? '', (id) => change({ cityId: id || null }));

  useEffect(() => {
    if (refused) field.current?.focus();
  }, [refused]);

  const left = LONGEST.text - text.length;
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit} aria-label="Publicar no Mural">
      {refused ? <p>Esta publicação não foi enviada. Ela fica salva até você publicar de novo.</p> : null}
      <TextAreaField
        ref={field}
        label="O que você quer contar?"
        name="text"
        rows={3}
        maxLength={LONGEST.text}
        value={text}
        // Text typed now would neither be sent nor kept.
        readOnly={sending}
        placeholder="Um convite, uma dúvida, uma conquista na pista…"
        description={`${text.length} de ${LONGEST.text} caracteres. Todos podem ler, com seu primeiro nome e sua foto.`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={errors.text ?? outcome}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <p className={classes.listeners} role="status">
        {left === 0 ? 'Limite de caracteres atingido' : left <= 50 ? 'Menos de 50 caracteres restantes' : ''}
      </p>
      <div className={classes.about}>
        <CityFilter label="Cidade (opcional)" all="Nenhuma" {...city} />
        <StyleFilter
          label="Estilo (opcional)"
          all="Nenhum"
          items={names.styles}
          status={names.isKnown ? 'ready' : 'loading'}
          value={names.styles.find(({ id }) => id === values.styleId)?.name ?? ''}
          onChange={(name) =>
            change({ styleId: names.styles.find((style) => style.name === name)?.id ?? null })
          }
        />
        <Button type="submit" loading={sending}>
          Publicar
        </Button>
        {refused ? (
          <Button variant="outline" disabled={sending} onClick={onDone}>
            Deixar para depois
          </Button>
        ) : null}
      </div>
    </form>
  );
}
