/** What a failed pull of one collection means for the others. */
import { RestFailure } from '@/lib/rest';
import { storageFault } from '../storage-fault';

/**
 * 'aborted': no longer wanted. 'full': nothing can be stored now. 'network', 'token': nothing else would come either.
 * 'own': this collection's alone, the others go on. Throws what a broken storage threw.
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
