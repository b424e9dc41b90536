import { expect, it } from 'vitest';
import { codeIn, newCode, spacedCode } from './visitor-reports';

it('a code has twelve letters that nobody confuses, and is read however it is typed', () => {
  const codes = Array.from({ length: 200 }, () => newCode() ?? '');
  expect(new Set(codes).size).toBe(200);
  for (const code of codes) {
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{12}$/);
    expect(codeIn(` ${spacedCode(code).toLowerCase()} `)).toBe(code);
  }
  expect(spacedCode('ABCD2345EFGH')).toBe('ABCD-2345-EFGH');
  for (const text of ['', 'ABCD', 'ABCD-2345-EFG0', 'ABCD-2345-EFGI', 'ABCD-2345-EFGH-X'])
    expect(codeIn(text)).toBeNull();
});
