/** Structured data for search engines, rendered in place. `data` is one schema.org object or a graph. */
export function JsonLd({ data }: { data: object }) {
  // A name with a closing tag in it must not end the script.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with its one dangerous character escaped.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
