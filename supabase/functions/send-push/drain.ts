/** One run over the queues: claims due pushes in batches, sends each batch and reports its results before the next. */
import { NoAccess } from './account.ts';
import type { Fcm } from './fcm.ts';
import { messageFor } from './message.ts';
import type { Claimed, PushStore, Result } from './store.ts';

/** Milliseconds; runtimes end a function after 30 s or more. */
const DRAIN_PATIENCE = 20_000;
/** Seconds; longer than any run, so that no other run claims the same pushes meanwhile. */
const LEASE = 120;
const AT_ONCE = 8;
const PER_PART = 20;
/** Seconds to pause without an access token: short after a timeout, longer when the key must be fixed first. */
const PAUSE = { late: 30, refused: 300 };

export interface Counts {
  taken: number;
  sent: number;
  dead: number;
  refused: number;
  retry: number;
  given_up: number;
  switched_off: number;
  /** Seconds for which sending is paused, as FCM asked. */
  paused: number;
}

/** Drains one queue after the other; a pause that FCM asks for holds for both. */
export async function drain(stores: readonly PushStore[], fcm: Fcm): Promise<Counts> {
  const counts: Counts = {
    taken: 0,
    sent: 0,
    dead: 0,
    refused: 0,
    retry: 0,
    given_up: 0,
    switched_off: 0,
    paused: 0,
  };
  const deadline = AbortSignal.timeout(DRAIN_PATIENCE);
  for (const store of stores) {
    while (!deadline.aborted && counts.paused === 0) {
      const part = await store.claim(PER_PART, LEASE);
      if (part.taken === 0) break;
      const { results, pause } = await sendAll(part.messages, fcm, deadline);
      const { switched_off } = await reported(() => store.finish(part.lease, results, pause));
      counts.taken += part.taken;
      for (const { outcome } of results) counts[outcome] += 1;
      counts.switched_off += switched_off;
      counts.paused = pause;
    }
  }
  return counts;
}

/** Retries the report, because an unreported push would be sent twice. */
async function reported<T>(report: () => Promise<T>): Promise<T> {
  for (const wait of [200, 1000]) {
    try {
      return await report();
    } catch (error) {
      console.warn('send-push: the results could not be reported yet:', String(error));
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return report();
}

/** Sends a few at a time. Pushes missing in the results were not tried. */
async function sendAll(
  messages: readonly Claimed[],
  fcm: Fcm,
  deadline: AbortSignal,
): Promise<{ results: Result[]; pause: number }> {
  const tasks = messages.flatMap((message) => message.phones.map((phone) => ({ message, phone })));
  const results: Result[] = [];
  let pause = 0;
  const worker = async () => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      if (deadline.aborted || pause > 0) return;
      const { message, phone } = task;
      const verdict = await verdictFor(fcm, message, phone.token, deadline);
      if (verdict.kind === 'pause') {
        console.warn(`send-push: sending is paused for ${verdict.seconds} s: ${verdict.reason}`);
        pause = Math.max(pause, verdict.seconds);
        return;
      }
      results.push({
        notification_id: message.notification_id,
        subscription_id: phone.subscription_id,
        outcome: verdict.kind,
        reason: verdict.kind === 'sent' ? null : verdict.reason,
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { results, pause };
}

async function verdictFor(fcm: Fcm, message: Claimed, token: string, deadline: AbortSignal) {
  try {
    return await fcm.send(messageFor(message, token), deadline);
  } catch (error) {
    if (!(error instanceof NoAccess)) throw error;
    const seconds = error.isRefusal ? PAUSE.refused : PAUSE.late;
    return { kind: 'pause', reason: error.message, seconds } as const;
  }
}
