import { Button } from '@mantine/core';
import { useState } from 'react';
import { imageUrl } from '@/lib/images';
import { slugOf } from '@/lib/slug';
import { SelectField, TextAreaField, TextField } from '@/ui/fields';
import core from '../core/core.module.css';
import { useAnswer } from '../core/use-answer';
import { CATEGORIES } from './categories';
import type { PostValues } from './draft';
import classes from './editor.module.css';
import { PictureDialog } from './picture-dialog';
import type { PostErrors } from './post';

interface PostFieldsProps {
  values: PostValues;
  errors: PostErrors;
  onChange(changes: Partial<PostValues>): void;
}

const COVER = { width: 384, height: 216 };
const ALL = { q: '', filters: {}, sort: 'position', after: null, size: 500 };

/** The fields of an article, except its text. */
export function PostFields({ values, errors, onChange }: PostFieldsProps) {
  const categories = useAnswer({
    key: 'blog_categories all',
    ask: (signal) => CATEGORIES.ask(ALL, signal),
    read: (value) => CATEGORIES.read(value),
  });
  const [picking, setPicking] = useState(false);
  const made = slugOf(values.title, 80);
  const options = (categories.value?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className={core.form}>
      <TextField
        label="Título"
        maxLength={140}
        value={values.title}
        error={errors.title}
        onChange={({ currentTarget: { value } }) => onChange({ title: value })}
      />
      <div className={core.pair}>
        <TextField
          label="Endereço"
          description={`/blog/${values.slug || made || '…'}`}
          placeholder={made}
          maxLength={80}
          value={values.slug}
          error={errors.slug}
          onChange={({ currentTarget: { value } }) => onChange({ slug: value })}
        />
        <SelectField
          label="Categoria"
          value={values.category_id}
          error={errors.category_id}
          data={[{ value: '', label: 'Escolha' }, ...options]}
          onChange={({ currentTarget: { value } }) => onChange({ category_id: value })}
        />
        <TextField
          label="Quem escreveu"
          maxLength={80}
          value={values.author_name}
          error={errors.author_name}
          onChange={({ currentTarget: { value } }) => onChange({ author_name: value })}
        />
        <TextField
          label="Publicar em (opcional)"
          description="Horário de Brasília. Em branco: assim que for publicado."
          type="datetime-local"
          value={values.published_at}
          onChange={({ currentTarget: { value } }) => onChange({ published_at: value })}
        />
      </div>
      <TextAreaField
        label="Resumo"
        rows={3}
        maxLength={300}
        value={values.excerpt}
        error={errors.excerpt}
        onChange={({ currentTarget: { value } }) => onChange({ excerpt: value })}
      />
      <div className={core.form}>
        {values.cover_url ? (
          <img
            className={classes.cover}
            src={imageUrl(values.cover_url, COVER)}
            alt={values.cover_alt}
            {...COVER}
            crossOrigin="anonymous"
          />
        ) : null}
        <div className={core.actions}>
          <Button variant="outline" onClick={() => setPicking(true)}>
            {values.cover_url ? 'Trocar capa' : 'Escolher capa'}
          </Button>
          {values.cover_url ? (
            <Button variant="subtle" onClick={() => onChange({ cover_url: '', cover_alt: '' })}>
              Tirar capa
            </Button>
          ) : null}
        </div>
      </div>
      {picking ? (
        <PictureDialog
          title="Capa do artigo"
          onClose={() => setPicking(false)}
          onReady={({ path, alt }) => {
            setPicking(false);
            onChange({ cover_url: path, cover_alt: alt });
          }}
        />
      ) : null}
    </div>
  );
}
