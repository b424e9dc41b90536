/**
 * Finds statements that pg_safeupdate refuses: UPDATE and DELETE without WHERE, wherever they are.
 * Hosted Supabase loads it for every request over the API, functions included. The extension itself
 * needs a C compiler.
 */
import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';

type Tree = unknown;

/** Must be called before the functions below. */
export const loadParser = loadModule;

/**
 * The unscoped writes of an SQL text, each as `update a` or `delete from a`. Throws where the text
 * is no SQL.
 */
export function unscopedWrites(sql: string): string[] {
  return [...nodes(parseSync(sql))].flatMap(({ kind, node }) => {
    if (!(kind in WRITES) || 'whereClause' in node) return [];
    const { relation } = node as { relation?: { schemaname?: string; relname?: string } };
    const name = [relation?.schemaname, relation?.relname].filter(Boolean).join('.');
    return [`${WRITES[kind as keyof typeof WRITES]} ${name}`];
  });
}

const WRITES = { UpdateStmt: 'update', DeleteStmt: 'delete from' } as const;

export interface FunctionSource {
  language: string;
  /** The whole `create function` statement. */
  definition: string;
  /** The text between the quotes; null for a function written without (`begin atomic`). */
  body: string | null;
}

/**
 * The unscoped writes of a function in SQL or PL/pgSQL, including those in text that it executes.
 */
export function unscopedWritesOf({ language, definition, body }: FunctionSource): string[] {
  if (language === 'sql') {
    const statements = body ?? definition;
    return [...unscopedWrites(statements), ...built(parseSync(statements))];
  }
  if (language !== 'plpgsql') throw new Error(`no reader of ${language}`);
  return [...nodes(parsePlPgSQLSync(definition))].flatMap(({ kind, node }) => {
    if (kind !== 'PLpgSQL_expr') return [];
    const { query, parseMode } = node as { query: string; parseMode: number };
    // 0: a statement. 2: an expression. Above: an assignment, whose target is no SQL.
    if (parseMode === 0) return [...unscopedWrites(query), ...built(parseSync(query))];
    return built(parseSync(`select ${query.replace(parseMode > 2 ? /^[^=]*?:?=/ : /^/, '')}`));
  });
}

/** Writes in the texts of a statement, such as the arguments of `execute` or format(). */
function built(tree: Tree): string[] {
  return textsOf(tree).flatMap((text) => {
    if (!/\b(update|delete\s+from)\b/i.test(text)) return [];
    const filled = text.replace(/%(\d+\$)?[ILs]/g, ' x ');
    try {
      return unscopedWrites(filled);
    } catch {
      // A fragment of a statement cannot be parsed: a pattern decides.
      return /\bdelete\s+from\b|\bupdate\b[^;]*\bset\b/i.test(filled) && !/\bwhere\b/i.test(filled)
        ? [`text ${JSON.stringify(text.slice(0, 60))}`]
        : [];
    }
  });
}

/**
 * String constants; a concatenation with || counts as one, with a name in place of other operands.
 */
function textsOf(tree: Tree): string[] {
  if (Array.isArray(tree)) return tree.flatMap(textsOf);
  if (typeof tree !== 'object' || tree === null) return [];
  const joined = joinedText(tree);
  if (joined !== null) return [joined];
  return Object.values(tree).flatMap(textsOf);
}

interface Constant {
  A_Const?: { sval?: { sval?: string } };
}
interface Operation {
  A_Expr?: { name: { String: { sval: string } }[]; lexpr?: Tree; rexpr?: Tree };
}

function joinedText(tree: object): string | null {
  const constant = (tree as Constant).A_Const?.sval;
  if (constant !== undefined) return constant.sval ?? '';
  const operation = (tree as Operation).A_Expr;
  if (operation?.name[0]?.String.sval !== '||') return null;
  const parts = [operation.lexpr, operation.rexpr].map((side) =>
    typeof side === 'object' && side !== null ? joinedText(side) : null,
  );
  return parts.every((part) => part === null) ? null : parts.map((part) => part ?? ' x ').join('');
}

/** Every named node of a parse tree. */
function* nodes(tree: Tree): Generator<{ kind: string; node: object }> {
  if (Array.isArray(tree)) {
    for (const one of tree) yield* nodes(one);
  } else if (typeof tree === 'object' && tree !== null) {
    for (const [kind, node] of Object.entries(tree)) {
      if (typeof node === 'object' && node !== null && !Array.isArray(node)) yield { kind, node };
      yield* nodes(node);
    }
  }
}
