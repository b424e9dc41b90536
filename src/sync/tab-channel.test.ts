import { expect, test } from 'vitest';
import { TabChannel } from './tab-channel';

/** A tab that pulls until the test ends the pull; without the lock it does not pull. */
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

test('a tab asks the one that pulls, and learns when the pull has ended', async () => {
  const [puller, asking] = [tab(true), tab(false)];
  const answer = asking.channel.askToPull('manual');
  await puller.wasAsked;
  puller.done();
  expect(await answer).toBe(true);
  puller.channel.close();
  asking.channel.close();
});

test('a closed channel neither asks nor answers, and no call waits for it', async () => {
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
