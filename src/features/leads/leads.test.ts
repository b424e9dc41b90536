import { beforeEach, describe, expect, it } from 'vitest';
import { clearIdentity, type Identity, setIdentity } from '@/auth/identity';
import { forgetRegistration } from '@/auth/leaving/forget';
import { readText, storedKeys, writeText } from '@/lib/stored';
import type { Receipt } from '@/outbox/pending';
import { toneOf } from './components/match-card';
import { currentLead, dropDraft, idsFor, keepLead, readDraft, saveDraft } from './kept';
import { deliveryOf } from './queries';
import { leadErrors, readAnalysis, readLeadRow } from './schema';

const DRAFT = { nome: 'Ana', cidade: 'Vitória', estilo: 'Forró', objetivos: '' };
const LEAD = {
  id: 'l',
  createCommand: 'c',
  matchCommand: 'm',
  cidade: 'Vitória',
  estilo: 'Forró',
  objetivos: '',
  sentAt: Date.now(),
};

const ANA: Identity = {
  userId: 'ana',
  email: 'ana@danceflix.test',
  role: 'student',
  name: 'Ana',
  imageUrl: null,
  state: 'active',
  termsDue: null,
};

beforeEach(() => {
  clearIdentity();
});

describe('the form', () => {
  it('needs name, city and style, and not the goals', () => {
    expect(leadErrors(DRAFT)).toEqual({});
    expect(Object.keys(leadErrors({ nome: ' ', cidade: '', estilo: '', objetivos: '' }))).toEqual([
      ...['nome', 'cidade', 'estilo'],
    ]);
  });

  // «o rascunho e o último pedido, por até 7 dias;»
  it('[T112] keeps its draft for a week', () => {
    saveDraft(DRAFT);
    expect(readDraft()).toEqual(DRAFT);
    const [key] = storedKeys('');
    writeText(key ?? '', JSON.stringify({ savedAt: Date.now() - 8 * 86_400_000, draft: DRAFT }));
    expect(readDraft().nome).toBe('');
    saveDraft(DRAFT);
    dropDraft();
    expect(readDraft().nome).toBe('');
  });

  it('follows the visitor into their account, and is of that account from then on', () => {
    saveDraft(DRAFT);
    forgetRegistration();
    setIdentity(ANA);
    expect(readDraft()).toEqual(DRAFT);
    saveDraft({ ...DRAFT, nome: 'Ana Maria' });
    expect(storedKeys('')).toContain('danceflix_private_draft_lead_ana');
    dropDraft();
    expect(readDraft().nome).toBe('');
  });

  it('ignores a damaged draft', () => {
    saveDraft(DRAFT);
    const [key] = storedKeys('');
    writeText(key ?? '', '{"savedAt":');
    expect(readDraft().nome).toBe('');
  });
});

describe('the present lead', () => {
  it('is sent under the same ids after a reload, as long as the draft is unchanged', () => {
    const ids = idsFor(DRAFT);
    expect(idsFor({ ...DRAFT })).toEqual(ids);
    expect(idsFor({ ...DRAFT, nome: 'Bia' })).not.toEqual(ids);
  });

  it('gets new ids once the former lead is stored', () => {
    const ids = idsFor(DRAFT);
    keepLead(LEAD);
    expect(idsFor(DRAFT)).not.toEqual(ids);
  });

  it('is kept without the name of its sender', () => {
    keepLead(LEAD);
    expect(currentLead()).toEqual(LEAD);
    expect(
      storedKeys('')
        .map((key) => readText(key))
        .join(),
    ).not.toContain('Ana');
  });

  it('[T112] is forgotten after a week', () => {
    keepLead({ ...LEAD, sentAt: Date.now() - 8 * 86_400_000 });
    expect(currentLead()).toBeNull();
  });
});

describe('the delivery of a lead', () => {
  const at = { outbox: 'ready', online: true, network: true } as const;
  const unsent = (status: string, error: object | null = null) =>
    ({ kind: 'unsent', command: { status, error } }) as unknown as Receipt;
  const delivered = { kind: 'delivered', ack: {} } as unknown as Receipt;
  const unknown: Receipt = { kind: 'unknown' };

  it.each<
    [string, Receipt, Receipt, Partial<{ outbox: 'loading' | 'failed'; online: boolean; network: boolean }>]
  >([
    ['matched', delivered, delivered, {}],
    ['matched', delivered, delivered, { online: false }],
    ['matched', unknown, unknown, {}],
    ['waiting', unsent('queued'), unsent('queued'), {}],
    ['waiting', delivered, unsent('sending'), {}],
    ['waiting', unknown, unknown, { outbox: 'loading' }],
    ['offline', unsent('queued'), unsent('queued'), { online: false }],
    ['offline', unsent('queued', { why: 'network' }), unsent('queued'), { online: false, network: false }],
    ['failed', unsent('queued', { why: 'network' }), unsent('queued'), { online: false }],
    ['refused', unsent('rejected', { why: 'rejected' }), unsent('parked'), {}],
    ['refused', unsent('rejected', { why: 'rejected' }), unsent('parked'), { online: false }],
    ['failed', delivered, unsent('queued', { why: 'server' }), {}],
    ['failed', delivered, unsent('rejected', { why: 'rejected' }), {}],
    ['failed', unsent('queued', { why: 'timeout' }), unsent('queued'), {}],
    ['failed', unknown, unknown, { outbox: 'failed' }],
  ])('%s', (expected, create, match, part) => {
    expect(deliveryOf(create, match, { ...at, ...part })).toBe(expected);
  });
});

describe('the server’s answer', () => {
  const match = { teacherId: 't', matchPercentage: 80, justification: 'Porque sim.' };

  it('is an analysis only with both matches', () => {
    expect(readAnalysis({ cityMatch: match, brazilMatch: null, source: 'model' })).toMatchObject({
      cityMatch: match,
    });
    for (const wrong of [
      null,
      {},
      { cityMatch: match },
      { cityMatch: match, brazilMatch: { ...match, teacherId: 1 } },
    ]) {
      expect(readAnalysis(wrong)).toBeNull();
    }
  });

  it('is a lead, no lead, or malformed', () => {
    expect(readLeadRow(null)).toBeNull();
    expect(readLeadRow({ id: 'l', ai_analysis_data: null })).toEqual({ analysis: null });
    expect(() => readLeadRow([])).toThrow();
  });
});

it('colours a match by its percentage', () => {
  expect([100, 80, 79, 60, 59, 0].map(toneOf)).toEqual(['green', 'green', 'yellow', 'yellow', 'red', 'red']);
});
