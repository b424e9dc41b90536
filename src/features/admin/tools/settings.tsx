import { z } from 'zod';
import { freshId } from '@/lib/browser/random';
import { useForm } from '@/lib/use-form';
import { TextField } from '@/ui/fields';
import { AdminPage } from '../core/admin-page';
import { KeptNote, NoAnswer } from '../core/answer-state';
import { Badge } from '../core/cells';
import classes from '../core/core.module.css';
import { maybeNumber, text } from '../core/schema';
import { type Answer, call } from '../core/server';
import { type AnswerQuery, useAnswer } from '../core/use-answer';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { TeacherChoice } from './teacher-choice';

const LIMITS: Record<string, string> = {
  leads_person_hour: 'Indicações por pessoa, por hora',
  leads_address_hour: 'Indicações por endereço de internet, por hora',
  leads_site_hour: 'Indicações por rede (/24 em IPv4, /48 em IPv6), por hora',
  leads_visitors_hour: 'Indicações de visitantes ao todo, por hora',
  reports_address_day: 'Denúncias sem conta por endereço, por dia',
  reports_site_day: 'Denúncias sem conta por rede, por dia',
  reports_visitors_hour: 'Denúncias sem conta ao todo, por hora',
  alerts_address_day: 'Avise-me sem conta por endereço, por dia',
  alerts_site_day: 'Avise-me sem conta por rede, por dia',
  alerts_visitors_hour: 'Avise-me sem conta ao todo, por hora',
  invitations_address_hour: 'Convites abertos por endereço, por hora',
  lesson_requests_day: 'Pedidos de aula por pessoa, por dia',
  lesson_proposals_day: 'Propostas de aula por pessoa, por dia',
  evaluations_day: 'Avaliações por pessoa, por dia',
  adjustments_teacher_day: 'Pedidos de ajuste a um professor, por dia',
  writes_person_hour: 'Tudo o que uma pessoa envia, por hora',
};

const WRONG_LIMIT = 'Digite um número de 0 a 1000000.';

const settings = z.object({
  default_teacher: z
    .object({ id: text, name: text, is_shown: z.boolean() })
    .nullish()
    .transform((value) => value ?? null),
  limits: z.record(z.string(), z.object({ built_in: z.number(), set: maybeNumber })),
});
type Found = z.infer<typeof settings>;

const set = (key: string, value: unknown): Promise<Answer<unknown>> =>
  call(
    'admin_set_setting',
    { command_id: freshId(), setting_key: key, setting_value: value },
    (answer) => answer,
  );

/** The settings of the team: the default teacher and the limits. */
export function Settings() {
  const query = useAnswer({
    key: 'admin_settings',
    ask: (signal) => call('admin_settings', {}, (value) => value, signal),
    read: (value) => settings.parse(value),
  });
  return (
    <AdminPage title="Configurações">
      <KeptNote query={query} />
      {query.value === null ? (
        <NoAnswer query={query} />
      ) : (
        <div className={classes.columns}>
          <DefaultTeacher found={query.value} query={query} />
          <Limits key={JSON.stringify(query.value.limits)} found={query.value} query={query} />
        </div>
      )}
    </AdminPage>
  );
}

interface PartProps {
  found: Found;
  query: AnswerQuery<Found>;
}

function DefaultTeacher({ found: { default_teacher: current }, query }: PartProps) {
  const writing = useWriting();
  const choose = async (id: string | null, name: string) => {
    const former = current?.id ?? null;
    const takeBack = async () => {
      if (await writing.run(() => set('default_teacher_id', former), { title: 'Desfeito' })) query.reload();
    };
    const outcome = await writing.run(() => set('default_teacher_id', id), {
      title: `Professor padrão: ${name}`,
      undo: () => void takeBack(),
    });
    if (outcome) query.reload();
  };
  return (
    <section className={classes.card} aria-labelledby="default-teacher">
      <h2 id="default-teacher">Professor padrão</h2>
      <p className={classes.muted}>Aparece na indicação quando não há ninguém mais para mostrar.</p>
      <p>
        <strong>{current?.name ?? 'Ninguém escolhido'}</strong>{' '}
        {current && !current.is_shown ? <Badge tone="bad">Fora do ar</Badge> : null}
      </p>
      <TeacherChoice writing={writing} onChoose={({ id, name }) => void choose(id, name)} />
      {current ? (
        <div className={classes.actions}>
          <WriteButton writing={writing} variant="outline" onClick={() => void choose(null, 'ninguém')}>
            Deixar sem professor padrão
          </WriteButton>
        </div>
      ) : null}
    </section>
  );
}

function Limits({ found: { limits }, query }: PartProps) {
  const writing = useWriting();
  const first = Object.fromEntries(
    Object.entries(limits).map(([key, limit]) => [key, limit.set === null ? '' : String(limit.set)]),
  );
  const { form, values, errors, change, submit } = useForm<Record<string, string>>({
    start: first,
    check: (now) =>
      Object.fromEntries(
        Object.entries(now).map(([key, value]) => [
          key,
          value === '' || (/^\d{1,7}$/.test(value) && Number(value) <= 1_000_000) ? undefined : WRONG_LIMIT,
        ]),
      ),
    send: async (now) => {
      const wanted = Object.fromEntries(
        Object.entries(now).flatMap(([key, value]) => (value === '' ? [] : [[key, Number(value)]])),
      );
      const saved = await writing.run(() => set('rate_limits', wanted), { title: 'Limites salvos' });
      if (saved) query.reload();
      return { sent: saved !== null };
    },
  });

  return (
    <form ref={form} className={classes.card} aria-labelledby="limits" noValidate onSubmit={submit}>
      <h2 id="limits">Limites</h2>
      <p className={classes.muted}>Contra abuso. Em branco, vale o limite de fábrica.</p>
      {Object.entries(limits).map(([key, { built_in }]) => (
        <TextField
          key={key}
          label={LIMITS[key] ?? key}
          description={`De fábrica: ${built_in}`}
          inputMode="numeric"
          maxLength={7}
          value={values[key] ?? ''}
          error={errors[key]}
          onChange={({ currentTarget: { value } }) => change({ [key]: value })}
        />
      ))}
      <div className={classes.actions}>
        <WriteButton type="submit" writing={writing}>
          Salvar limites
        </WriteButton>
      </div>
    </form>
  );
}
