/** Demand for lessons where the signed-in teacher teaches: counted once a day by the server, kept for offline. */
import { presentIdentity } from '@/auth/identity';
import { PRIVATE_PREFIX } from '@/auth/leaving/forget';
import { callAs } from '@/auth/session/user-rest';
import { fieldsOf, isNumber, isText, stored } from '@/lib/stored';

export interface DemandRow {
  style: string;
  city: string;
  /** At least so many; five or more, in fives. */
  people: number;
  /** How many teach it there. */
  teachers: number;
}

const LEAST = 5;

/** Throws TypeError for anything else. */
export function readDemand(value: unknown): DemandRow[] {
  const { rows } = fieldsOf(value);
  if (!Array.isArray(rows)) throw new TypeError('This is no demand');
  return rows.map((row) => {
    const { style, city, people, teachers } = fieldsOf(row);
    if (!isText(style) || !isText(city) || !isNumber(people) || !isNumber(teachers) || people < LEAST) {
      throw new TypeError('This is no row of the demand');
    }
    return { style, city, people, teachers };
  });
}

interface Kept {
  userId: string;
  rows: DemandRow[];
}

/** Another shape throws in `readDemand`, which reads as nothing kept. */
const kept = stored<Kept>(`${PRIVATE_PREFIX}demand`, (value) => {
  const { userId } = fieldsOf(value);
  return isText(userId) ? { userId, rows: readDemand(value) } : null;
});

/** Throws RestFailure, NotSignedIn, and TypeError for a malformed answer. */
export async function fetchDemand(userId: string, signal: AbortSignal): Promise<DemandRow[]> {
  const rows = readDemand(await callAs(userId, 'teacher_demand', {}, signal));
  // A user who signed out during the request leaves nothing on the device.
  if (presentIdentity()?.userId === userId) kept.write({ userId, rows });
  return rows;
}

export function keptDemand(userId: string): DemandRow[] | null {
  const copy = kept.read();
  return copy?.userId === userId ? copy.rows : null;
}
