import { expect, test } from 'vitest';
import { TabChannel } from './tab-channel';

/** A tab that pulls until it is told that it is done; without the lock it pulls nothing. */
function tab(holdsLock: boolean) {
  let asked: () => void = () => undefined;
  const wasAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  let done: () => void = () => undefined;
  const pull = new Promise<void>((resolve) => {
    done = resolve;
  });
  const statuses: string[] = [];
  const channel = new TabChannel({
    pull: () => {
      asked();
      return holdsLock ? pull : null;
    },
    status: (name) => statuses.push(name),
  });
  return { channel, wasAsked, done, statuses };
}

test('the tab that pulls is asked, and heard when it is done', async () => {
  const [puller, asking] = [tab(true), tab(false)];
  const answer = asking.channel.askToPull('manual');
  await puller.wasAsked;
  puller.done();
  expect(await answer).toBe(true);
  puller.channel.close();
  asking.channel.close();
});

test('closed, it neither asks, nor tells, nor answers what it was asked before, and nobody waits for it', async () => {
  const [puller, asking] = [tab(true), tab(false)];
  const answer = asking.channel.askToPull('manual');
  await puller.wasAsked;
  puller.channel.close();
  puller.done();
  const told = { state: 'ready', received: 0, total: null, pulledAt: null, unread: 0, epoch: null } as const;
  puller.channel.tellStatus('cities', told);
  expect(await puller.channel.askToPull('manual')).toBe(false);
  asking.channel.close();
  expect(await answer).toBe(false);
  expect(asking.statuses).toEqual([]);
});
