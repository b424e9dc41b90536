import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useIdentity } from '@/auth/identity';
import { sendable } from '@/lib/sent-text';
import { foldName } from '@/lib/text';
import { textError } from '@/lib/typed-text';
import { useOnce } from '@/lib/use-once';
import type { AlertWish } from '@/outbox/commands/alert-parts';
import { notQueuedText } from '@/outbox/words';
import { useFirstCities } from '@/reads/my-city';
import { useSyncStatus } from '@/reads/sync-status';
import { useEveryCity } from '@/reads/use-every-city';
import { NAMES_FAILED, type NamedItem, useCities, useDanceStyles } from '@/reads/use-offered-names';
import { CityFilter } from '@/ui/city/city-filter';
import { StyleFilter } from '@/ui/dance-styles/style-filter';
import { TextField } from '@/ui/fields';
import { Link } from '@/ui/link';
import { Sheet } from '@/ui/sheet';
import { setAlert } from '../actions';
import { addVisitorAlert } from '../visitor-alerts';
import { type Sought, soughtWords } from '../wish';
import { OwnAlerts, PhoneAlerts } from './alert-list';
import classes from './alerts.module.css';

/** How this phone can be reached without an account. */
export interface PhonePush {
  /** Why it cannot, in words; null: it can. */
  hindrance: string | null;
  /** Asks for the permission. Resolves to what hinders it now; null: granted. Called from the press. */
  ask(): Promise<string | null>;
  /** Connects the phone; false: not yet, a later start tries again. */
  reach(): Promise<boolean>;
}

export interface AlertSheetProps {
  asked: number;
  /** The words of the search. */
  sought: Sought;
  push: PhonePush;
  /** Who is there already for these words; nothing where nobody is. */
  there(sought: Sought): ReactNode;
  /** Leads to the registration, where the wish is kept for the new account. */
  onAccount(wish: AlertWish): void;
  onClose(): void;
}

/** Where pushes to this phone are switched on; the team has no such page. */
const SETTINGS = {
  student: '/student/notifications',
  teacher: '/teacher/notifications',
  admin: null,
} as const;

