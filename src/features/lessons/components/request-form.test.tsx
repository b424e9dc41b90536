import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { noRows } from '@/db/memory/private-rows';
import { setPrivateRows } from '@/db/memory/private-store';
import { isBusyHere } from '@/lib/busy';
import { pendingStore } from '@/outbox/pending-store';
import type { CommandOf, StoredCommand } from '@/outbox/stored-command';
import { keepRequestDraft, type RequestDraft, readRequestDraft } from '../request-draft';
import { RequestForm, type RequestFormProps } from './request-form';

const edit = vi.fn(async (_id: string, _payload: unknown) => ({ kind: 'stored' }));
vi.mock('@/sync/ensure-sync', () => ({ ensureSync: () => Promise.reject(new Error('No chunk')) }));
vi.mock('@/outbox/load', () => ({ startOutbox: async () => undefined }));
vi.mock('@/outbox/entry', () => ({
  edit: (id: string, payload: unknown) => edit(id, payload),
}));

const ANNA = '6a0f4f0c-0000-4000-8000-000000000001';
const MARINA = {
  id: 'marina',
  name: 'Marina',
  styles: [{ id: 'forro', name: 'Forró' }],
  availability: [],
  checks: [],
};
const wish = (message: string): RequestDraft => ({
  id: 'r2',
  styleId: 'forro',
  guardian: '',
  days: [],
  times: [],
  message,
});

const refused: CommandOf<'lesson_request.create'> = {
  seq: 1,
  id: 'refused',
  kind: 'lesson_request.create',
  version: 1,
  entity: { table: 'lesson_requests', id: 'r1' },
  payload: {
    request: {
      id: 'r1',
      teacher_id: MARINA.id,
      dance_style_id: 'forro',
      guardian_terms: null,
      preferred_days: [],
      preferred_times: [],
      message: null,
    },
  },
  base: null,
  userId: ANNA,
  visitor: null,
  createdAt: 0,
  status: 'rejected',
  attempts: 1,
  dueAt: 0,
  error: null,
  ack: null,
};

function show(of: StoredCommand | null, teacher = MARINA): HTMLTextAreaElement {
  cleanup();
  render(
    <MantineProvider>
      <MemoryRouter>
        <RequestForm teacher={teacher} refused={of} former={of && wish('Como foi enviado.')} />
      </MemoryRouter>
    </MantineProvider>,
  );
  return screen.getByLabelText('Mensagem (opcional)');
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  pendingStore.setState({ commands: [], failed: false });
  setIdentity({
    userId: ANNA,
    email: 'anna@example.test',
    role: 'student',
    name: 'Anna',
    imageUrl: null,
    state: 'active',
    termsDue: null,
  });
  setPrivateRows(noRows(ANNA));
});
afterEach(() => {
  cleanup();
  clearIdentity();
  setPrivateRows(null);
  vi.unstubAllGlobals();
});

describe('a request that the server refused', () => {
  it('keeps what is changed in it when the page goes, apart from a new request to the same teacher', () => {
    keepRequestDraft(ANNA, MARINA.id, wish('Outro pedido.'));
    expect(show(refused).value).toBe('Como foi enviado.');
    fireEvent.change(show(refused), { target: { value: 'Com outras palavras.' } });
    expect(show(refused).value).toBe('Com outras palavras.');
    expect(show(null).value).toBe('Outro pedido.');
  });

  it('forgets the changes once they are stored in its place, and nothing else', async () => {
    keepRequestDraft(ANNA, MARINA.id, wish('Outro pedido.'));
    fireEvent.change(show(refused), { target: { value: 'Com outras palavras.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Enviar pedido' }));
    await waitFor(() => expect(readRequestDraft(ANNA, refused.id)).toBeNull());
    expect(edit).toHaveBeenCalledWith(refused.id, {
      request: expect.objectContaining({ id: 'r1', message: 'Com outras palavras.' }),
    });
    expect(readRequestDraft(ANNA, MARINA.id)).toEqual(wish('Outro pedido.'));
  });

  it('keeps nothing of what was typed back to how it was', () => {
    const field = show(refused);
    fireEvent.change(field, { target: { value: 'Com outras palavras.' } });
    fireEvent.change(field, { target: { value: 'Como foi enviado.' } });
    expect(readRequestDraft(ANNA, refused.id)).toBeNull();
  });
});

