/**
 * The version that both legal texts are. A text that changes is a new one: counted up here, with a row of its own in
 * `terms_and_policies`, which asks for acceptance again at the next sign-in. legal-text.test.tsx notices a change.
 */
export const VERSION = { number: 3, since: '25 de novembro de 2026' } as const;