/** Asks what to tell of, and says how; below it the alerts that there are. */
export function AlertSheet({ asked, sought, push, there, onAccount, onClose }: AlertSheetProps) {
  const { identity } = useIdentity();
  const hasAccount = identity?.state === 'active';
  const settings = identity?.state === 'active' && identity.role ? SETTINGS[identity.role] : null;
  const styles = useDanceStyles();
  const first = useFirstCities();
  const [chosen, setChosen] = useState(sought);
  const cities = useEveryCity(useCities(), { text: chosen.city, chosen: null });
  const [done, setDone] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const once = useOnce();
  const offline = useSyncStatus(({ connection }) => connection === 'offline');

  // A search's address may name a style or city that is not offered: the alert is then for any.
  const style = named(styles.data, chosen.style);
  const city = named(cities.data, chosen.city);
  const wanted = { style: style?.name ?? '', city: city?.name ?? '', area: city ? chosen.area.trim() : '' };
  const words = soughtWords(wanted);
  const set = (part: Partial<Sought>) => {
    setFailure(null);
    setChosen((now) => ({ ...now, ...part }));
  };

  const wish = (): AlertWish | null => {
    const problem =
      style || city
        ? wanted.area.length === 1
          ? 'O bairro tem de 2 a 80 letras.'
          : textError(wanted.area)
        : 'Escolha um estilo ou uma cidade.';
    setFailure(problem);
    if (problem !== null) return null;
    return {
      style_id: style?.id ?? null,
      city_id: city?.id ?? null,
      neighborhood: sendable(wanted.area) || null,
    };
  };

  const save = async () => {
    const asking = wish();
    if (!asking) return false;
    // The browser asks only while the press is being handled: nothing is awaited before.
    const refused = hasAccount ? null : await push.ask();
    if (refused !== null) {
      setFailure(`${refused} Com uma conta, o aviso chega em Notificações.`);
      return false;
    }
    const outcome = hasAccount ? await setAlert(asking, true) : await addVisitorAlert(asking);
    if (outcome.kind !== 'stored') {
      setFailure(notQueuedText(outcome));
      return false;
    }
    setFailure(null);
    setDone(words);
    if (!hasAccount && !(await push.reach()) && !offline) {
      setFailure('A notificação deste aparelho ainda não foi ligada. Tentamos de novo na próxima visita.');
    }
    return true;
  };

  const leave = () => {
    const asking = wish();
    if (asking) onAccount(asking);
  };

  return (
    <Sheet title="Avise-me" close="Fechar Avise-me" asked={asked} onClose={onClose}>
      {(close) => (
        <div className={classes.body}>
          {done === null ? (
            <>
              <StyleFilter
                all="Qualquer estilo"
                items={styles.data}
                status={styles.status}
                loadError={styles.status === 'failed' ? NAMES_FAILED.styles : null}
                inFlow
                value={wanted.style}
                onChange={(style) => set({ style })}
              />
              <CityFilter
                all="Qualquer cidade"
                items={cities.data}
                status={cities.status}
                loadError={cities.status === 'failed' ? NAMES_FAILED.cities : null}
                first={first}
                inFlow
                everywhere
                value={wanted.city}
                onChange={(city) => set({ city })}
              />
              {wanted.city === '' ? null : (
                <TextField
                  label="Bairro (opcional)"
                  value={chosen.area}
                  autoComplete="off"
                  onChange={(event) => set({ area: event.currentTarget.value })}
                />
              )}
              <p className={classes.sum} role="status">
                Avisamos quando houver professor: {words}.
              </p>
              {there(wanted)}
              {hasAccount ? (
                <p className={classes.text}>
                  O aviso chega em Notificações, e neste aparelho se os avisos estiverem ativos.
                  {settings ? (
                    <>
                      {' '}
                      <Link to={settings}>Ver os avisos neste aparelho</Link>
                    </>
                  ) : null}
                </p>
              ) : (
                <p className={classes.text}>
                  {push.hindrance === null
                    ? 'Sem conta, o aviso chega só como notificação neste aparelho. Pare quando quiser, aqui mesmo.'
                    : `${push.hindrance} Com uma conta, o aviso chega em Notificações.`}
                </p>
              )}
              <p className={classes.failure} role="alert">
                {failure}
              </p>
              <div className={classes.buttons}>
                {hasAccount || push.hindrance === null ? (
                  <Button onClick={() => void once(save)}>
                    {hasAccount ? 'Avise-me' : 'Avisar neste aparelho'}
                  </Button>
                ) : null}
                {hasAccount ? null : (
                  <Button variant={push.hindrance === null ? 'outline' : 'filled'} onClick={leave}>
                    Criar conta e ser avisado
                  </Button>
                )}
              </div>
            </>
          ) : (
            <>
              <p
                className={`${classes.sum} ${classes.done}`}
                tabIndex={-1}
                ref={(element) => element?.focus()}
              >
                Pronto! Avisamos quando houver professor: {done}.
              </p>
              <p className={classes.text} role="status">
                {offline
                  ? 'Salvo no aparelho. Enviamos assim que houver conexão.'
                  : 'O aviso vale por um ano. Um aviso que chegaria de noite chega às 8h.'}
              </p>
              <p className={classes.failure} role="alert">
                {failure}
              </p>
              <div className={classes.buttons}>
                <Button onClick={close}>Fechar</Button>
              </div>
            </>
          )}
          {hasAccount ? <OwnAlerts level={3} empty={null} /> : <PhoneAlerts level={3} empty={null} />}
        </div>
      )}
    </Sheet>
  );
}

const named = (items: readonly NamedItem[], name: string): NamedItem | undefined => {
  const wanted = foldName(name);
  return items.find((item) => foldName(item.name) === wanted);
};
