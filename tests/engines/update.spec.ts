import { ensureBuild } from '../../scripts/build-once';
import { nextRelease } from '../support/release';
import { StaticHost } from '../support/static-host';
import type { Tab } from './engine';
import { expect, test } from './test';
import { settled, visit } from './walk';

test('a new release reaches every open tab by itself, stays, and opens without a network', async ({
  phone,
}) => {
  const dist = await ensureBuild();
  const host = await StaticHost.start(dist);
  const next = await nextRelease(dist, 'B');
  try {
    const one = await phone.open();
    await one.goto(host.url);
    await expect.poll(() => one.run(controllerState)).toBe('activated');
    await settled(one);
    const other = await phone.newTab();
    await visit(other, `${host.url}/search`);
    expect(await other.run(controllerState)).toBe('activated');
    expect([await build(one), await build(other)]).not.toContain(next.build);

    host.deploy(next.folder);
    await one.run(lookForUpdate);
    for (const tab of [one, other]) await expect.poll(() => build(tab)).toBe(next.build);
    for (const tab of [one, other]) await settled(tab);
    const loaded = [await one.run(loadedAt), await other.run(loadedAt)];
    await one.run(lookForUpdate);
    await settled(one);
    expect([await one.run(loadedAt), await other.run(loadedAt)]).toEqual(loaded);

    await host.stop();
    await other.reload();
    await expect.poll(() => other.texts({ role: 'heading', level: 1 })).toHaveLength(1);
    expect(await build(other)).toBe(next.build);
  } finally {
    await host.stop();
    await next.remove();
  }
});

const build = (tab: Tab) =>
  tab.run(() => document.querySelector<HTMLMetaElement>('meta[name="danceflix-build"]')?.content);

/** Runs in the page. */
const controllerState = () => navigator.serviceWorker.controller?.state;

/** Runs in the page. Checks for an update as a browser does once a day. */
const lookForUpdate = async (): Promise<void> => {
  await (await navigator.serviceWorker.ready).update();
};

/** Runs in the page. */
const loadedAt = () => performance.timeOrigin;
