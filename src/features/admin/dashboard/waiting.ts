/** Work that waits for the team, most urgent first; the kinds are those of `app.waiting_for_team`. */
import { z } from 'zod';
import type { Href } from '@/lib/paths';
import { count } from '../core/schema';

export const waiting = z.object({
  teachers: count,
  reports: count,
  reports_aside: count,
  events: count,
  renamed: count,
});
export type Waiting = z.infer<typeof waiting>;

interface Task {
  to: Href;
  one: string;
  many: string;
  action: string;
}

export const TASKS: Record<keyof Waiting, Task> = {
  reports: {
    to: '/admin/reports?status=open&set_aside=false',
    one: 'denúncia espera',
    many: 'denúncias esperam',
    action: 'Ver e decidir',
  },
  teachers: {
    to: '/admin/teachers',
    one: 'professor espera',
    many: 'professores esperam',
    action: 'Ver e aprovar',
  },
  renamed: {
    to: '/admin/teachers?state=renamed',
    one: 'professor mudou o nome conferido',
    many: 'professores mudaram o nome conferido',
    action: 'Ver e conferir',
  },
  events: {
    to: '/admin/eventos?waiting=true',
    one: 'evento divulgado espera',
    many: 'eventos divulgados esperam',
    action: 'Ver e publicar',
  },
  reports_aside: {
    to: '/admin/reports?status=open&set_aside=true',
    one: 'denúncia à parte espera',
    many: 'denúncias à parte esperam',
    action: 'Dar uma olhada',
  },
};
