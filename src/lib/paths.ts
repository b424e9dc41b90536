/** The types of addresses inside the app. The route table (src/app/routes.ts) fills `Routes`. */

// biome-ignore lint/suspicious/noEmptyInterface: the route table adds its members.
export interface Routes {}

/** Paths as the router writes them, parameters included. */
export type Path = Routes extends { path: infer P extends string } ? P : string;

type Filled<P extends string> = P extends `${infer Head}:${infer Rest}`
  ? Rest extends `${string}/${infer Tail}`
    ? `${Head}${string}/${Filled<Tail>}`
    : `${Head}${string}`
  : P;

/** The path of a page, with any text in the place of parameters. */
export type PagePath = Filled<Path>;

/** The target of a link: a page, with or without a query or a fragment. */
export type Href = PagePath | `${PagePath}?${string}` | `${PagePath}#${string}`;
