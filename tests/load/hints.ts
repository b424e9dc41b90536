/**
 * One public change with many visible phones, over the whole server: each has its own socket and sends its own requests,
 * twenty at a time. A phone that hears the hint continues at its end, so that its next timed request finds nothing new;
 * the same again with phones that take no notice of hints shows what that saves.
 */
import { type Usage, usage } from './cpu.ts';
import {
  type Checkpoint,
  continued,
  type Ear,
  failuresOf,
  heardByAll,
  listen,
  pull,
  pullChanges,
  Tally,
} from './phones.ts';
import type { Sizes } from './scenario.ts';
import type { LoadServer } from './server.ts';

const COLLECTIONS = ['cities', 'dance_styles', 'teachers', 'content'] as const;
const AT_ONCE = 20;
/** The median is of as many: the difference of two sums is small beside the noise of a busy machine. */
const ROUNDS = 3;

interface Phone {
  checkpoints: Readonly<Record<string, Checkpoint>>;
  ear: Ear;
}

/** Prints its measurements; resolves to the failures. */
export async function runHints(
  server: LoadServer,
  { phones: count }: Pick<Sizes, 'phones'>,
  onPostgres: boolean,
): Promise<string[]> {
  const wrong: string[] = [];
  const measure = async (what: string, work: () => Promise<void>): Promise<number> => {
    const before = await usage(server, onPostgres);
    const began = performance.now();
    await work();
    const seconds = (performance.now() - began) / 1000;
    const after = await usage(server, onPostgres);
    const spent = (part: keyof Usage) => after[part] - before[part];
    console.log(
      `  ${what}: ${seconds.toFixed(1)} s; processor: server ${spent('server').toFixed(2)} s,` +
        ` database ${spent('database').toFixed(2)} s`,
    );
    return onPostgres ? spent('database') : spent('server');
  };

  const tally = new Tally();
  const checkpoints: Record<string, Checkpoint> = {};
  for (const name of COLLECTIONS) {
    const pulled = await pull(server, tally, name, null);
    if (pulled?.checkpoint) checkpoints[name] = pulled.checkpoint;
  }
  const phones: Phone[] = [];
  await measure(`${count} phones join`, () =>
    each(
      Array.from({ length: count }, (_, place) => place),
      async () => {
        phones.push({ checkpoints, ear: await listen(server) });
      },
    ),
  );
  /** The phones that took no hint pull the row. */
  const catchUp = async () => {
    const pulled = await pull(server, tally, 'teachers', phones[0]?.checkpoints.teachers ?? null);
    const teachers = pulled?.checkpoint;
    if (teachers) for (const phone of phones) phone.checkpoints = { ...phone.checkpoints, teachers };
  };
  const timedRound = async (expected: 'nothing new' | 'the change') => {
    let other = 0;
    await each(phones, async (phone) => {
      const news = await pullChanges(server, tally, phone.checkpoints);
      if (news?.join() !== (expected === 'the change' ? 'teachers' : '')) other += 1;
    });
    if (other > 0) wrong.push(`${other} phones did not find ${expected}`);
  };
  const [listed] = await server.query<{ id: string }>(
    'select id from public.teacher_listings where not _deleted order by id limit 1',
  );
  const change = async (word: string, heed: boolean) => {
    const told = phones.map(async (phone) => {
      const hint = await phone.ear.heard('teachers');
      if (!hint) return null;
      const teachers = continued(phone.checkpoints.teachers ?? START, hint.content);
      if (heed) phone.checkpoints = { ...phone.checkpoints, teachers };
      return hint;
    });
    await server.query(`select setval('app.hinted_teachers', 1)`);
    await server.query('update public.user_profiles set name = name || $2 where id = $1', listed?.id, word);
    const ears = phones.map(({ ear }) => ear);
    const deaf = (await heardByAll(server, ears, told)).filter((hint) => hint === null).length;
    if (deaf > 0) wrong.push(`${deaf} phones did not hear the hint`);
  };

  const warm = () => timedRound('nothing new');
  await measure('a timed request of each, to warm up', warm);
  const followed: number[] = [];
  const deaf: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const quiet = await measure('a timed request of each, nothing new', warm);
    const hint = await measure('one change, its hint heard by all', () => change(' Nova', true));
    const after = await measure('a timed request of each, after the hint', warm);
    followed.push(hint + after - quiet);
    const lost = await measure('one change, its hint not taken', () => change(' Velha', false));
    const again = await measure('a timed request of each, with the change', () => timedRound('the change'));
    deaf.push(lost + again - quiet);
    await catchUp();
  }
  const median = (of: number[]) => of.sort((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
  const s = (of: number[]) => `${median(of).toFixed(2)} s (${of.map((one) => one.toFixed(2)).join(', ')})`;
  console.log(
    `  one change costs the ${onPostgres ? 'database' : 'server'} ${s(followed)}; with phones that take no hint ${s(deaf)}`,
  );
  for (const { ear } of phones) ear.close();
  wrong.push(...failuresOf([tally]));
  for (const [reason, times] of tally.retried) console.log(`    asked again: ${times} × ${reason}`);
  return wrong;
}

const START: Checkpoint = { xid: 0, id: '00000000-0000-0000-0000-000000000000' };

/** Works through the items, so many at once. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const one = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}
