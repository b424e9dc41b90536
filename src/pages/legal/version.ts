/**
 * The version of both legal texts. For every change of a text, raise it here and add a row to `terms_and_policies`,
 * which requests acceptance again at the next sign-in. legal-text.test.tsx detects a change.
 */
export const VERSION = { number: 6, since: '27 de novembro de 2026' } as const;
