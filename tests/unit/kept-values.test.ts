/**
 * Invalid values under the app's own storage keys are ignored, whatever their shape: no reading
 * function throws.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unlockDrafts } from '@/auth/drafts/locked-drafts';
import { typedDraftsOf } from '@/auth/drafts/typed-drafts';
import { awaitedEmail } from '@/auth/entering/awaiting';
import { wayBack } from '@/auth/entering/way-back';
import { IDENTITY_KEY, readCached, setIdentity } from '@/auth/identity';
import { AWAITING_KEY, DRAFT_KEY } from '@/auth/leaving/forget';
import { readPushRecord } from '@/auth/push-record';
import { readSession, SESSION_KEY } from '@/auth/session/stored-session';
import { visitorPhone } from '@/auth/visitor-phone';
import { keptHidden } from '@/db/memory/catalog';
import { readRegistrationDraft } from '@/features/account/entering/registration-draft';
import { readCopy } from '@/features/account/own/data-file';
import { readProfileDraft } from '@/features/account/own/profile-draft';
import { readDraft as readBlogDraft } from '@/features/admin/blog/draft';
import { readDraft as readBulkDraft } from '@/features/admin/bulk/draft';
import { readKept as readAnswer } from '@/features/admin/core/kept';
import { keptDemand } from '@/features/alerts/demand';
import { keptWish } from '@/features/alerts/kept-wish';
import { visitorAlerts } from '@/features/alerts/visitor-alerts';
import { readKept as readArticle } from '@/features/blog/article-kept';
import { readPostDraft } from '@/features/community/post-draft';
import { readEvaluationDraft } from '@/features/evaluations/draft';
import { putOffUntil } from '@/features/evaluations/put-off';
import { readKept as readComments } from '@/features/evaluations/received-kept';
import { readOwnReceived } from '@/features/evaluations/received-own';
import { keptEvent } from '@/features/events/event-draft';
import { keptPartners } from '@/features/events/partner-queries';
import { visitorGoings } from '@/features/events/visitor-goings';
import { keptChanges } from '@/features/favourites/unstored-changes';
import { takeVisitorFavourite } from '@/features/favourites/visitor-favourite';
import { readRecord } from '@/features/install/record-store';
import { currentLead, idsFor, readDraft as readLeadDraft } from '@/features/leads/kept';
import { readRequestDraft } from '@/features/lessons/request-draft';
import { keptNote } from '@/features/notebook/draft';
import { playerChoice } from '@/features/steps/components/count-player';
import { OwnSupportKeeper } from '@/features/supporters/own-support';
import { keptAddress } from '@/features/teachers/former-address';
import { lastStyle } from '@/features/teachers/search/last-search';
import { readTalks } from '@/features/teachers/talks';
import { readCelebrated } from '@/lib/celebrated';
import { readThemeChoice } from '@/lib/colour-theme';
import { readLowDataChoice } from '@/lib/low-data';
import { deviceAt } from '@/outbox/device';
import { presentVisitor } from '@/outbox/visibility';
import { readMyCity } from '@/reads/my-city';
import { isAdvised } from '@/ui/contact/person-contact';

const ME = '8f7c1c1e-0000-4000-8000-000000000001';
const DRAFT = 'danceflix_private_draft_';

/** Every key that holds a value, its reader, and the reader's result for a missing value. */
const READERS: [key: string, read: () => unknown, nothing: unknown][] = [
  [IDENTITY_KEY, readCached, null],
  [SESSION_KEY, readSession, null],
  [DRAFT_KEY, readRegistrationDraft, null],
  [AWAITING_KEY, awaitedEmail, null],
  ['danceflix_private_push', () => readPushRecord(ME), null],
  ['danceflix_private_hidden_teachers', () => [...keptHidden()], []],
  ['danceflix_private_advised', () => isAdvised('t'), false],
  ['danceflix_private_support', () => new OwnSupportKeeper().of(ME), null],
  ['danceflix_alerts', visitorAlerts, []],
  ['danceflix_alert_wish', keptWish, null],
  ['danceflix_device_x', () => deviceAt('x').read(), null],
  ['danceflix_phone', () => visitorPhone.read(), null],
  ['danceflix_private_demand', () => keptDemand(ME), null],
  ['danceflix_private_received', () => readOwnReceived(ME), null],
  ['danceflix_private_evaluations_put_off', () => [...putOffUntil(Date.now())], []],
  ['danceflix_celebrated', readCelebrated, []],
  ['danceflix_count_player', () => playerChoice.read(), null],
  [keptPartners(ME).key, () => keptPartners(ME).read(), null],
  ['danceflix_goings', () => [...visitorGoings()], []],
  [`${DRAFT}event_${ME}_new`, () => keptEvent(ME, 'new').read(), null],
  [`${DRAFT}note_${ME}_l_notes`, () => keptNote(ME, 'l', 'notes').read(), null],
  ['danceflix_private_lead', currentLead, null],
  ['danceflix_private_lead_draft', readLeadDraft, { nome: '', cidade: '', estilo: '', objetivos: '' }],
  [`danceflix_private_admin_${ME}_list`, () => readAnswer('list'), null],
  [`${DRAFT}profile_${ME}`, () => readProfileDraft(ME), null],
  [`${DRAFT}request_${ME}_t`, () => readRequestDraft(ME, 't'), null],
  [`${DRAFT}request_visitor_t`, () => readRequestDraft(null, 't'), null],
  ['danceflix_private_way_back', wayBack, null],
  [`${DRAFT}evaluation_${ME}_r`, () => readEvaluationDraft(ME, 'r'), null],
  [`${DRAFT}blog_${ME}_new`, () => readBlogDraft('new'), null],
  [`${DRAFT}bulk_${ME}`, readBulkDraft, null],
  [`${DRAFT}tap_${ME}_t`, () => keptChanges(ME), []],
  ['danceflix_private_my_data', readCopy, null],
  ['danceflix_favourite_wish', () => takeVisitorFavourite(Date.now()), null],
  ['danceflix_cache_articles', () => readArticle('a'), null],
  ['danceflix_cache_evaluations', () => readComments('p', ''), null],
  ['danceflix_low_data', readLowDataChoice, null],
  ['danceflix_private_city', readMyCity, null],
  ['danceflix_private_style', lastStyle, ''],
  ['danceflix_private_talks', readTalks, []],
  ['danceflix_former_addresses', () => keptAddress('x'), null],
  ['danceflix_theme', readThemeChoice, null],
];

