import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NamesQuery } from '@/reads/use-offered-names';
import { syncStatus } from '@/sync/status';
import type { TeacherSearch as Search } from '../queries';
import { TeacherSearch } from './teacher-search';

const refresh = vi.fn(async () => undefined);
const nothing: Search = {
  status: 'loading',
  data: null,
  progress: null,
  syncedAt: null,
  refreshing: false,
  refresh,
};
let search: Search = nothing;
let styles: NamesQuery = { status: 'ready', data: [{ id: '1', name: 'Forró' }] };

vi.mock('../queries', () => ({ useTeacherSearch: () => search }));
vi.mock('@/reads/use-offered-names', async (original) => ({
  ...(await original<object>()),
  useDanceStyles: () => styles,
  useCities: () => ({ status: 'ready', data: [{ id: '2', name: 'Vitória' }] }),
}));

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `id-${index}`,
    name: `Pessoa ${index}`,
    slug: null,
    cityName: null,
    neighborhood: null,
    imageUrl: null,
    bio: '',
    styles: [],
    isGroup: false,
    ratingAverage: null,
    ratingCount: 0,
    isHighlighted: false,
    reason: null,
    isFeatured: false,
  }));

function start(found: Partial<Search>, query = '') {
  search = { ...nothing, ...found } as Search;
  window.history.replaceState(null, '', `/search${query}`);
  return render(
    <MantineProvider>
      <BrowserRouter>
        <TeacherSearch alertOf={() => null} />
      </BrowserRouter>
    </MantineProvider>,
  );
}

const ready = (totalCount: number, totalPages = Math.ceil(totalCount / 12)): Partial<Search> => ({
  status: 'ready',
  data: { teachers: people(Math.min(12, totalCount)), totalCount, totalPages },
});

let isLarge = true;
/** A live object like a browser's: every read reflects the present state. */
const screenQuery = {
  get matches() {
    return isLarge;
  },
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};

