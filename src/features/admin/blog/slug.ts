const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** A slug must not look like an id, because content is looked up by slug or id. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Error text for a slug; null when it is valid. */
export function slugError(slug: string): string | null {
  if (!SLUG.test(slug) || ID.test(slug)) {
    return 'Use letras minúsculas sem acento, números e hífens, como aula-de-forro.';
  }
  return null;
}
