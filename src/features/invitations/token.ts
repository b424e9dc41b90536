/** The token of an invitation to teach, as its address '/convite/<token>' has it. */

const PATH = /^\/convite\/([0-9a-f]{32})$/;

/** The token in a path of this site, such as the `redirect` of the account pages; null when it is another page. */
export const invitationIn = (path: string | null): string | null => PATH.exec(path ?? '')?.[1] ?? null;
