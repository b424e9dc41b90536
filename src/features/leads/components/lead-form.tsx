import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useFollowedDraft } from '@/lib/followed-draft';
import { useForm } from '@/lib/use-form';
import { notQueuedText } from '@/outbox/words';
import { useSyncStatus } from '@/reads/sync-status';
import type { NamesQuery } from '@/reads/use-offered-names';
import { SelectField, TextAreaField, TextField } from '@/ui/fields';
import { showToast } from '@/ui/toast';
import { sendLead } from '../actions';
import { currentLead, draftKey, isOf, LEAD_KEY, readDraft, saveDraft } from '../kept';
import { FALLBACK_STYLES, type LeadDraft, LONGEST, leadErrors } from '../schema';
import { LeadNote } from './lead-note';
import classes from './leads.module.css';

/** The active names, as far as they are known. */
interface LeadFormProps {
  cities: NamesQuery;
  styles: NamesQuery;
  /** The server refused what was sent before. */
  refused: boolean;
  onSent(): void;
}

const REFUSED = 'Não foi possível enviar seu pedido. Confira os dados e tente de novo.';
const FORM = { what: 'o pedido', again: 'tente de novo', to: 'enviar o pedido' };

/** The form of a lead: kept while it is typed, sent through the outbox. */
export function LeadForm({ cities, styles, refused, onSent }: LeadFormProps) {
  const [touched, setTouched] = useState(false);
  const { form, values, errors, outcome, sending, ...lead } = useForm<LeadDraft>({
    start: readDraft,
    check: leadErrors,
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
      <CityField
        names={cities}
        value={values.cidade}
        error={errors.cidade}
        disabled={sending}
        onChange={change}
      />
      <NameSelect
        label="Estilo de Dança"
        name="estilo"
        placeholder="Selecione o estilo"
        names={styles.data.length > 0 ? styles.data.map(({ name }) => name) : fallbackStyles(styles)}
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
const fallbackStyles = ({ status }: NamesQuery): readonly string[] =>
  status === 'failed' ? FALLBACK_STYLES : [];

interface NameSelectProps {
  label: string;
  name: string;
  placeholder: string;
  names: readonly string[];
  value: string;
  error: ReactNode;
  disabled: boolean;
  onChange(value: string): void;
}

function NameSelect({ names, placeholder, value, onChange, error, ...rest }: NameSelectProps) {
  // A choice from an older list stays chosen.
  const offered = value === '' || names.includes(value) ? names : [value, ...names];
  return (
    <SelectField
      {...rest}
      required
      withAsterisk={false}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="" disabled>
        {names.length === 0 ? 'Carregando…' : placeholder}
      </option>
      {offered.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </SelectField>
  );
}

interface CityFieldProps {
  names: NamesQuery;
  value: string;
  error: ReactNode;
  disabled: boolean;
  onChange(part: Partial<LeadDraft>): void;
}

/** Typed by hand where the list cannot be had. */
function CityField({ names, value, error, disabled, onChange }: CityFieldProps) {
  if (names.status === 'failed' && names.data.length === 0) {
    return (
      <TextField
        label="Cidade"
        name="cidade"
        autoComplete="address-level2"
        maxLength={LONGEST.cidade}
        value={value}
        error={error}
        required
        withAsterisk={false}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ cidade: currentTarget.value })}
      />
    );
  }
  return (
    <NameSelect
      label="Cidade"
      name="cidade"
      placeholder="Selecione a cidade"
      names={names.data.map(({ name }) => name)}
      value={value}
      error={error}
      disabled={disabled}
      onChange={(cidade) => onChange({ cidade })}
    />
  );
}