it('says that a teacher without styles cannot be asked yet, and sends nothing', () => {
  show(null, { ...MARINA, styles: [] });
  expect(screen.getByText(/^Este professor ainda não informou estilos de dança/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar pedido' }).disabled).toBe(true);
});

describe('the times that the teacher offers', () => {
  const OFFERING = { ...MARINA, availability: ['terca-noite', 'sexta-noite'] };
  const draw = (props: Partial<RequestFormProps> = {}) => (
    <MantineProvider>
      <MemoryRouter>
        <RequestForm teacher={OFFERING} refused={null} former={null} {...props} />
      </MemoryRouter>
    </MantineProvider>
  );
  const chosen = () =>
    screen
      .getAllByRole<HTMLInputElement>('checkbox')
      .flatMap((box) => (box.checked ? (box.getAttribute('aria-label') ?? []) : []));
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const LATE = { teacher: { ...OFFERING, availability: [] } };

  it('are chosen where nothing else is known, which is no draft, and go by one tap', () => {
    render(draw());
    expect(chosen()).toEqual(['Terça', 'Sexta', 'Noite']);
    expect(screen.getByText(/^Já marcamos os horários que Marina oferece\. Tire os que não/)).toBeTruthy();
    expect(isBusyHere()).toBe(false);
    expect(readRequestDraft(ANNA, MARINA.id)).toBeNull();
    press('Desmarcar estes horários');
    expect(chosen()).toEqual([]);
    expect(screen.queryByText(/^Já marcamos/)).toBeNull();
    expect(screen.getByText('Marina costuma dar aulas terça e sexta à noite.')).toBeTruthy();
    cleanup();
    render(draw());
    expect(chosen()).toEqual([]);
    press('Usar estes horários');
    expect(chosen()).toEqual(['Terça', 'Sexta', 'Noite']);
    expect(readRequestDraft(ANNA, MARINA.id)).toBeNull();
  });

  it('leave days or times open where the teacher gives lessons at any', () => {
    const days = ['segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado', 'domingo'];
    const at = (...times: string[]) => days.flatMap((day) => times.map((time) => `${day}-${time}`));
    render(draw({ teacher: { ...MARINA, availability: at('noite') } }));
    expect(chosen()).toEqual(['Noite']);
    cleanup();
    render(draw({ teacher: { ...MARINA, availability: at('manha', 'tarde', 'noite') } }));
    expect(chosen()).toEqual([]);
    expect(screen.queryByRole('button', { name: /estes horários$/ })).toBeNull();
    expect(screen.queryByText(/^Já marcamos/)).toBeNull();
  });

  it('stand back where a search, a draft or a refused request has times, or leaves them open', () => {
    render(draw({ known: { days: ['sabado'], times: [] } }));
    expect(chosen()).toEqual(['Sábado']);
    cleanup();
    render(draw({ known: { days: [], times: [] } }));
    expect(chosen()).toEqual([]);
    cleanup();
    render(draw({ refused, former: wish('Como foi enviado.') }));
    expect(chosen()).toEqual([]);
    cleanup();
    keepRequestDraft(ANNA, MARINA.id, { ...wish('Um rascunho.'), days: ['domingo'] });
    render(draw());
    expect(chosen()).toEqual(['Domingo']);
  });

  it('that come late are chosen in an untouched form', () => {
    const { rerender } = render(draw(LATE));
    expect(chosen()).toEqual([]);
    rerender(draw());
    expect(chosen()).toEqual(['Terça', 'Sexta', 'Noite']);
    expect(isBusyHere()).toBe(false);
    expect(readRequestDraft(ANNA, MARINA.id)).toBeNull();
  });

  it('that come late change nothing for who has begun, also where it was taken back or is a draft', async () => {
    const { rerender } = render(draw(LATE));
    fireEvent.click(screen.getByLabelText('Sábado'));
    fireEvent.click(screen.getByLabelText('Sábado'));
    rerender(draw());
    expect(chosen()).toEqual([]);
    cleanup();
    keepRequestDraft(ANNA, MARINA.id, wish('Um rascunho.'));
    const again = render(draw(LATE));
    again.rerender(draw());
    expect(chosen()).toEqual([]);
    expect(screen.getByLabelText<HTMLTextAreaElement>('Mensagem (opcional)').value).toBe('Um rascunho.');
    // Begun anew, it begins with them.
    press('Limpar');
    expect(chosen()).toEqual(['Terça', 'Sexta', 'Noite']);
    await waitFor(() => expect(isBusyHere()).toBe(false));
  });

  it('are not what the person seeks elsewhere, for a person under age', () => {
    const others = vi.fn((..._: Parameters<NonNullable<RequestFormProps['checkedOthers']>>) => null);
    render(draw({ checkedOthers: others }));
    expect(others.mock.lastCall?.[0]).toMatchObject({ preferred_days: [], preferred_times: [] });
    others.mock.lastCall?.[1]('other');
    expect(readRequestDraft(ANNA, 'other')).toMatchObject({ days: [], times: [] });
    fireEvent.click(screen.getByLabelText('Terça'));
    expect(others.mock.lastCall?.[0]).toMatchObject({
      preferred_days: ['sexta'],
      preferred_times: ['noite'],
    });
  });
});
