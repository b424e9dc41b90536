import { beforeEach, expect, test } from 'vitest';
import { firstResultsPainted } from '@/app/start/after-paint';

const root = document.createElement('div');

beforeEach(() => {
  root.innerHTML = '';
  document.body.replaceChildren(root);
});

/** Whether `promise` is still pending once everything that could settle it has run. */
async function stillWaits(promise: Promise<void>): Promise<boolean> {
  const frames = new Promise<void>((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
  return Promise.race([promise.then(() => false), frames.then(() => true)]);
}

test('an empty page and a splash do not count as results', async () => {
  root.innerHTML = '<div class="start-splash" aria-busy="true"></div>';
  const painted = firstResultsPainted(root);
  expect(await stillWaits(painted)).toBe(true);
  root.innerHTML = '<main></main>';
  expect(await stillWaits(painted)).toBe(true);
  root.innerHTML = '<main><h1>Marina Couto</h1></main>';
  await painted;
});

test('waits for skeletons, including one that follows another', async () => {
  root.innerHTML = '<main><div aria-busy="true">Carregando</div></main>';
  const painted = firstResultsPainted(root);
  root.innerHTML = '<main><section>Busca</section></main>';
  root.innerHTML = '<main><section aria-busy="true">Busca</section></main>';
  expect(await stillWaits(painted)).toBe(true);
  root.querySelector('section')?.removeAttribute('aria-busy');
  await painted;
});
