import { Button } from '@mantine/core';
import { useId } from 'react';
import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import { siteAddress } from '@/lib/site';
import { slugOf } from '@/lib/slug';
import { isText, stored } from '@/lib/stored';
import { useForm } from '@/lib/use-form';
import { sendingOf } from '@/outbox/sending';
import { notQueuedText } from '@/outbox/words';
import { useWorthSaying } from '@/outbox/worth-saying';
import { TextField } from '@/ui/fields';
import { useOwnProfile } from '../queries';
import { saveSlug, useSlugWrite } from '../slug-actions';
import classes from './own.module.css';

/** As the server's (supabase/migrations/…_teacher_addresses.sql). */
const SHORTEST = 3;
const LONGEST = 60;
const FORM = { what: 'o endereço', again: 'salve de novo', to: 'salvar o endereço' };

/** The address of the teacher's page: changed here without a connection too; the old one keeps leading to it. */
export function AddressCard() {
  const { data: profile } = useOwnProfile();
  const write = useSlugWrite();
  const shown = useWorthSaying(write);
  const sending = shown ? sendingOf(shown) : null;
  if (!profile?.teacher) return null;
  const { slug } = profile.teacher;
  const start = (write?.status === 'rejected' ? write.payload.slug : slug) ?? '';
  return (
    <section className={classes.card} aria-labelledby="endereco">
      <h2 id="endereco">Endereço da sua página</h2>
      <p className={classes.address}>{siteAddress(`/teachers/${slug ?? profile.id}`)}</p>
      <p>Se você trocar, o endereço antigo continua levando à sua página e não é dado a mais ninguém.</p>
      {sending ? (
        <p className={classes.sending} data-tone={sending.tone} role="status">
          {sending.text}
          {sending.reason ? `: ${sending.reason}` : null}
        </p>
      ) : null}
      <AddressForm key={start} start={start} userId={profile.id} />
    </section>
  );
}

function AddressForm({ start, userId }: { start: string; userId: string }) {
  const id = useId();
  const kept = draftOf(userId);
  const { form, values, errors, outcome, sending, change, submit } = useForm<{ slug: string }>({
    start: { slug: start },
    check: ({ slug }) => ({
      slug: slugOf(slug, LONGEST).length < SHORTEST ? 'Escreva pelo menos 3 letras ou números' : undefined,
    }),
    draft: { key: kept.key, read: kept.read, keep: (draft) => void kept.write(draft) },
    send: async (draft) => {
      // First, because the form begins again as soon as the address is stored.
      kept.write(null);
      const queued = await saveSlug(slugOf(draft.slug, LONGEST));
      if (queued.kind === 'stored') return { sent: true, outcome: 'Endereço salvo.' };
      kept.write(draft);
      return { sent: false, outcome: notQueuedText(queued, FORM) };
    },
  });
  const made = slugOf(values.slug, LONGEST);
  return (
    <form
      ref={form}
      className={classes.form}
      aria-label="Endereço da sua página"
      noValidate
      onSubmit={submit}
    >
      <TextField
        id={`${id}-slug`}
        label="Novo endereço"
        description={
          made !== '' && made !== values.slug ? `Fica /teachers/${made}` : 'Como o seu nome: marina-couto'
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={80}
        value={values.slug}
        error={errors.slug}
        onChange={(event) => change({ slug: event.currentTarget.value })}
      />
      <p role="status">{outcome}</p>
      <div>
        <Button type="submit" loading={sending} disabled={made === start}>
          Salvar endereço
        </Button>
      </div>
    </form>
  );
}

const draftOf = (userId: string) =>
  stored<{ slug: string }>(`${PRIVATE_DRAFT_PREFIX}slug_${userId}`, (value) => {
    const slug = value !== null && typeof value === 'object' ? Reflect.get(value, 'slug') : null;
    return isText(slug) ? { slug } : null;
  });
