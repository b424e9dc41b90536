/** Parses the crowdfunding platform's file: e-mail, tier or amount, active (decision 'Crowdfunding sync'). */

import { fold } from '@/lib/text';
import { foldEmail } from '@/lib/typed-text';
import { parseAmount } from '../core/numbers';
import { parseCsv } from '../table/csv';

/** The most rows of one file. */
export const MOST_ROWS = 20_000;

const HEADINGS: Record<string, readonly string[]> = {
  email: ['email', 'e-mail', 'mail'],
  tier: ['tier', 'nivel', 'plano', 'recompensa'],
  amount: ['amount', 'valor', 'apoio', 'valor mensal'],
  active: ['active', 'ativo', 'status', 'situacao'],
};

const TIERS: Record<string, string> = {
  passinho: 'passinho',
  giro_completo: 'giro_completo',
  'giro completo': 'giro_completo',
  destaque_salao: 'destaque_salao',
  'destaque salao': 'destaque_salao',
  apoiador: 'destaque_salao',
  brilho_palco: 'brilho_palco',
  'brilho de palco': 'brilho_palco',
  'brilho palco': 'brilho_palco',
};

const YES = ['true', '1', 'sim', 's', 'yes', 'ativo', 'ativa', 'active'];
const NO = ['false', '0', 'nao', 'n', 'no', 'inativo', 'inativa', 'inactive', 'cancelado', 'cancelada'];

export interface ImportRow {
  /** Line number in the file; the heading is line 1. */
  line: number;
  /** The row as the server expects it. Unreadable values are passed on unchanged, for the server to refuse and log. */
  entry: Record<string, unknown>;
  /** Error text of the row; null when it is valid. */
  problem: string | null;
}

export type ImportFile = { kind: 'ok'; rows: ImportRow[] } | { kind: 'unreadable'; text: string };

export function readImport(file: string): ImportFile {
  const [heading, ...lines] = parseCsv(file);
  const columns = (heading ?? []).map((title) => {
    const known = fold(title);
    return Object.keys(HEADINGS).find((key) => HEADINGS[key]?.includes(known)) ?? null;
  });
  if (!columns.includes('email') || !(columns.includes('tier') || columns.includes('amount'))) {
    return {
      kind: 'unreadable',
      text: 'O arquivo precisa de uma coluna email e de uma coluna tier ou amount na primeira linha.',
    };
  }
  if (lines.length === 0)
    return { kind: 'unreadable', text: 'O arquivo não tem nenhuma linha além dos títulos.' };
  if (lines.length > MOST_ROWS) {
    return { kind: 'unreadable', text: `O arquivo tem mais de ${MOST_ROWS.toLocaleString('pt-BR')} linhas.` };
  }
  return { kind: 'ok', rows: lines.map((cells, place) => readRow(columns, cells, place + 2)) };
}

function readRow(columns: readonly (string | null)[], cells: readonly string[], line: number): ImportRow {
  const cell = (name: string) => cells[columns.indexOf(name)]?.trim() ?? '';
  const entry: Record<string, unknown> = { email: foldEmail(cell('email')) };
  const problems: string[] = [];
  if (!/^[^\s@]+@[^\s@]+$/.test(foldEmail(cell('email')))) problems.push('e-mail inválido');
  if (cell('tier') !== '') {
    const told = fold(cell('tier'));
    const tier = Object.hasOwn(TIERS, told) ? TIERS[told] : undefined;
    entry.tier = tier ?? cell('tier');
    if (!tier) problems.push('nível desconhecido');
  }
  if (cell('amount') !== '') {
    const paid = parseAmount(cell('amount'));
    entry.amount = paid ?? cell('amount');
    if (paid === null) problems.push('valor inválido');
  }
  if (cell('tier') === '' && cell('amount') === '') problems.push('falta o nível ou o valor');
  if (cell('active') !== '') {
    const said = fold(cell('active'));
    if (YES.includes(said)) entry.active = true;
    else if (NO.includes(said)) entry.active = false;
    else {
      entry.active = cell('active');
      problems.push('ativo precisa ser sim ou não');
    }
  }
  return { line, entry, problem: problems.length === 0 ? null : problems.join(', ') };
}
