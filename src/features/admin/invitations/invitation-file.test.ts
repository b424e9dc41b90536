import { describe, expect, it } from 'vitest';
import { MOST_LINES, readInvitations } from './invitation-file';

const PLACES = {
  cities: [{ id: 'recife', name: 'Recife' }],
  styles: [
    { id: 'forro', name: 'Forró' },
    { id: 'zouk', name: 'Zouk' },
  ],
};
const read = (file: string) => {
  const answer = readInvitations(file, PLACES);
  return answer.kind === 'ok'
    ? answer.lines.map(({ line, entry, problem }) => [line, problem ?? entry])
    : answer.text;
};

describe('a file of people to invite', () => {
  it('is read with both separators, quotes and a byte order mark', () => {
    const bia = {
      name: 'Bia Nova',
      email: 'bia@example.com',
      phone: '+5581999990000',
      city_id: 'recife',
      style_ids: ['forro', 'zouk'],
    };
    expect(
      read(
        'nome,email,telefone,cidade,estilos\nBia Nova,BIA@example.com,(81) 99999-0000,recife,"forro, ZOUK"\n',
      ),
    ).toEqual([[2, bia]]);
    expect(
      read(
        '\ufeffNome;E-mail;Telefone;Cidade;Estilos\r\nBia Nova;bia@example.com;81999990000;Recife;Forró/Zouk\r\n',
      ),
    ).toEqual([[2, bia]]);
  });

  it('names all that is wrong with a line, and keeps the others', () => {
    expect(
      read(
        'nome,email,telefone,cidade,estilos\nB1a,sem-arroba,12,Atlantis,Polca\nCaio Novo,,,,\nAna Nova,a@b.c,,,\nAna Outra,A@B.C,,,\n',
      ),
    ).toEqual([
      [
        2,
        'nome inválido, e-mail inválido, telefone inválido, cidade desconhecida: Atlantis, estilo desconhecido: Polca',
      ],
      [3, 'falta o e-mail ou o telefone'],
      [4, { name: 'Ana Nova', email: 'a@b.c', phone: null, city_id: null, style_ids: [] }],
      [5, 'outra linha já tem este e-mail ou telefone'],
    ]);
  });

  it('is refused without its titles, without lines and with too many', () => {
    expect(read('Bia Nova,bia@example.com\n')).toMatch(/^A primeira linha/);
    expect(read('nome,email\n')).toMatch(/nenhuma linha/);
    expect(read(`nome,email\n${'Bia Nova,bia@example.com\n'.repeat(MOST_LINES + 1)}`)).toMatch(/mais de 500/);
  });
});
