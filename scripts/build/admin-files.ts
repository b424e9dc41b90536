/**
 * The build's files that only administrators load: visitors' phones do not store them (vite.config.ts leaves them out of
 * the precache; the worker keeps those that were opened).
 */
export interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}

/** Where the administration begins, by the manifest's names. */
const ADMINISTRATION = [/^src\/pages\/admin\//, /^src\/app\/layouts\/admin-layout\./];

const isAdministration = (key: string) => ADMINISTRATION.some((place) => place.test(key));

/** Paths in dist/ of what is reached through the administration's pages and through nothing else. */
export function adminOnlyFiles(manifest: Record<string, Chunk>): Set<string> {
  const forAll = reach(manifest, ['index.html'], (key) => !isAdministration(key));
  const forAdmins = reach(manifest, Object.keys(manifest).filter(isAdministration), () => true);
  return new Set([...forAdmins].filter((file) => !forAll.has(file)));
}

/** Paths in dist/ of what is reached from `roots` through what `enters` lets in. */
export function reach(
  manifest: Record<string, Chunk>,
  roots: readonly string[],
  enters: (key: string) => boolean,
): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key) || !enters(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next);
  };
  roots.forEach(visit);
  return files;
}
