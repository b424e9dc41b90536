/**
 * Records what browsers ask a server of the tests, as names and types without values: the contract of a release
 * (tests/upgrade). Each process adds a line to its own file whenever an exchange has taught it something, because tests
 * kill servers.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readSelection } from '../../../supabase/embedded/rest-query';
import { type Exchange, mergeExchanges } from '../../upgrade/support/exchange';
import { shapeOf } from '../../upgrade/support/shape';

type Handle = (request: Request, ...rest: never[]) => Response | Promise<Response>;

const REST = '/rest/v1/';
const FUNCTIONS = '/functions/v1/';
/** Parameters of PostgREST that name no column. */
const NO_COLUMN = new Set([
  'select',
  'order',
  'limit',
  'offset',
  'columns',
  'on_conflict',
  'or',
  'and',
  'not.or',
  'not.and',
]);

export function recordExchanges<H extends Handle>(folder: string, handle: H): H {
  const known = new Map<string, Exchange>();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}.jsonl`);
  return (async (request: Request, ...rest: never[]) => {
    // Only browsers send it; the tests' own requests are no phone's.
    const isPhone = request.headers.has('sec-fetch-mode') && request.method !== 'OPTIONS';
    const { pathname } = new URL(request.url);
    if (!isPhone || !(pathname.startsWith(REST) || pathname.startsWith(FUNCTIONS)))
      return handle(request, ...rest);
    const body = parsed(await request.clone().text());
    const response = await handle(request, ...rest);
    if (!response.ok) return response;
    const [kept, copy] = [response.clone(), response];
    const bytes = Buffer.from(await kept.arrayBuffer());
    const text = (response.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes).toString();
    const seen = exchangeOf(request, body, parsed(text));
    const merged = mergeExchanges(known.get(seen.question), seen);
    if (JSON.stringify(merged) !== JSON.stringify(known.get(seen.question))) {
      known.set(seen.question, merged);
      appendFileSync(file, `${JSON.stringify(merged)}\n`);
    }
    return copy;
  }) as unknown as H;
}

function exchangeOf(request: Request, body: unknown, answer: unknown): Exchange {
  const { pathname, searchParams } = new URL(request.url);
  const shapes = {
    body: body === undefined ? null : shapeOf(body),
    answer: answer === undefined ? null : shapeOf(answer),
  };
  if (pathname.startsWith(FUNCTIONS))
    return { question: `function ${pathname.slice(FUNCTIONS.length)}`, always: [], names: [], ...shapes };
  const [first = '', second = ''] = pathname.slice(REST.length).split('/').map(decodeURIComponent);
  const keys = keysOf(body);
  if (first === 'rpc') {
    const named =
      request.method === 'GET' ? [...searchParams.keys()].filter((name) => !NO_COLUMN.has(name)) : keys;
    return { question: `rpc ${second}`, always: named.sort(), names: [...named].sort(), ...shapes };
  }
  const columns = [...new Set([...columnsOf(searchParams), ...keys])].sort();
  const question = `${request.method} ${first}`;
  return { question, always: columns, names: columns, selected: selectedIn(searchParams), ...shapes };
}

/** Fields of an answer's rows; `*` for all columns. */
function selectedIn(params: URLSearchParams): string[] {
  const asked = readSelection(params.getAll('select').join(',')) ?? [];
  return asked.length === 0 ? ['*'] : asked.map(({ name }) => name);
}

/** Columns of the table itself in its selection, filters and orders; `*` for all. */
function columnsOf(params: URLSearchParams): string[] {
  const selected = (readSelection(params.getAll('select').join(',')) ?? [])
    .filter(({ inner }) => inner === null)
    .map(({ name }) => name);
  const filtered = [...params.keys()].filter((name) => !NO_COLUMN.has(name) && !name.includes('.'));
  const ordered = params
    .getAll('order')
    .flatMap((list) => list.split(',').map((one) => one.split('.')[0] ?? ''));
  return [...selected, ...filtered, ...ordered].filter((name) => /^(\*|\w+)$/.test(name));
}

function keysOf(body: unknown): string[] {
  const rows = Array.isArray(body) ? body : [body];
  return rows.flatMap((row) => (row !== null && typeof row === 'object' ? Object.keys(row) : []));
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
