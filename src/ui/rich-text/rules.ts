/**
 * What a rich text may link to and show, as the database refuses the rest
 * (supabase/migrations/…_blog.sql): checked again here, because rows may come from anywhere.
 */
const LINK =
  /^(https:\/\/[\w.~:/?#@!$&'()*+,;=%[\]-]+|mailto:[\w.~:/?#@!$&'()*+,;=%[\]-]+|\/([\w.~?#@!$&'()*+,;=%:-][\w.~:/?#@!$&'()*+,;=%[\]-]*)?|#[\w.~-]*)$/;
const PICTURE = /^\/storage\/v1\/object\/public\/blog-images\/[\w-]+([./][\w-]+)*$/;

/** https:, mailto:, an address within the site ('/…') or the page ('#…'). */
export function isSafeLink(href: unknown): href is string {
  return typeof href === 'string' && href.length <= 2000 && LINK.test(href);
}

/** A picture of the blog's own bucket, as path from the backend's root. */
export function isOwnPicture(src: unknown): src is string {
  return typeof src === 'string' && src.length <= 300 && PICTURE.test(src);
}