beforeEach(() => {
  isLarge = true;
  vi.stubGlobal('matchMedia', () => screenQuery);
  styles = { status: 'ready', data: [{ id: '1', name: 'Forró' }] };
  syncStatus.setState({ connection: 'online', persisted: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  refresh.mockClear();
});

describe('search page', () => {
  it('says how many there are, one in the singular', () => {
    start(ready(1));
    expect(screen.getByText('1 professor encontrado')).toBeTruthy();
    expect(screen.getByText('Todos os professores são verificados')).toBeTruthy();
  });

  it('shows its own text while loading, never the empty state', () => {
    start({ progress: { received: 1500, total: 10_000 } });
    expect(screen.getByText('Buscando professores...')).toBeTruthy();
    expect(screen.getByText('Salvando professores no seu aparelho: 1.500 de 10.000')).toBeTruthy();
    expect(screen.queryByText('Nenhum professor encontrado')).toBeNull();
    expect(document.querySelector('[aria-busy="true"]')).toBeTruthy();
  });

  it('says with data being saved which teachers are kept, and what that means offline', () => {
    start({ ...ready(3), keepsOnly: { city: 'Vitória' }, syncedAt: Date.now() });
    const note = screen.getByRole('link', { name: 'Salvo aqui: só Vitória' });
    expect(note.getAttribute('href')).toBe('/economia-de-dados');
    expect(screen.queryByText(/^Atualizado há/)).toBeNull();
    cleanup();
    syncStatus.setState({ connection: 'offline' });
    start({ status: 'failed', data: null, keepsOnly: { city: null } });
    expect(screen.getByRole('link', { name: 'Nada salvo: economia de dados' })).toBeTruthy();
    expect(screen.getByText(/sem uma cidade escolhida, nenhum professor fica salvo aqui/)).toBeTruthy();
  });

  it('reads known values of an address in any spelling, and names unknown ones', async () => {
    start(ready(0), '?when=S%C3%81BADO-Manh%C3%A3&level=constructor&place=__proto__&couples=nao&access=SIM');
    expect(screen.getByLabelText<HTMLSelectElement>('Dia e horário').value).toBe('sabado-manha');
    for (const unknown of ['constructor', '__proto__', 'nao'])
      expect(await screen.findByRole('button', { name: `Remover filtro ${unknown}` })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Mais filtros' }));
    const level = await screen.findByLabelText<HTMLSelectElement>('Nível');
    expect(level.selectedOptions[0]?.text).toBe('constructor (não está na lista)');
    expect(screen.getByLabelText<HTMLInputElement>('Aceita casais').checked).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('Lugar acessível').checked).toBe(true);
  });

  it('offers to clear the filters when no teacher matches', () => {
    start(ready(0), '?name=zzz&style=Forr%C3%B3');
    expect(screen.getByText('Nenhum professor encontrado')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Limpar filtros e tentar novamente' }));
    expect(screen.getByLabelText<HTMLInputElement>('Nome do Professor').value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('Estilo de Dança').value).toBe('');
  });

  it('says first that nobody is in the area, and what to do', () => {
    const found = (part: Partial<NonNullable<Search['data']>>, total = 3) => {
      cleanup();
      const { data } = ready(total);
      if (data) start({ ...ready(total), data: { ...data, ...part } }, '?area=Jucutuquara');
    };
    const nobody = 'Ninguém em Jucutuquara: veja outros bairros';
    found({ bestCount: 0, emptyArea: 'Jucutuquara' });
    expect(screen.getByText(nobody)).toBeTruthy();
    found({ bestCount: 0, emptyArea: 'Jucutuquara', isSimilar: true });
    expect(screen.getByText(nobody)).toBeTruthy();
    found({ bestCount: 0 });
    expect(screen.getByText('Ninguém combina com tudo')).toBeTruthy();
    found({ bestCount: 0, emptyArea: 'Jucutuquara' }, 0);
    expect(screen.getByText(/^Ninguém em Jucutuquara, e nos outros .* Tire um filtro ou/)).toBeTruthy();
    found({ bestCount: 0 }, 0);
    expect(screen.getByText(/^Ninguém combina com todos os filtros escolhidos/)).toBeTruthy();
  });

  // «Ainda não há professores por aqui» «Peça um aviso e fique sabendo quando houver.»
  it('[T120] says where nobody teaches at all that nobody does, and nothing about teachers or filters', async () => {
    start(ready(0));
    expect(await screen.findByRole('heading', { name: 'Ainda não há professores por aqui' })).toBeTruthy();
    expect(screen.getByText(/Você ensina\? Seja o primeiro professor de dança\./)).toBeTruthy();
    cleanup();
    const { data } = ready(0);
    if (data)
      start({ ...ready(0), data: { ...data, isNobody: true } }, '?style=Forr%C3%B3&city=Vit%C3%B3ria');
    expect(
      await screen.findByRole('heading', { name: 'Ainda não há professor de Forró em Vitória' }),
    ).toBeTruthy();
    expect(screen.getByText(/Seja o primeiro professor de forró em Vitória\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Dar aulas' }).getAttribute('href')).toBe('/cadastrar-professor');
    expect(screen.queryByText('Todos os professores são verificados')).toBeNull();
    expect(screen.queryByText(/^Ninguém combina/)).toBeNull();
  });

  it('keeps the focus on the page when the button that cleared the filters disappears', async () => {
    const view = start(ready(0), '?style=Forr%C3%B3');
    const empty = screen.getByRole('button', { name: 'Limpar filtros e tentar novamente' });
    empty.focus();
    fireEvent.click(empty);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Resultados' }));
    view.unmount();

    isLarge = false;
    for (const name of ['Remover filtro Forró', 'Limpar Filtros']) {
      const shown = start(ready(3), '?style=Forr%C3%B3');
      const button = await screen.findByRole('button', { name });
      button.focus();
      fireEvent.click(button);
      expect(document.activeElement?.textContent).toBe('Filtros');
      shown.unmount();
    }
  });

  it('never claims an empty result after a failure', () => {
    start({ status: 'failed' });
    expect(screen.queryByText('Nenhum professor encontrado')).toBeNull();
    expect(screen.getByText('Não foi possível carregar os professores')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Atualizar' }));
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('explains a first visit without a connection', () => {
    syncStatus.setState({ connection: 'offline' });
    start({ status: 'failed' });
    expect(screen.getByText(/sem conexão e ainda não há professores salvos/)).toBeTruthy();
  });

  it('shows the filters of the URL, even unknown ones', () => {
    start(ready(3), '?style=forro&city=Marte');
    expect(screen.getByLabelText<HTMLInputElement>('Estilo de Dança').value).toBe('Forró');
    expect(screen.getByLabelText<HTMLInputElement>('Cidade').value).toBe('Marte');
    cleanup();
    start(ready(3), '?style=Krump');
    expect(screen.getByText('Krump não está na lista de estilos.')).toBeTruthy();
  });

  it('starts with all styles and all cities', () => {
    start(ready(3));
    const style = screen.getByLabelText<HTMLInputElement>('Estilo de Dança');
    expect([style.value, style.placeholder]).toEqual(['', 'Todos os estilos']);
    const city = screen.getByLabelText<HTMLInputElement>('Cidade');
    expect([city.value, city.placeholder]).toEqual(['', 'Todas as cidades']);
  });

  it('says beside the field that styles did not load', () => {
    styles = { status: 'failed', data: [] };
    start(ready(3));
    expect(screen.getByText('Failed to load dance styles')).toBeTruthy();
  });

  it('turns pages within the range', async () => {
    start(ready(30));
    const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
    expect(screen.getByText('Página 1 de 3')).toBeTruthy();
    expect(button('Anterior').disabled).toBe(true);
    fireEvent.click(button('Próxima'));
    expect(window.location.search).toBe('?page=2');
    expect(await screen.findByText('Página 2 de 3')).toBeTruthy();
    fireEvent.click(button('Próxima'));
    expect(await screen.findByText('Página 3 de 3')).toBeTruthy();
    expect(button('Próxima').disabled).toBe(true);
  });

  it('goes to the last page when the URL asks for one beyond it', async () => {
    start(ready(30), '?page=99');
    expect(await screen.findByText('Página 3 de 3')).toBeTruthy();
    expect(window.location.search).toBe('?page=3');
  });
});
