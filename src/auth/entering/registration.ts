/** Turns an auth user into a person with a profile: the steps after sign-up, safe to repeat. */

import { pause } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { callProcedure, RestFailure } from '@/lib/rest';
import { foldName } from '@/lib/typed-text';
import type { KnownRegistration, RegistrationFailure, ResumeInput } from '../outcomes';

/** The arguments of complete_registration; also stored in the sign-up's metadata, so that any phone can resume it. */
export interface RegistrationPayload {
  role: 'student' | 'teacher';
  name: string;
  city_id: string | null;
  whatsapp: string | null;
  styles: string[];
  terms_accepted: boolean;
  /** Token of the invitation that the person came with; the server uses it when the teacher is made. */
  invitation?: string;
}

/** Milliseconds before the second and third attempt after no response. */
const AGAIN_AFTER = [1_000, 3_000];

const FAILURES: Record<string, RegistrationFailure['kind']> = {
  fields_missing: 'fields',
  terms_missing: 'terms',
  profile_failed: 'profile-failed',
  student_failed: 'student-failed',
  teacher_failed: 'teacher-failed',
};

export function toPayload(input: ResumeInput): RegistrationPayload {
  return {
    role: input.role,
    name: foldName(input.name),
    city_id: input.cityId,
    whatsapp: input.whatsapp,
    styles: input.role === 'teacher' ? input.selectedStyles : [],
    terms_accepted: input.termsAccepted,
    ...(input.invitation && input.role === 'teacher' && { invitation: input.invitation }),
  };
}

export type Completion = { kind: 'ok' } | { kind: 'failed'; failure: RegistrationFailure; reported: boolean };

/** `reported`: the server itself reported the failure, so no data of the step remains. */
export async function complete(
  token: string,
  payload: RegistrationPayload | Record<string, never>,
): Promise<Completion> {
  for (const wait of [...AGAIN_AFTER, null]) {
    try {
      const answer = await callProcedure('complete_registration', { payload }, undefined, token);
      noteWarnings(answer);
      return { kind: 'ok' };
    } catch (error) {
      if (!(error instanceof RestFailure)) throw error;
      if (error.code !== null && error.kind === 'refused') {
        const kind = FAILURES[error.hint ?? ''] ?? 'unknown';
        logger.warn('The registration was refused', error);
        // An error of the API (no such procedure, no permission) is not a failed step: the account stays.
        return { kind: 'failed', failure: { kind }, reported: error.hint !== null && error.status !== 401 };
      }
      if (wait !== null) await pause(wait);
    }
  }
  return { kind: 'failed', failure: { kind: 'network' }, reported: false };
}

/** Styles, slug and acceptance may fail without failing the registration: the next sign-in tries them again. */
function noteWarnings(answer: unknown): void {
  const { warnings } = (answer ?? {}) as { warnings?: unknown };
  if (!Array.isArray(warnings)) return;
  for (const { step, code } of warnings as { step?: unknown; code?: unknown }[]) {
    logger.error(`Registration step left for later: ${String(step)}`, code);
  }
}

/** Removes the account of a registration that the server refused. If that fails, the account remains to be resumed. */
export async function abort(token: string): Promise<void> {
  await callProcedure('abort_registration', {}, undefined, token).catch((error: unknown) =>
    logger.warn('The refused registration was not removed', error),
  );
}

export function readMetadata(metadata: unknown): RegistrationPayload | null {
  const { registration } = (metadata ?? {}) as { registration?: unknown };
  if (!registration || typeof registration !== 'object') return null;
  const kept = registration as Record<string, unknown>;
  if ((kept.role !== 'student' && kept.role !== 'teacher') || typeof kept.name !== 'string') return null;
  return {
    role: kept.role,
    name: kept.name,
    city_id: typeof kept.city_id === 'string' ? kept.city_id : null,
    whatsapp: typeof kept.whatsapp === 'string' ? kept.whatsapp : null,
    styles: Array.isArray(kept.styles) ? kept.styles.filter((one) => typeof one === 'string') : [],
    terms_accepted: kept.terms_accepted === true,
  };
}

export function toKnown(metadata: unknown): KnownRegistration {
  const payload = readMetadata(metadata);
  const { role, name } = (metadata ?? {}) as { role?: unknown; name?: unknown };
  return {
    role: payload?.role ?? (role === 'student' || role === 'teacher' ? role : null),
    name: payload?.name ?? (typeof name === 'string' ? name : null),
    cityId: payload?.city_id ?? null,
    whatsapp: payload?.whatsapp ?? null,
    selectedStyles: payload?.styles ?? [],
  };
}
