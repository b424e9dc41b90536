/**
 * The addresses that tests below the browser may connect to: those that they have opened themselves. Otherwise a test's
 * outcome depends on what else runs on the machine, such as `npm start` on port 4000.
 */
const KEY = Symbol.for('danceflix.own-ports');

/** Ports of the servers that a global set-up has started for all test processes. */
const VARIABLE = 'DANCEFLIX_TEST_PORTS';

const passed = (): number[] => (process.env[VARIABLE] ?? '').split(',').filter(Boolean).map(Number);

// One for all copies of this module in a process: test files may each load their own.
const holder = globalThis as { [KEY]?: Set<number> };
holder[KEY] ??= new Set(passed());
const own = holder[KEY];

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1', '0.0.0.0', '::']);

/** Declares the port of a server that a test has started in another process. */
export function allowPort(port: number | string): void {
  own.add(Number(port));
}

/** Declares ports to the processes that are started from now on. */
export function passPorts(ports: readonly number[]): void {
  process.env[VARIABLE] = [...new Set([...passed(), ...ports])].join(',');
}

export function mayConnect(host: string, port: number): boolean {
  if (LOOPBACK.has(host)) return own.has(port);
  // The project that this run was told to test (tests/support/backend.ts).
  const { SUPABASE_URL } = process.env;
  return SUPABASE_URL !== undefined && host === new URL(SUPABASE_URL).hostname;
}
