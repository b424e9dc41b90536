/**
 * The sentences that are untrue while there is nobody, or nothing, of a kind: those of the ledger that say so in their
 * third column, and those of pages that the ledger does not read.
 */
import { KINDS, type Kind, type LedgerLine } from './quotes.ts';

/** Parts of sentences. */
const ELSEWHERE: Partial<Record<Kind, readonly string[]>> = {
  teachers: [
    'Todos os professores são verificados',
    'Todos os professores estão na busca',
    'Ninguém combina com',
    'Professores em destaque',
    'De todas as cidades, outros a cada dia',
    'As cidades e os estilos com três professores particulares ou mais',
    'indicamos quem mais combina com você',
    'Veja quem está por aqui',
    'em todo o Brasil',
  ],
  events: [
    'Veja os próximos festivais',
    'Escolha um e vá com a turma',
    'Estes são os próximos',
    'há outros eventos na agenda',
    'procure bailes de samba na agenda',
    'procure festas de zouk na agenda',
  ],
  dancers: ['Gente que dança e quer dançar mais'],
  articles: ['Conversas sobre aprender a dançar', 'Estamos escrevendo os primeiros'],
};

/** Patterns of the sentences that these counts make untrue. */
export function untrueWith(counts: Readonly<Record<Kind, number>>, lines: readonly LedgerLine[]): RegExp[] {
  const missing = KINDS.filter((kind) => counts[kind] === 0);
  const listed = lines.filter(({ needs }) => needs !== undefined && missing.includes(needs));
  return [...listed.map(({ text }) => text), ...missing.flatMap((kind) => ELSEWHERE[kind] ?? [])].map(
    pattern,
  );
}

/** '…' stands for a value that is only known when the sentence is shown. */
function pattern(text: string): RegExp {
  const parts = text.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(parts.join('.+').replaceAll(' ', '\\s+'), 'u');
}
