/** The figures that `admin_dashboard` returns (supabase/migrations/…_admin.sql). */

import { z } from 'zod';
import { dayKey } from '@/lib/dates';
import { serverNow } from '@/lib/server-clock';
import { amount, count, maybeNumber, text } from '../core/schema';
import { type Answer, call } from '../core/server';
import { waiting } from './waiting';

const states = z.object({ Pendente: count, Aceito: count, Recusado: count, Cancelado: count });

const week = z.object({
  week: text,
  students: count,
  teachers: count,
  approved: count,
  requests: count,
  accepted: count,
  leads: count,
  unmet: count,
  evaluations: count,
  posts: count,
});
export type Week = z.infer<typeof week>;

const programmes = z.object({
  supporters: z.object({
    active: count,
    monthly: amount,
    tiers: z.array(z.object({ tier: text, name: text, amount, active: count, monthly: amount })),
  }),
  sponsors: z.object({
    active: count,
    monthly: amount,
    tiers: z.array(
      z.object({ tier: text, name: text, amount, slots: count, sold: count, free: count, monthly: amount }),
    ),
  }),
  monthly: amount,
});

const figures = z.object({
  since: text,
  until: text,
  people: z.object({ student: count, teacher: count, admin: count }),
  teachers: z.object({
    pending: count,
    active: count,
    paused: count,
    inactive: count,
    featured: count,
    without_slug: count,
  }),
  requests: z.object({ all: states, period: states }),
  leads: z.object({ all: count, period: count, unmet: count }),
  unmet_demand: z.array(z.object({ city: text, style: text, leads: count, nobody: count })),
  evaluations: z.object({ all: count, average: maybeNumber, period: count, hidden: count }),
  programmes,
  reports: z.object({ open: count }),
  waiting,
  weeks: z
    .array(week)
    .nullish()
    .transform((weeks) => weeks ?? []),
});
export type Figures = z.infer<typeof figures>;

export const readFigures = (value: unknown): Figures => figures.parse(value);

/** Asks for the figures of the last `weeks` weeks, including today. */
export function askFigures(weeks: number, signal: AbortSignal): Promise<Answer<unknown>> {
  const day = (back: number) => dayKey(serverNow() - back * 24 * 60 * 60 * 1000);
  return call('admin_dashboard', { since: day(weeks * 7 - 1), until: day(0) }, (value) => value, signal);
}

const investors = z.object({
  now: programmes,
  months: z.array(
    z.object({
      month: text,
      students: count,
      teachers: count,
      accepted: count,
      lessons_held: count,
      supporters: count,
      sponsors: count,
      supporters_monthly: amount,
      sponsors_monthly: amount,
      /** 'open': ended, and not recorded yet. */
      state: z.enum(['recorded', 'reconstructed', 'open', 'running']),
    }),
  ),
});
export type InvestorFigures = z.infer<typeof investors>;

/** The question for supporters and sponsors, now and in the last twelve months. */
export const INVESTORS = {
  key: 'admin_investors',
  ask: (signal: AbortSignal) => call('admin_investors', { months: 12 }, (value) => value, signal),
  read: (value: unknown): InvestorFigures => investors.parse(value),
};

const demand = z.object({
  rows: z.array(z.object({ style: text, city: text, people: count, teachers: count })),
});

/** The question for what people search and do not find. */
export const DEMAND = {
  key: 'admin_demand',
  ask: (signal: AbortSignal) => call('admin_demand', {}, (value) => value, signal),
  read: (value: unknown) => demand.parse(value).rows,
};

/** '11/2026', or 'até hoje' for the running month; a star marks one that was recorded late. */
export function monthLabel({
  month,
  state,
}: Pick<InvestorFigures['months'][number], 'month' | 'state'>): string {
  if (state === 'running') return 'até hoje';
  return state === 'reconstructed' ? `${monthText(month)}*` : monthText(month);
}

/** '2026-11-01' → '11/2026' */
export function monthText(day: string): string {
  const [year = '', month = ''] = day.split('-');
  return `${month}/${year}`;
}
