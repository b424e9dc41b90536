/**
 * How people find the controls that the browser tests share with tests/engines: those browsers are not driven by
 * Playwright, so that its locators do not reach them. A control that changes is changed here, for both.
 */
import type { Locator, Page } from '@playwright/test';

/** By role and name, by a field's label, or by text. A string is the whole name, label or text. */
export type Control =
  | { role: Role; name?: string | RegExp; level?: number; within?: Control }
  | { label: string }
  | { text: string | RegExp };

type Role = Parameters<Page['getByRole']>[0];

export function locate(place: Page | Locator, control: Control): Locator {
  if ('text' in control) return place.getByText(control.text, { exact: true });
  if ('label' in control) return place.getByLabel(control.label, { exact: true });
  const { role, within, ...named } = control;
  return (within ? locate(place, within) : place).getByRole(role, { exact: true, ...named });
}

export const OFFLINE: Control = { text: 'Modo Offline' };
/** Of the writes that wait, in the header, or without a connection in the banner that says so. */
export const WAITING: Control = { role: 'link', name: /^Envios pendentes: / };
export const waiting = (count: number): Control => ({ role: 'link', name: `Envios pendentes: ${count}` });

/** Signing in. */
export const EMAIL: Control = { label: 'E-mail' };
export const PASSWORD: Control = { label: 'Senha' };
export const ENTER: Control = { role: 'button', name: 'Entrar' };

/** The search. */
export const TEACHER_NAME: Control = { label: 'Nome do Professor' };
export const FILTERS: Control = { role: 'button', name: /^Filtros/ };
export const FILTERS_SHEET: Control = { role: 'dialog', name: 'Filtros' };
export const CLOSE_FILTERS: Control = { role: 'button', name: 'Fechar filtros', within: FILTERS_SHEET };
export const STYLE: Control = { role: 'combobox', name: 'Estilo de Dança' };
export const CITY: Control = { role: 'combobox', name: 'Cidade' };
export const COUNT: Control = { text: /^\d+ professore?s? encontrados?$/ };
export const counted = (count: number): Control => ({
  text: count === 1 ? '1 professor encontrado' : `${count} professores encontrados`,
});
export const card = (name: string): Control => ({ role: 'article', name });
export const heart = (name: string): Control => ({
  role: 'button',
  name: `Salvar ${name} em Meus professores`,
});

/** The open list of a field that chooses a city or a dance style; only one is open at a time. */
export const OPTIONS: Control = { role: 'option', within: { role: 'listbox' } };
export const option = (name: string): Control => ({ role: 'option', name, within: { role: 'listbox' } });

/** The form that asks a teacher for lessons. */
export const REQUEST_FORM: Control = { role: 'form', name: 'Pedir aula' };
export const MESSAGE: Control = { label: 'Mensagem (opcional)' };
export const SEND_REQUEST: Control = { role: 'button', name: 'Enviar pedido' };
export const styleChoice = (name: string): Control => ({ role: 'radio', name });
/** A day or a time of the day. */
export const timeChoice = (name: string): Control => ({ role: 'checkbox', name });
