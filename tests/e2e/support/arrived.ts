/** Counts the database rows of commands that the demo's student, or a visitor, sent. */
import { idOf } from '../pages/own-pages';
import type { Product } from './product';

const MARINA = idOf('teacher');

/** The number of rows written, and of commands that wrote them. */
interface Counted {
  rows: number;
  commands: number;
}

/** Leads of that name with their match. */
export const leads = (product: Product, name: string) =>
  product.sql<Counted>(
    `select count(*)::int as rows,
       (select count(*)::int from public.command_log where kind = 'lead.create') as commands
     from public.student_leads where nome = $1 and ai_analysis_data is not null`,
    name,
  );

export const requests = (product: Product, style: string) =>
  product.sql<Counted & { told: number }>(
    `select count(r.id)::int as rows, count(c.id)::int as commands, count(n.id)::int as told
     from public.lesson_requests r
     left join public.command_log c on c.kind = 'lesson_request.create' and c.result ->> 'request_id' = r.id::text
     left join public.notifications n on n.kind = 'lesson_request.created' and n.url like '%' || r.id
     where r.student_id = ${idOf('student')} and r.teacher_id = ${MARINA} and r.status = 'Pendente'
       and r.dance_style_id = (select id from public.dance_styles where name = $1)`,
    style,
  );

export const evaluations = (product: Product, comment: string) =>
  product.sql<Counted>(
    `select count(*)::int as rows,
       (select count(*)::int from public.command_log where kind = 'evaluation.save') as commands
     from public.lesson_evaluations where evaluator_id = ${idOf('student')} and evaluated_id = ${MARINA} and comment = $1`,
    comment,
  );

export const ONCE = { rows: 1, commands: 1 };
