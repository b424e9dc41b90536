/** Dancers' possible interests, in the order of the form; the ids are the database's. */
export const INTERESTS = [
  { id: 'bailes', label: 'Ir a bailes' },
  { id: 'parceria', label: 'Encontrar parceria' },
  { id: 'praticas', label: 'Práticas e treinos' },
  { id: 'turmas', label: 'Aulas em grupo' },
  { id: 'festivais', label: 'Festivais e congressos' },
  { id: 'apresentacoes', label: 'Apresentações' },
  { id: 'viagens', label: 'Viajar para dançar' },
  { id: 'musica', label: 'Música ao vivo' },
] as const;

/** The labels of these ids, in the order of the list; ids of another release are left out. */
export function interestLabels(ids: readonly string[]): string[] {
  return INTERESTS.filter(({ id }) => ids.includes(id)).map(({ label }) => label);
}
