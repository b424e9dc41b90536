import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFollowedDraft } from '@/lib/followed-draft';
import { useTypedEarly } from '@/lib/typed-early';
import { useForm } from '@/lib/use-form';
import { notQueuedText } from '@/outbox/words';
import { useFirstCities } from '@/reads/my-city';
import { useSyncStatus } from '@/reads/sync-status';
import { useEveryCity } from '@/reads/use-every-city';
import type { NamedItem, NamesQuery } from '@/reads/use-offered-names';
import { CityField } from '@/ui/city/city-field';
import { StyleFilter } from '@/ui/dance-styles/style-filter';
import { TextAreaField, TextField } from '@/ui/fields';
import { itemNamed } from '@/ui/name-field/name-search';
import { showToast } from '@/ui/toast';
import { sendLead } from '../actions';
import { EMPTY_DRAFT, type LeadDraft } from '../current-lead';
import { currentLead, draftKey, isDraftEmpty, isOf, LEAD_KEY, readDraft, saveDraft } from '../kept';
import { FALLBACK_STYLES, LONGEST, leadErrors } from '../schema';
import { LeadNote } from './lead-note';
import classes from './leads.module.css';

/** The active names, as far as they are known. */
interface LeadFormProps {
  cities: NamesQuery;
  styles: NamesQuery;
  /** Fills the empty form; a draft is never overwritten. */
  known: Partial<LeadDraft>;
  /** The server refused what was sent before. */
  refused: boolean;
  onSent(): void;
}

const REFUSED = 'Não foi possível enviar seu pedido. Confira os dados e tente de novo.';
const FORM = { what: 'o pedido', again: 'tente de novo', to: 'enviar o pedido' };

/** The form of a lead: kept while it is typed, sent through the outbox. */
export function LeadForm({ cities: open, styles, known, refused, onSent }: LeadFormProps) {
  const [sought, setSought] = useState('');
  const cities = useEveryCity(open, { text: sought, chosen: null });
  const [touched, setTouched] = useState(false);
  const { form, values, errors, outcome, sending, ...lead } = useForm<LeadDraft>({
    start: readDraft,
    check: (draft) => leadErrors(draft, cities.data),
    isChanged: () => touched,
    send: async (draft) => {
      const answer = await sendLead(draft);
      if (answer.kind === 'stored') {
        onSent();
        return { sent: true };
      }
      const text = answer.kind === 'refused' ? REFUSED : notQueuedText(answer, FORM);
      void showToast({ title: text, variant: 'destructive', id: 'lead' });
      return { sent: false, outcome: text };
    },
  });
  useEffect(() => setSought(values.cidade), [values.cidade]);
  const { nome = '', cidade = '', estilo = '' } = known;
  const fill = useEffectEvent(() => {
    if (touched || !isDraftEmpty()) return;
    const start = { ...EMPTY_DRAFT, nome: nome.slice(0, LONGEST.nome), cidade, estilo };
    if (JSON.stringify(start) !== JSON.stringify(values)) lead.reset(start);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known arrives after the first screen
  useEffect(() => fill(), [nome, cidade, estilo]);
  const failure = outcome ?? (refused && !touched && !sending ? REFUSED : null);
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  useFollowedDraft(draftKey(), () => {
    if (!sending) lead.reset(readDraft());
  });
  // The same draft was sent from another tab: it leads on here too.
  useFollowedDraft(LEAD_KEY, () => {
    const sent = currentLead();
    if (sent && !sending && isOf(sent, values)) onSent();
  });

  const change = (part: Partial<LeadDraft>) => {
    lead.change(part);
    // It outlives its sending, until a teacher was found.
    saveDraft({ ...values, ...part });
    setTouched(true);
  };

  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      aria-label="Encontrar professor"
      onSubmit={lead.submit}
    >
      <TextField
        label="Nome"
        name="nome"
        autoComplete="name"
        maxLength={LONGEST.nome}
        value={values.nome}
        error={errors.nome}
        required
        withAsterisk={false}
        disabled={sending}
        onChange={({ currentTarget: { value } }) => change({ nome: value })}
      />
      <LeadCity
        cities={cities}
        value={values.cidade}
        error={errors.cidade}
        disabled={sending}
        onChange={(cidade) => change({ cidade })}
      />
      <StyleFilter
        label="Estilo de Dança"
        name="estilo"
        all={null}
        items={styles.data.length > 0 ? styles.data : fallbackStyles(styles)}
        status={styles.status}
        value={values.estilo}
        error={errors.estilo}
        disabled={sending}
        onChange={(estilo) => change({ estilo })}
      />
      <TextAreaField
        label="Seus objetivos"
        name="objetivos"
        description="Opcional. Por exemplo: começar do zero, dançar no casamento, perder a timidez."
        rows={3}
        maxLength={LONGEST.objetivos}
        value={values.objetivos}
        error={errors.objetivos}
        disabled={sending}
        onChange={({ currentTarget: { value } }) => change({ objetivos: value })}
      />
      {failure ? <LeadNote kind="failure">{failure}</LeadNote> : null}
      {offline && !failure ? (
        <LeadNote kind="offline">
          Você está sem conexão. Envie assim mesmo: mostramos uma prévia e completamos quando a internet
          voltar.
        </LeadNote>
      ) : null}
      <Button type="submit" fullWidth disabled={sending}>
        {sending ? 'Enviando...' : 'Encontrar Professor'}
      </Button>
    </form>
  );
}

/** Specification 001 §8; while they are still being loaded there is nothing to offer yet. */
const fallbackStyles = ({ status }: NamesQuery): readonly NamedItem[] =>
  status === 'failed' ? FALLBACK_STYLES.map((name) => ({ id: name, name })) : [];

interface LeadCityProps {
  cities: NamesQuery;
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange(city: string): void;
}

/** Any text is a city here, because the list may be out of reach. */
function LeadCity({ cities, value, error, disabled, onChange }: LeadCityProps) {
  const field = useTypedEarly<HTMLInputElement>(({ value: early }) => onChange(early));
  return (
    <CityField
      name="cidade"
      items={cities.data}
      status={cities.status}
      loadError={null}
      chosen={itemNamed(cities.data, value)?.id ?? null}
      text={value}
      first={useFirstCities()}
      error={error}
      inputRef={field}
      disabled={disabled}
      onChange={({ text }) => onChange(text)}
    />
  );
}
