/** Stands in the build for what RxDB compares documents with where no index answers a query (scripts/build/no-mingo.ts). */

export function getMingoQuery(selector: unknown): never {
  throw new Error(`No index answers ${JSON.stringify(selector)}`);
}

export function compare(): never {
  throw new Error('No index sorts the documents');
}
