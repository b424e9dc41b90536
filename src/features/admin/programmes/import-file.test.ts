import { describe, expect, it } from 'vitest';
import { readImport } from './import-file';

const entries = (file: string) => {
  const read = readImport(file);
  return read.kind === 'ok' ? read.rows.map(({ entry, problem }) => [entry, problem]) : read.text;
};

describe('the crowdfunding platform’s file', () => {
  it('is read with English or Portuguese headings', () => {
    expect(entries('email,tier,active\na@b.c,passinho,true\n')).toEqual([
      [{ email: 'a@b.c', tier: 'passinho', active: true }, null],
    ]);
    expect(entries('E-mail;Nível;Valor;Ativo\na@b.c;Brilho de Palco;"63,00";não\n')).toEqual([
      [{ email: 'a@b.c', tier: 'brilho_palco', amount: 63, active: false }, null],
    ]);
  });

  it('keeps an invalid row for the server to refuse, and names the problem', () => {
    expect(entries('email,amount\nsem-arroba,dez\nc@d.e,\n')).toEqual([
      [{ email: 'sem-arroba', amount: 'dez' }, 'e-mail inválido, valor inválido'],
      [{ email: 'c@d.e' }, 'falta o nível ou o valor'],
    ]);
  });

  it('knows no tier by the name of a property of every object', () => {
    expect(entries('email,tier\na@b.c,constructor\n')).toEqual([
      [{ email: 'a@b.c', tier: 'constructor' }, 'nível desconhecido'],
    ]);
  });

  it('is refused when it is a different kind of file', () => {
    expect(entries('nome,idade\nAna,3\n')).toMatch(/^O arquivo precisa de uma coluna email/);
    expect(entries('email,amount\n')).toMatch(/nenhuma linha/);
    expect(entries('')).toMatch(/^O arquivo precisa/);
  });
});
