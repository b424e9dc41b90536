/** Reads of the lead flow's screens: the lead's delivery and its matches. */
import { useEffect, useRef, useState } from 'react';
import { callAsPresent } from '@/auth/session/user-rest';
import { mayBeOnline } from '@/lib/browser/navigator';
import { logger } from '@/lib/logger';
import { type Receipt, usePending, useReceipt } from '@/outbox/pending';
import { useSyncStatus } from '@/reads/sync-status';
import { useHidden } from '@/reads/use-hidden';
import type { CurrentLead } from './current-lead';
import { previewOf } from './preview';
import { type Analysis, readAnalysis, readLeadRow } from './schema';
import { hiddenSides, type Side, withoutHidden } from './without-hidden';

export type Delivery =
  /** Being sent, or not known yet. */
  | 'waiting'
  /** The lead waits on this device for a connection. */
  | 'offline'
  | 'matched'
  /** The server refused the lead. */
  | 'refused'
  /** Any other failure. */
  | 'failed';

/** Delivery of the lead and of its match. */
export function useDelivery(lead: CurrentLead | null): Delivery {
  const create = useReceipt(lead?.createCommand ?? null);
  const match = useReceipt(lead?.matchCommand ?? null);
  const outbox = usePending().status;
  const online = useOnline();
  return deliveryOf(create, match, { outbox, online, network: mayBeOnline() });
}

const useOnline = () => useSyncStatus(({ connection }) => connection === 'online');

export function deliveryOf(
  create: Receipt,
  match: Receipt,
  at: {
    outbox: 'loading' | 'ready' | 'failed';
    /** Connection as seen by requests. */
    online: boolean;
    /** Connection as reported by the browser. */
    network: boolean;
  },
): Delivery {
  if (match.kind === 'delivered') return 'matched';
  if (create.kind === 'unsent' && create.command.status === 'rejected') return 'refused';
  const failed = hasFailed(create) || hasFailed(match);
  // A slow server counts as no connection, unless it was asked and failed.
  if (!at.online && !(at.network && failed)) return 'offline';
  if (at.outbox === 'failed') return 'failed';
  if (at.outbox === 'loading') return 'waiting';
  // Receipts expire: a lead without one was delivered long ago.
  if (match.kind === 'unknown') return 'matched';
  return failed ? 'failed' : 'waiting';
}

function hasFailed(receipt: Receipt): boolean {
  return receipt.kind === 'unsent' && (receipt.command.error !== null || receipt.command.status === 'parked');
}

/** The server has answered that it can propose nobody. */
export function useFoundNobody(lead: CurrentLead | null): boolean {
  const receipt = useReceipt(lead?.matchCommand ?? null);
  const answer = receipt.kind === 'delivered' ? readAnalysis(receipt.ack.answer) : null;
  return answer !== null && !answer.cityMatch && !answer.brazilMatch;
}

export type LeadResults =
  | { kind: 'loading' }
  /**
   * `refined`: the server's matches replaced the device's own on the screen. `blocked`: sides on which the server
   * recommended a blocked teacher; the device's own match is shown there, if there is one.
   */
  | {
      kind: 'found';
      analysis: Analysis;
      source: 'server' | 'preview';
      refined: boolean;
      blocked: readonly Side[];
    }
  /** The lead waits for a connection, and this device has no listings to choose from. */
  | { kind: 'waiting' }
  | { kind: 'refused' }
  | { kind: 'error'; reason: 'missing' | 'unprocessed' | 'failed' };

/** The lead's matches: the server's, and until they arrive the device's own. */
export function useLeadResults(lead: CurrentLead | null): LeadResults {
  const delivery = useDelivery(lead);
  const receipt = useReceipt(lead?.matchCommand ?? null);
  const reading = useReading(lead?.id ?? null, delivery === 'matched');
  const received = receipt.kind === 'delivered' ? readAnalysis(receipt.ack.answer) : null;
  const hidden = useHidden();
  const current = resultsOf(delivery, reading, received);
  const namesBlocked = current?.kind === 'found' && hiddenSides(current.analysis, hidden).length > 0;
  const needsPreview =
    delivery === 'offline' ||
    delivery === 'failed' ||
    namesBlocked ||
    (delivery === 'matched' && reading.kind === 'offline' && !received);
  const preview = usePreview(lead, needsPreview, hidden);
  const previewed = useRef(false);

  const results = namesBlocked
    ? replaced(current, hidden, preview)
    : (current ?? previewResults(preview, needsPreview, delivery));
  const isPreview = results.kind === 'waiting' || (results.kind === 'found' && results.source === 'preview');
  useEffect(() => {
    if (isPreview) previewed.current = true;
  }, [isPreview]);
  return results.kind === 'found' && results.source === 'server'
    ? { ...results, refined: previewed.current }
    : results;
}

