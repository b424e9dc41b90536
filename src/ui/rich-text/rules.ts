/**
 * Allowed links and pictures of a rich text, the same as in the database (supabase/migrations/…_blog.sql). Checked
 * again here, because rows may come from anywhere.
 */
const LINK =
  /^(https:\/\/[\w.~:/?#@!$&'()*+,;=%[\]-]+|mailto:[\w.~:/?#@!$&'()*+,;=%[\]-]+|\/([\w.~?#@!$&'()*+,;=%:-][\w.~:/?#@!$&'()*+,;=%[\]-]*)?|#[\w.~-]*)$/;
const PICTURE = /^\/storage\/v1\/object\/public\/blog-images\/[\w-]+([./][\w-]+)*$/;

/** https:, mailto:, an address within the site ('/…') or the page ('#…'). */
export function isSafeLink(href: unknown): href is string {
  return typeof href === 'string' && href.length <= 2000 && LINK.test(href);
}

/** A picture of the blog's own bucket, as a path from the backend's root. */
export function isOwnPicture(src: unknown): src is string {
  return typeof src === 'string' && src.length <= 300 && PICTURE.test(src);
}