const RUBBISH = [
  'null',
  '0',
  '"x"',
  '[]',
  '{}',
  '[null]',
  'true',
  '1e999',
  '{"a":{"b":[1]}}',
  '',
  'undefined',
  '{"version":1,"articles":[null,{"slug":"a","title":"A","category":{"slug":"c"},"body":null}]}',
  '{"version":1,"teachers":[null,{"personId":"p","page":{"items":[null],"pages":1,"total":1}}]}',
  `{"userId":"${ME}","items":[null],"tier":5,"readAt":1e999,"askedAt":"x","at":1e300,"value":1}`,
  '{"savedAt":1e999,"draft":null,"at":1e999}',
  '{"edits":{"name":5,"styleIds":[1]},"baseVersion":"1"}',
];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  setIdentity({
    userId: ME,
    email: 'a@b.test',
    role: 'student',
    name: 'Ana',
    imageUrl: null,
    state: 'active',
    termsDue: null,
  });
});
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test.each(READERS)('%s: invalid data counts as missing', (key, read, nothing) => {
  for (const text of RUBBISH) {
    localStorage.setItem(key, text);
    expect(read(), text).toEqual(nothing);
  }
  fc.assert(
    fc.property(fc.json(), (text) => {
      localStorage.setItem(key, text);
      expect(read).not.toThrow();
    }),
    { numRuns: 100 },
  );
});

test('a reader with a default returns a valid one for invalid data', async () => {
  const draft = { nome: 'Ana', cidade: '', estilo: '', objetivos: '' };
  const text = JSON.stringify(draft);
  for (const kept of [
    ...RUBBISH,
    JSON.stringify({ text, ids: 5 }),
    JSON.stringify({ text, ids: { id: 1 } }),
  ]) {
    for (const key of ['danceflix_install', 'danceflix_private_lead_sending', `${DRAFT}post_${ME}`]) {
      localStorage.setItem(key, kept);
    }
    expect(readRecord()).toMatchObject({ refusals: 0, installed: false });
    expect(Object.values(idsFor(draft)).every((id) => /^[0-9a-f-]{36}$/.test(id))).toBe(true);
    expect(typeof (readPostDraft(ME, null)?.text ?? '')).toBe('string');
    expect(() => typedDraftsOf(ME)).not.toThrow();
    expect(() => presentVisitor()).not.toThrow();
  }
});

test('locked drafts restore nothing but drafts', async () => {
  const { personKey } = await import('@/lib/private-storage');
  const name = `danceflix_locked_${await personKey(ME)}`;
  for (const kept of [...RUBBISH, JSON.stringify({ danceflix_session: 'x', [`${DRAFT}note_{self}`]: 5 })]) {
    localStorage.setItem(name, kept);
    const others = { ...localStorage };
    await unlockDrafts(ME);
    delete others[name];
    expect({ ...localStorage }).toEqual(others);
  }
});

test('a page opens whatever is stored as scroll positions', async () => {
  for (const kept of RUBBISH) {
    sessionStorage.setItem('danceflix:scroll', kept);
    vi.resetModules();
    const { keepScroll, restoreScroll } = await import('@/app/router/scroll-memory');
    expect(() => restoreScroll('default')()).not.toThrow();
    expect(() => keepScroll('default')()).not.toThrow();
  }
});

/** Modules that delete all keys of a person, and must notice a browser's refusal. */
const SWEEPERS = ['src/lib/followed-draft.ts', 'src/auth/drafts/locked-drafts.ts'];

test('[T105] nothing but lib/stored.ts reads and writes the storages of the browser', () => {
  const others = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /\b(local|session)Storage(\??\.\w|\[|\))/.test(readFileSync(file, 'utf8')));
  expect(others.filter((file) => file !== 'src/lib/stored.ts' && !SWEEPERS.includes(file))).toEqual([]);
});

test('a storage that throws at every access reads as empty, and nothing throws', () => {
  const closed = new Proxy({} as Storage, {
    get: () => () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
    ownKeys: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  vi.stubGlobal('localStorage', closed);
  vi.stubGlobal('sessionStorage', closed);
  try {
    for (const [key, read, nothing] of READERS) expect(read(), key).toEqual(nothing);
    expect(readRecord()).toMatchObject({ refusals: 0 });
    expect(readPostDraft(ME, null)).toBeNull();
  } finally {
    vi.unstubAllGlobals();
  }
});
