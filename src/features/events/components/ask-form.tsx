import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PartnerLevel, PartnerRole, PartnerWish } from '@/db/rows/agenda-fields';
import { LEVELS, WANTED_ROLES } from '@/db/search/offers';
import { useForm } from '@/lib/use-form';
import { notQueuedText } from '@/outbox/words';
import { useCityPick } from '@/reads/use-every-city';
import { type NamesLookup, openCities } from '@/reads/use-names';
import { CityFilter } from '@/ui/city/city-filter';
import { StyleFilter } from '@/ui/dance-styles/style-filter';
import { DraftNote } from '@/ui/draft-note';
import { SelectField } from '@/ui/fields';
import { askForPartner } from '../partner-actions';
import { blankPartner, keptPartner, type PartnerDraft } from '../partner-draft';
import type { DanceEvent } from '../schema';
import { AdultStatement } from './adult-statement';
import classes from './own.module.css';
import type { Statement } from './use-statement';

const FORM = { what: 'o pedido', again: 'peça de novo', to: 'procurar um par' };

interface AskFormProps {
  userId: string;
  names: NamesLookup;
  events: readonly DanceEvent[];
  about(wish: PartnerWish): string;
  statement: Statement;
}

/** The statement is no part of a draft: it is made anew. */
type Asking = PartnerDraft & { adult?: never };

const MISSING = 'Só pode procurar par quem declara ter 18 anos ou mais.';

/** Looks for a partner: for a date of an event that the address names, else for a style in a city. */
export function AskForm({ userId, names, events, about, statement }: AskFormProps) {
  const [query, setQuery] = useSearchParams();
  const event = events.find(({ id }) => id === query.get('evento'));
  const day = query.get('dia');
  const date = event && day ? { event_id: event.id, day, style_id: null, city_id: null } : null;
  const kept = keptPartner(userId);
  const { form, values, errors, outcome, sending, restored, change, reset, clear, submit } = useForm<Asking>({
    start: blankPartner,
    check: ({ styleId, cityId }) => ({
      ...(!date && {
        styleId: styleId === '' ? 'Escolha o estilo.' : undefined,
        cityId: cityId === '' ? 'Escolha a cidade.' : undefined,
      }),
      adult: statement.isGiven ? undefined : MISSING,
    }),
    draft: { key: kept.key, read: kept.read, keep: (draft) => void kept.write(draft) },
    send: async ({ id, role, level, styleId, cityId }) => {
      const wish = date ?? { event_id: null, day: null, style_id: styleId, city_id: cityId };
      const states = statement.isDue && { adult: true };
      const queued = await askForPartner({ id, role, level, ...wish, ...states });
      if (queued.kind !== 'stored') return { sent: false, outcome: notQueuedText(queued, FORM) };
      setCleared(null);
      reset();
      return { sent: true };
    },
  });
  /** The draft that was cleared a moment ago, for undoing it. */
  const [cleared, setCleared] = useState<PartnerDraft | null>(null);
  const type = (part: Partial<PartnerDraft>) => {
    setCleared(null);
    change(part);
  };
  const city = useCityPick(openCities(names), values.cityId, (cityId) => type({ cityId }));
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit} aria-label="Procurar um par">
      <DraftNote
        isRestored={restored}
        isCleared={cleared !== null}
        onClear={() => {
          setCleared(values);
          clear();
        }}
        onUndo={() => {
          if (cleared) type(cleared);
        }}
      />
      {date ? (
        <p>
          <b>{about({ ...date, role: values.role, level: values.level })}</b>{' '}
          <button type="button" className={classes.plain} onClick={() => setQuery({})}>
            Trocar por estilo e cidade
          </button>
        </p>
      ) : (
        <div className={classes.pair}>
          <StyleFilter
            all="Escolha"
            items={names.styles}
            status={names.isKnown ? 'ready' : 'loading'}
            value={names.styles.find(({ id }) => id === values.styleId)?.name ?? ''}
            error={errors.styleId}
            onChange={(name) => type({ styleId: names.styles.find((one) => one.name === name)?.id ?? '' })}
          />
          <CityFilter label="Cidade" all="Escolha" error={errors.cityId} {...city} />
        </div>
      )}
      <div className={classes.pair}>
        <SelectField
          label="Seu papel"
          value={values.role}
          data={Object.entries(WANTED_ROLES).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => type({ role: currentTarget.value as PartnerRole })}
        />
        <SelectField
          label="Seu nível"
          value={values.level}
          data={Object.entries(LEVELS).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => type({ level: currentTarget.value as PartnerLevel })}
        />
      </div>
      <AdultStatement
        statement={statement}
        error={errors.adult ?? (statement.isMissed ? MISSING : undefined)}
      />
      <p className={classes.hint}>Quem tem conta vê seu primeiro nome, o papel e o nível.</p>
      {outcome ? <p role="alert">{outcome}</p> : null}
      <div className={classes.buttons}>
        <Button type="submit" loading={sending}>
          Procurar um par
        </Button>
      </div>
    </form>
  );
}
