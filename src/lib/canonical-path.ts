/** Not pages: the backend's routes, files named by their content, and paths that begin with an underscore. */
const NOT_PAGES =
  /^\/(?:_|\.well-known(?:\/|$)|(?:assets|icons|screenshots|rest|storage|functions|realtime)(?:\/|$)|auth\/v\d)/;
/** A file of the site, whose name the server and the service worker compare letter by letter. */
const FILE = /\.[A-Za-z0-9]+$/;
const ESCAPED = /%([0-9a-f]{2})/gi;
/** RFC 3986, 2.3: these mean the same whether they are percent-encoded or not. */
const UNRESERVED = /[A-Za-z0-9._~-]/;
/** Characters that are always percent-encoded in URLs. */
const NEVER_BARE = /[^\x21-\x7e]|["<>`{}^|]/gu;

/**
 * The one spelling of a page's path: lower case, single slashes, no slash or full stop at the end, and no unnecessary
 * percent-encoding. Slugs and ids are lower case, so this changes no existing page's path. Paths of files and of the
 * backend, and paths that cannot be decoded, are returned unchanged.
 *
 * `pathname`: from `URL.pathname` or `location.pathname`, without query and hash. A result that differs from `pathname`
 * begins with exactly one slash, so that it cannot name another host. Idempotent.
 */
export function canonicalPath(pathname: string): string {
  if (!isReadable(pathname)) return pathname;
  const spelled = `/${pathname}`
    .replace(/[/\\]+/g, '/')
    .replace(NEVER_BARE, encodeURIComponent)
    .replace(ESCAPED, (encoded, hex: string) => {
      const character = String.fromCharCode(Number.parseInt(hex, 16));
      return UNRESERVED.test(character) ? character : encoded.toUpperCase();
    });
  if (NOT_PAGES.test(spelled) || FILE.test(spelled)) return pathname;
  const path = spelled.replace(/[/.]+$/, '').replace(/%[0-9A-F]{2}|[A-Z]+/g, (part) => {
    return part.startsWith('%') ? part : part.toLowerCase();
  });
  return path === '' ? '/' : path;
}

function isReadable(path: string): boolean {
  try {
    encodeURIComponent(path);
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