/** The result according to the server; null until it has answered. */
function resultsOf(delivery: Delivery, reading: Reading, received: Analysis | null): LeadResults | null {
  if (delivery === 'refused') return { kind: 'refused' };
  if (delivery !== 'matched') return null;
  if (reading.kind === 'failed') return { kind: 'error', reason: 'failed' };
  if (reading.kind === 'offline') return received && found(received, 'server');
  if (reading.kind === 'reading') return null;
  if (reading.row === null) return { kind: 'error', reason: 'missing' };
  if (reading.row.analysis === null) return { kind: 'error', reason: 'unprocessed' };
  const analysis = readAnalysis(reading.row.analysis);
  return analysis ? found(analysis, 'server') : { kind: 'error', reason: 'missing' };
}

/** The device's own matches, which stay on the screen while the server is being asked. */
function previewResults(preview: Preview | null, needed: boolean, delivery: Delivery): LeadResults {
  if (preview?.matches) return found(preview.matches, 'preview');
  if (!preview || !needed) return { kind: 'loading' };
  return delivery === 'failed' ? { kind: 'error', reason: 'failed' } : { kind: 'waiting' };
}

/** Replaces blocked teachers with the device's own matches. */
function replaced(
  results: LeadResults & { kind: 'found' },
  hidden: ReadonlySet<string>,
  preview: Preview | null,
): LeadResults {
  if (!preview) return { kind: 'loading' };
  return {
    ...results,
    analysis: withoutHidden(results.analysis, hidden, preview.matches),
    blocked: hiddenSides(results.analysis, hidden),
  };
}

const found = (analysis: Analysis, source: 'server' | 'preview'): LeadResults & { kind: 'found' } => ({
  kind: 'found',
  analysis,
  source,
  refined: false,
  blocked: [],
});

type Reading =
  | { kind: 'reading' }
  | { kind: 'read'; row: { analysis: unknown } | null }
  /** No connection for reading the lead. */
  | { kind: 'offline' }
  | { kind: 'failed' };

function useReading(id: string | null, wanted: boolean): Reading {
  const online = useOnline();
  const [read, setRead] = useState<{ id: string; reading: Reading } | null>(null);
  useEffect(() => {
    if (id === null || !wanted || !online) return undefined;
    const left = new AbortController();
    void readLead(id, left.signal).then((reading) => {
      if (!left.signal.aborted) setRead({ id, reading });
    });
    return () => left.abort();
  }, [id, wanted, online]);
  if (read && read.id === id && (read.reading.kind === 'read' || online)) return read.reading;
  return online ? { kind: 'reading' } : { kind: 'offline' };
}

async function readLead(id: string, signal: AbortSignal): Promise<Reading> {
  try {
    return { kind: 'read', row: readLeadRow(await callAsPresent('get_lead', { lead_id: id }, signal)) };
  } catch (error) {
    logger.info('The lead could not be read', error);
    return { kind: 'failed' };
  }
}

interface Preview {
  id: string;
  /** Blocked teachers at the time when the preview was computed. */
  hidden: ReadonlySet<string>;
  matches: Analysis | null;
}

function usePreview(lead: CurrentLead | null, wanted: boolean, hidden: ReadonlySet<string>): Preview | null {
  const [preview, setPreview] = useState<Preview | null>(null);
  useEffect(() => {
    if (!lead || !wanted) return undefined;
    let left = false;
    void previewOf(lead).then((matches) => {
      if (!left) setPreview({ id: lead.id, hidden, matches });
    });
    return () => {
      left = true;
    };
  }, [lead, wanted, hidden]);
  // Drops a preview that recommends a teacher blocked since.
  const stands =
    preview?.id === lead?.id && (!preview?.matches || hiddenSides(preview.matches, hidden).length === 0);
  return stands ? preview : null;
}
