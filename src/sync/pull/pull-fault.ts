/** The effect of one collection's failed pull on the others. */
import { RestFailure } from '@/lib/rest';
import { storageFault } from '../storage-fault';

/**
 * 'aborted': no longer wanted. 'full': nothing can be stored now. 'network', 'token': the other collections would fail
 * too. 'own': only this collection failed, the others continue. Throws errors of a broken storage.
 */
export type PullFault = 'aborted' | 'full' | 'network' | 'token' | 'own';

export function pullFault(error: unknown): PullFault {
  if (!(error instanceof RestFailure)) {
    if (storageFault(error) === 'full') return 'full';
    throw error;
  }
  if (error.kind === 'aborted' || error.kind === 'network') return error.kind;
  return error.status === 401 ? 'token' : 'own';
}
