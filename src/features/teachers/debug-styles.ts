import { selectNames } from '@/reads/names-remote';

/** Styles read from the server's table, for /debug/dance-styles. Throws RestFailure. */
export async function stylesFromDatabase(): Promise<{ id: string; name: string; active: boolean }[]> {
  const names = await selectNames('dance_styles', new AbortController().signal);
  return [...names.values()].map(([id, name, active]) => ({ id, name, active }));
}
