import { describe, expect, it } from 'vitest';
import { csvCell, csvFileText, csvText, parseCsv } from './csv';

describe('export for spreadsheets', () => {
  it.each(['=1+1', '+5511', '-2+3', '@SUM(A1)', '\t=1', ' =1', '|cmd', '%0A=1', '＝1'])(
    'lets no spreadsheet compute %j',
    (text) => expect(csvCell(text)).toBe(`"'${text}"`),
  );

  it('leaves words, numbers and answers as they are', () => {
    expect(csvCell('Ana "Nina" Lima; prof.')).toBe('"Ana ""Nina"" Lima; prof."');
    expect(csvCell('\t\n ')).toBe('"\t\n "');
    expect([csvCell(-4.5), csvCell(null), csvCell(true), csvCell(false)]).toEqual(['-4,5', '', 'sim', 'não']);
    expect(csvText(['Nome'], [['Ana']])).toBe('\ufeff"Nome"\r\n"Ana"\r\n');
  });
});

describe('import', () => {
  it('reads its own export', () => {
    const rows = [
      ['a;b', 'duas\nlinhas'],
      ['"', 'x'],
    ];
    expect(parseCsv(csvText(['um', 'dois'], rows))).toEqual([['um', 'dois'], ...rows]);
  });

  it('reads UTF-8 and the encoding of Windows', () => {
    expect(csvFileText(new TextEncoder().encode('Nível').buffer)).toBe('Nível');
    expect(csvFileText(Uint8Array.from([0x4e, 0xed, 0x76, 0x65, 0x6c]).buffer)).toBe('Nível');
  });

  it('detects the separator and skips empty lines', () => {
    expect(parseCsv('email,amount\r\n\r\na@b.c,10\r\n,\r\n')).toEqual([
      ['email', 'amount'],
      ['a@b.c', '10'],
    ]);
    expect(parseCsv('email\tvalor\na@b.c\t"1,50"')).toEqual([
      ['email', 'valor'],
      ['a@b.c', '1,50'],
    ]);
  });
});
