import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isBusyHere } from './busy';
import { stored } from './stored';
import { useForm } from './use-form';

interface Sample {
  name: string;
  city: string;
}

const START: Sample = { name: '', city: '' };
const kept = stored<Sample>('danceflix_sample', (value) => value as Sample);
const send = vi.fn(async (_values: Sample) => ({ sent: true }) as ReturnType<SampleSend>);
type SampleSend = () => { sent: boolean; errors?: Partial<Sample>; outcome?: string };

function Form() {
  const { form, values, errors, outcome, restored, change, reset, clear, submit } = useForm<Sample>({
    start: START,
    check: ({ name }) => ({ name: name.length < 3 ? 'Três letras ou mais' : undefined }),
    draft: { key: kept.key, read: kept.read, keep: kept.write },
    send: async (typed) => {
      const answer = await send(typed);
      if (answer.sent) reset();
      return answer;
    },
  });
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {(['name', 'city'] as const).map((field) => (
        <label key={field}>
          {field}
          <input
            aria-invalid={errors[field] !== undefined}
            value={values[field]}
            onChange={({ currentTarget: { value } }) => change({ [field]: value })}
          />
          <i>{errors[field]}</i>
        </label>
      ))}
      <p role="status">{outcome}</p>
      <button type="submit">Enviar</button>
      {restored ? (
        <button type="button" onClick={clear}>
          Limpar
        </button>
      ) : null}
    </form>
  );
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(name));
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Enviar' })));

beforeEach(() => {
  send.mockClear();
  send.mockImplementation(async () => ({ sent: true }));
});
afterEach(cleanup);

it('says what is wrong from the first try on, focuses it, and checks it anew while it is typed', async () => {
  render(<Form />);
  type('name', 'A');
  expect(screen.queryByText('Três letras ou mais')).toBeNull();
  await press();
  expect(send).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field('name'));
  type('name', 'An');
  expect(screen.getByText('Três letras ou mais')).toBeTruthy();
  type('name', 'Ana');
  expect(screen.queryByText('Três letras ou mais')).toBeNull();
});

it('holds up a new release and keeps the draft until it is sent, once', async () => {
  render(<Form />);
  type('name', 'Ana');
  expect(isBusyHere()).toBe(true);
  expect(kept.read()).toEqual({ name: 'Ana', city: '' });
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  });
  expect(send).toHaveBeenCalledTimes(1);
  expect(kept.read()).toBeNull();
  expect(field('name').value).toBe('');
  expect(isBusyHere()).toBe(false);
});

it("shows the server's errors and the outcome until they are answered", async () => {
  send.mockImplementation(async () => ({ sent: false, errors: { city: 'Sem acesso' }, outcome: 'Não foi' }));
  render(<Form />);
  type('name', 'Ana');
  await press();
  expect(screen.getByRole('status').textContent).toBe('Não foi');
  expect(document.activeElement).toBe(field('city'));
  type('city', 'Rio');
  expect(screen.queryByText('Sem acesso')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('');
  expect(kept.read()).toEqual({ name: 'Ana', city: 'Rio' });
});

it('follows what another tab has typed', () => {
  render(<Form />);
  kept.write({ name: 'Bia', city: 'Rio' });
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: kept.key }));
  });
  expect(field('name').value).toBe('Bia');
});

it('says that it begins with a draft, and forgets it', () => {
  kept.write({ name: 'Bia', city: 'Rio' });
  render(<Form />);
  // A reload hears of what the page before it has stored last.
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: kept.key }));
  });
  fireEvent.click(screen.getByText('Limpar'));
  expect(field('name').value).toBe('');
  expect(kept.read()).toBeNull();
  expect(screen.queryByText('Limpar')).toBeNull();
});

/** A form with the options that few forms use. */
function Options({
  answer,
  onWrong,
}: {
  answer(typed: Sample): Promise<{ sent: boolean; leaving?: boolean; outcome?: string }>;
  onWrong?: (errors: Partial<Sample>) => HTMLElement | null;
}) {
  const { form, values, errors, sending, outcome, change, judge, submit, sendWith } = useForm<Sample>({
    start: START,
    check: ({ name, city }) => ({
      name: name === '' ? 'Falta o nome' : undefined,
      city: city === '' ? 'Falta a cidade' : undefined,
    }),
    ...(onWrong && { onWrong }),
    send: answer,
  });
  return (
    <form ref={form} noValidate onSubmit={submit} aria-busy={sending}>
      {(['name', 'city'] as const).map((field) => (
        <label key={field}>
          {field}
          <input
            aria-invalid={errors[field] !== undefined}
            value={values[field]}
            onBlur={() => judge(field)}
            onChange={({ currentTarget: { value } }) => change({ [field]: value })}
          />
          <i>{errors[field]}</i>
        </label>
      ))}
      <p role="status">{outcome}</p>
      <button type="submit">Enviar</button>
      <button type="button" onClick={() => sendWith({ city: 'Recife' })}>
        Enviar para Recife
      </button>
    </form>
  );
}

it('marks a field that was left only if it is wrong, and no other', () => {
  render(<Options answer={async () => ({ sent: true })} />);
  fireEvent.blur(field('name'));
  expect(screen.getByText('Falta o nome')).toBeTruthy();
  expect(screen.queryByText('Falta a cidade')).toBeNull();
  type('name', 'Ana');
  expect(screen.queryByText('Falta o nome')).toBeNull();
  type('city', 'Rio');
  fireEvent.blur(field('city'));
  expect(screen.queryByText('Falta a cidade')).toBeNull();
});

it('hands all errors of a failed try over once, and focuses the field it gets back', async () => {
  const told = vi.fn((_errors: Partial<Sample>) => field('city'));
  render(<Options answer={async () => ({ sent: true })} onWrong={told} />);
  await press();
  expect(told.mock.calls).toEqual([[{ name: 'Falta o nome', city: 'Falta a cidade' }]]);
  expect(document.activeElement).toBe(field('city'));
  type('name', 'Ana');
  type('city', 'Rio');
  await press();
  expect(told).toHaveBeenCalledTimes(1);
});

it.each([
  ['stays busy while the page it was sent from is on its way out', true, ['true', '']],
  ['is free and says the outcome when the page stays', false, ['false', 'Pronto']],
])('after sending %s', async (_, leaving, state) => {
  render(<Options answer={async () => ({ sent: true, leaving, outcome: 'Pronto' })} />);
  type('name', 'Ana');
  type('city', 'Rio');
  await press();
  const busy = field('name').form?.getAttribute('aria-busy');
  expect([busy, screen.getByRole('status').textContent]).toEqual(state);
});

it('sends and checks the values of the pressed button, and leaves those in the fields', async () => {
  const sent = vi.fn(async (_typed: Sample) => ({ sent: false, outcome: 'Não foi' }));
  render(<Options answer={sent} />);
  type('name', 'Ana');
  await act(async () => void fireEvent.click(screen.getByText('Enviar para Recife')));
  expect(sent.mock.calls).toEqual([[{ name: 'Ana', city: 'Recife' }]]);
  expect(field('city').value).toBe('');
  expect(screen.getByRole('status').textContent).toBe('Não foi');
});
