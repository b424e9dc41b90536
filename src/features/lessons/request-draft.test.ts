import { afterEach, expect, it, vi } from 'vitest';
import { storages } from '@/lib/stored';
import { replaceStorage } from '../../../tests/support/page-storage';
import { claimVisitorDrafts, keepRequestDraft, type RequestDraft, readRequestDraft } from './request-draft';

const ANNA = '6a0f4f0c-0000-4000-8000-000000000001';
const draft = (message: string, id = 'r1'): RequestDraft => ({
  id,
  styleId: 'forro',
  guardian: '',
  days: ['segunda'],
  times: [],
  message,
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('gives all of a visitor’s drafts to the student who signs in, with their ids, and only once', () => {
  keepRequestDraft(null, 'marina', draft('Para a Marina.'));
  keepRequestDraft(null, 'rui', draft('Para o Rui.', 'r2'));
  keepRequestDraft(ANNA, 'marina', draft('De ontem.', 'r0'));
  claimVisitorDrafts(ANNA);
  expect(readRequestDraft(ANNA, 'marina')).toEqual(draft('Para a Marina.'));
  expect(readRequestDraft(ANNA, 'rui')).toEqual(draft('Para o Rui.', 'r2'));
  expect(readRequestDraft(null, 'marina')).toBeNull();
  keepRequestDraft(ANNA, 'marina', null);
  claimVisitorDrafts(ANNA);
  expect(readRequestDraft(ANNA, 'marina')).toBeNull();
});

it('leaves a visitor’s draft where it is when the storage refuses the student’s', () => {
  keepRequestDraft(null, 'marina', draft('Para a Marina.'));
  const [present = {}] = storages();
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  replaceStorage(
    new Proxy(present, {
      get: (_, name) => (name === 'setItem' ? refuse : Reflect.get(present, name).bind(present)),
    }),
  );
  claimVisitorDrafts(ANNA);
  vi.unstubAllGlobals();
  expect(readRequestDraft(null, 'marina')).toEqual(draft('Para a Marina.'));
});

// «o que você escreve em “Pedir aula” sem ter entrado (estilo, dias, horários, mensagem e se é para menor), por até 7 dias, também se alguém sair de uma conta neste aparelho.»
it('[T113] keeps a visitor’s draft for a week, a student’s until it is sent', () => {
  vi.useFakeTimers();
  keepRequestDraft(null, 'marina', draft('Para a Marina.'));
  keepRequestDraft(ANNA, 'marina', draft('De ontem.'));
  vi.setSystemTime(Date.now() + 8 * 24 * 60 * 60_000);
  expect(readRequestDraft(null, 'marina')).toBeNull();
  expect(readRequestDraft(ANNA, 'marina')).toEqual(draft('De ontem.'));
  claimVisitorDrafts(ANNA);
  expect(readRequestDraft(ANNA, 'marina')).toEqual(draft('De ontem.'));
});
