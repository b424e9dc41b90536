/**
 * Every validator of data from outside in the app, with its inputs. Validators are found by their
 * names and compared with the sources (validators.test.ts): one that is new and missing here fails
 * the test.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { COLLECTIONS, PRIVATE_COLLECTIONS } from '@/db/rows/collections';
import { fold } from '@/lib/text';
import { anyValue, hostileText, hostileValue, wellFormed } from './support/hostile.ts';
import {
  address,
  args,
  contentRow,
  type Entry,
  fields,
  isInside,
  isShort,
  isVerdict,
  leadsTo,
  lists,
  maybe,
  ORIGIN,
  ofContent,
  phone,
  profile,
  refusing,
  registration,
  remote,
  stored,
  text,
  typed,
  value,
} from './support/judges.ts';

export const VALIDATORS: Record<string, Entry> = {
  'scripts/client-env.ts#clientEnvProblems': {
    with: args(
      fc.dictionary(
        fc.constantFrom('VITE_SUPABASE_URL', 'VITE_SITE_URL', 'VITE_FIREBASE_APP_ID'),
        hostileText,
      ),
    ),
  },
  'src/auth/account.ts#toIdentity': typed,
  'src/auth/account.ts#toRole': value({
    holds: (answer) => expect(['student', 'teacher', null]).toContain(answer),
  }),
  'src/auth/session/stored-picture.ts#readStoredPicture': remote,
  'supabase/functions/_shared/pictures/read-picture.ts#readPicture': {
    with: args(fc.uint8Array({ maxLength: 200 })),
  },
  'src/auth/entering/arrival.ts#arrivedLink': { apart: 'gives back what parseArrival has judged' },
  'src/auth/entering/arrival.ts#dropLink': { apart: 'takes nothing' },
  'src/auth/entering/arrival.ts#parseArrival': text(),
  'src/auth/entering/enter.ts#enterWithLink': remote,
  'src/auth/leaving/gone.ts#readGone': stored,
  'src/auth/identity.ts#readCached': stored,
  'src/auth/push-record.ts#readPushRecord': stored,
  'src/auth/visitor-phone.ts#phoneSecret': stored,
  'src/auth/entering/recovery.ts#checkRecovery': remote,
  'src/auth/entering/redirect.ts#safeRedirect': {
    with: args(fc.oneof(hostileText, fc.constantFrom(null, undefined))),
    holds: isInside,
  },
  'src/auth/session/refresh.ts#toSession': {
    with: args(
      fc.oneof(
        fc.object(),
        fc.dictionary(fc.constantFrom('access_token', 'refresh_token', 'expires_in', 'user'), hostileValue),
      ),
    ),
  },
  'src/auth/entering/registration.ts#readMetadata': value(),
  'src/auth/entering/registration.ts#toKnown': value(),
  'src/auth/entering/registration.ts#toPayload': typed,
  'src/auth/session/stored-session.ts#readSession': stored,
  'src/app/layouts/sidebar-state.ts#readSidebar': text(),
  'src/db/rows/content-order.ts#isId': text(),
  'src/db/lessons/lesson-rules.ts#toAct': typed,
  'src/lib/brazil/municipalities.ts#parseMunicipalities': {
    apart: 'takes a file of the build, which municipalities.test.ts cuts',
  },
  'src/lib/wall-time.ts#phoneZone': { apart: 'takes nothing' },
  'src/outbox/commands/lesson-parts.ts#lessonEditPath': typed,
  'src/db/memory/private-rows.ts#readPrivateRows': typed,
  'src/db/rows/checks.ts#checkOf': { apart: 'looks among checks that checksFrom has read' },
  'src/db/storage/documents.ts#toRow': {
    apart: 'takes a document of the own store, whose rows readPage or readHint has read',
  },
  'src/db/storage/documents.ts#toDocument': { apart: 'takes rows that readPage or readHint has read' },
  'src/db/search/search-record.ts#folderOf': {
    apart: 'takes an id of a record that isSearchRecord has judged',
  },
  'src/db/storage/blocks.ts#readBlock': {
    apart: 'takes a block of the own store, which lost-rows.test.ts damages at random',
  },
  'src/db/storage/pull-page.ts#readRow': {
    with: args<unknown>(fc.constantFrom(...COLLECTIONS), anyValue),
    refusesWith: 'TypeError',
  },
  'src/db/storage/pull-page.ts#readHint': {
    with: args<unknown>(
      fc.constantFrom(...COLLECTIONS),
      fc.oneof(
        anyValue,
        fc.record(
          {
            epoch: hostileText,
            rows: fc.array(hostileValue),
            after: hostileValue,
            checkpoint: hostileValue,
          },
          { requiredKeys: ['epoch', 'rows'] },
        ),
      ),
    ),
  },
  'src/features/invitations/open-invitation.ts#readInvitation': remote,
  'src/features/landing/places.ts#lessonsPath': { apart: 'takes names of the lists of styles and cities' },
  'src/features/lessons/components/guardian-field.tsx#guardianError': typed,
  'src/features/teachers/talks.ts#readTalks': stored,
  'supabase/functions/_shared/search-file/format.ts#readSection': value({ refusesWith: 'TypeError' }),
  'supabase/functions/_shared/search-file/format.ts#readNewest': value({ refusesWith: 'TypeError' }),
  'src/db/storage/pull-page.ts#readPage': {
    with: args<unknown>(
      fc.constantFrom(...COLLECTIONS, ...PRIVATE_COLLECTIONS),
      fc.oneof(
        anyValue,
        fc.record(
          {
            epoch: hostileText,
            done: fc.boolean(),
            checkpoint: hostileValue,
            rows: fc.array(hostileValue),
            total: hostileValue,
          },
          { requiredKeys: ['epoch', 'done', 'rows'] },
        ),
      ),
    ),
    refusesWith: 'TypeError',
  },
  'src/db/rows/wish-fields.ts#readWish': value(),
  'src/db/rows/wish-fields.ts#typedWish': typed,
  'src/lib/stored.ts#readText': typed,
  'src/lib/celebrated.ts#readCelebrated': stored,
  'src/lib/colour-theme.ts#readThemeChoice': stored,
  'src/lib/low-data.ts#readLowDataChoice': typed,
  'src/reads/my-city.ts#readMyCity': stored,
  'src/features/share/read-picture.ts#readPicture': { apart: 'fetches a picture; it checks nothing itself' },
  'src/features/account/own/data-file.ts#readCopy': typed,
  'src/sync/worker-link.ts#openWorkerLink': typed,
  'src/db/search/search-record.ts#isSearchRecord': value(),
  'src/db/search/keep-record.ts#readSummary': {
    apart: 'opens IndexedDB; only its build is trusted, where the page has read that record',
  },
  'src/db/search/search-record-store.ts#readRecord': {
    apart: 'opens IndexedDB; what it finds goes to isSearchRecord',
  },
  'src/db/search/to-entry.ts#toEntry': typed,
  'src/features/account/notifications/read-notifications.ts#readNotifications': typed,
  'src/features/account/own/profile-draft.ts#readProfileDraft': stored,
  'src/features/account/own/profile-values.ts#checkProfile': {
    with: args<unknown>(profile, fc.constantFrom('student', 'teacher', 'admin')),
    holds: (answer) => Object.values(answer as object).forEach(isShort),
  },
  'src/features/account/own/profile-values.ts#instagramHandle': text(),
  'src/features/account/fields/phone-number.ts#formatPhone': { with: phone },
  'src/features/account/fields/phone-number.ts#fromWhatsapp': maybe(),
  'src/features/account/fields/phone-number.ts#readPhone': {
    with: phone,
    holds: (answer) => {
      const { kind, country, national } = answer as { kind: string; country?: string; national?: string };
      if (kind === 'number') expect(`+${country}${national}`).toMatch(/^\+\d{7,15}$/);
    },
  },
  'src/features/account/fields/phone-number.ts#phoneError': { with: phone, ...isVerdict },
  'src/features/account/fields/phone-number.ts#toWhatsapp': { with: phone },
  'src/features/account/entering/registration-draft.ts#readRegistrationDraft': stored,
  'src/features/account/rows.ts#toColumns': typed,
  'src/features/account/rows.ts#toField': maybe(),
  'src/features/account/rows.ts#toNotification': typed,
  'src/features/account/rows.ts#toProfile': typed,
  'src/features/account/validation.ts#confirmationError': {
    with: args(hostileText, hostileText),
    ...isVerdict,
  },
  'src/features/account/validation.ts#emailError': text(isVerdict),
  'src/features/account/validation.ts#forgotError': text(isVerdict),
  'src/features/account/validation.ts#isEmail': text(),
  'src/features/account/validation.ts#nameError': text(isVerdict),
  'src/features/account/validation.ts#validateLogin': { with: args(fields('email password')) },
  'src/features/account/validation.ts#validateRegister': { with: args<unknown>(registration, fc.boolean()) },
  'src/features/admin/blog/draft.ts#readDraft': stored,
  'src/features/admin/blog/post.ts#postErrors': {
    with: args(fields('title slug category_id excerpt author_name cover_url cover_alt published_at')),
  },
  'src/features/admin/blog/post.ts#readPost': refusing,
  'src/features/admin/blog/post.ts#slugError': text(isVerdict),
  'src/lib/slug.ts#slugOf': {
    with: args<unknown>(hostileText, fc.integer({ min: 1, max: 90 })),
    holds: (answer) => expect(answer).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/),
  },
  'src/features/admin/bulk/bulk.ts#readBulk': refusing,
  'src/features/admin/bulk/bulk.ts#readReach': refusing,
  'src/features/admin/bulk/draft.ts#readDraft': stored,
  'src/features/admin/bulk/message.ts#messageErrors': {
    with: args<unknown>(
      fields('title body url role city_id dance_style_id'),
      fc.constant(['/', '/teachers/:slug']),
    ),
  },
  'src/features/admin/bulk/message.ts#sitePath': {
    with: args<unknown>(address, fc.constant(ORIGIN), fc.constant(['/', '/*'])),
    holds: isInside,
  },
  'src/features/admin/core/labels.ts#fromField': text(),
  'src/features/admin/core/labels.ts#toField': maybe(),
  'src/features/admin/core/kept.ts#readKept': stored,
  'src/features/admin/core/numbers.ts#amountError': text(isVerdict),
  'src/features/admin/core/numbers.ts#emailError': text(isVerdict),
  'src/features/admin/core/numbers.ts#httpsError': text({
    holds: (answer, [given]) => {
      isShort(answer);
      if (answer === null && URL.canParse(String(given)))
        expect(new URL(String(given)).protocol).toBe('https:');
    },
  }),
  'src/features/admin/core/numbers.ts#parseAmount': text({
    holds: (answer) => expect(answer === null || Number(answer) >= 0).toBe(true),
  }),
  'src/features/admin/core/numbers.ts#wholeError': text(isVerdict),
  'src/features/admin/dashboard/figures.ts#readFigures': refusing,
  'src/features/admin/invitations/invitation-file.ts#nameError': text(isVerdict),
  'src/features/admin/invitations/invitation-file.ts#readEntry': {
    with: args(fc.record({ name: hostileText, email: hostileText, phone: hostileText })),
    holds: (answer) => {
      const { entry, problem } = answer as { entry: unknown; problem: string | null };
      expect(entry === null).toBe(problem !== null);
    },
  },
  'src/features/admin/invitations/invitation-file.ts#readInvitations': {
    with: args<unknown>(
      hostileText.map((cell) => `nome;email;telefone;cidade;estilos\n${cell}`),
      fc.constant({ cities: [], styles: [] }),
    ),
  },
  'src/features/admin/invitations/invitations.ts#invitationLink': {
    apart: 'takes a token that the server made',
  },
  'src/features/admin/people/teacher.ts#readTeacher': refusing,
  'src/features/admin/programmes/import-file.ts#readImport': {
    with: args(hostileText.map((cell) => `email;tier\n${cell}`)),
  },
  'src/features/admin/table/csv.ts#csvCell': {
    with: args(
      fc.oneof<fc.Arbitrary<unknown>[]>(
        hostileText,
        fc.double(),
        fc.constantFrom(true, false, null, undefined),
      ),
    ),
    holds: (answer, [given]) => {
      if (typeof given === 'string') expect(answer).not.toMatch(/^"\s*[=+\-@|%＝＋－＠]/);
    },
  },
  'src/features/admin/table/csv.ts#csvFileText': {
    with: args(fc.uint8Array({ maxLength: 40 }).map((bytes) => new Uint8Array(bytes).buffer)),
  },
  'src/features/admin/table/csv.ts#csvText': { with: args<unknown>(lists, fc.array(lists)) },
  'src/features/admin/table/csv.ts#parseCsv': text(),
  'src/features/blog/article-kept.ts#readKept': stored,
  'src/features/blog/prerender-source.ts#articlePath': {
    with: args(fields('slug').map(({ slug }) => ({ slug: wellFormed(String(slug)) }))),
    holds: isInside,
  },
  'src/features/blog/schema.ts#parsePost': ofContent,
  'src/features/blog/schema.ts#readArticle': value({ refusesWith: 'TypeError' }),
  'src/features/community/post-draft.ts#readPostDraft': stored,
  'src/features/community/schema.ts#parsePost': ofContent,
  'src/features/dancers/queries.ts#parseDancer': ofContent,
  'src/features/dancers/schema.ts#dancerPath': typed,
  'src/features/dancers/schema.ts#toDancer': typed,
  'src/features/evaluations/draft.ts#readEvaluationDraft': stored,
  'src/features/evaluations/received-kept.ts#readKept': stored,
  'src/features/evaluations/received-own.ts#readOwnReceived': stored,
  'src/features/alerts/demand.ts#readDemand': value({ refusesWith: 'TypeError' }),
  'src/features/evaluations/received.ts#readReceivedPage': value({ refusesWith: 'TypeError' }),
  'src/lib/calendar-file.ts#escapeText': text({
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    holds: (answer) => expect(answer).not.toMatch(/[\r\n\u0000-\u0008]/),
  }),
  'src/lib/calendar-file.ts#foldLine': text(),
  'src/lib/calendar-file.ts#googleCalendarLink': {
    apart: 'takes what the phone made; calendar-file.test.ts',
  },
  'src/features/events/event-draft.ts#checkEvent': {
    with: args<unknown>(
      fc.record({
        ...Object.fromEntries(
          [
            'title',
            'cityId',
            'venue',
            'starts',
            'ends',
            'until',
            'price',
            'url',
            'description',
            'organiser',
          ].map((name) => [name, hostileText]),
        ),
        weekly: fc.boolean(),
      }),
      fc.constant(1_795_000_000_000),
    ),
    holds: (answer) => Object.values(answer as object).forEach(isShort),
  },
  'src/features/events/partners.ts#readPartners': value({ refusesWith: 'TypeError' }),
  'src/features/events/schema.ts#parseEvent': ofContent,
  'src/features/faq/entries.ts#slugOf': text(),
  'src/features/install/record-store.ts#readRecord': stored,
  'src/features/install/way.ts#intentLink': { with: args(fc.webUrl()) },
  'src/features/landing/places.ts#landingPath': typed,
  'src/features/leads/fallback.ts#fallbackPath': remote,
  'src/features/leads/kept.ts#readDraft': stored,
  'src/features/leads/schema.ts#leadErrors': { with: args(fields('nome cidade estilo objetivos')) },
  'src/features/leads/schema.ts#readAnalysis': value(),
  'src/features/leads/current-lead.ts#readCurrentLead': value(),
  'src/features/leads/schema.ts#readLeadRow': refusing,
  'src/features/lessons/request-draft.ts#readRequestDraft': stored,
  'src/lib/qr.ts#qrPath': typed,
  'src/features/share/shared-link.ts#sharedLink': {
    with: args<unknown>(fc.record({ url: address, text: address, title: address }), fc.constant([ORIGIN])),
    holds: (answer) => isInside((answer as { path?: string }).path ?? null),
  },
  'src/features/steps/schema.ts#parseStep': ofContent,
  'src/features/supporters/schema.ts#isSupporterTier': value(),
  'src/features/supporters/schema.ts#parseSponsor': ofContent,
  'src/features/supporters/schema.ts#parseSupporter': ofContent,
  'src/features/supporters/schema.ts#parseTier': ofContent,
  'src/features/teachers/cards/teacher-path.ts#teacherPath': typed,
  'src/lib/text.ts#foldName': text({
    holds: (answer, [given]) => expect(answer).toBe(fold(String(given))),
  }),
  'src/features/teachers/search-local.ts#toCard': typed,
  'src/features/teachers/to-teacher.ts#toTeacher': typed,
  'src/features/teachers/read-listing.ts#readListing': {
    with: args(
      fc.dictionary(fc.constantFrom('style_ids', 'modalidades_aula', 'rating_average', 'id'), anyValue),
    ),
  },
  'src/lib/images.ts#imageUrl': { with: args<unknown>(address, fc.constant({ width: 10, height: 10 })) },
  'src/lib/inside-path.ts#insidePath': {
    with: args(fc.oneof(hostileText, address, fc.constantFrom(null, undefined))),
    holds: isInside,
  },
  'src/lib/video-url.ts#parsedUrl': text({
    holds: (answer) => expect(answer === null || answer instanceof URL).toBe(true),
  }),
  'src/lib/phone.ts#chatShareLink': text(leadsTo('wa.me')),
  'src/lib/phone.ts#instagramLink': maybe(leadsTo('www.instagram.com')),
  'src/lib/canonical-path.ts#canonicalPath': text({
    holds: (answer, [given]) => {
      if (answer !== given) expect(String(answer)).toMatch(/^\/(?!\/)/);
    },
  }),
  'src/lib/phone.ts#phoneText': maybe(),
  'src/lib/phone.ts#teamLink': text(leadsTo('wa.me')),
  'src/lib/stored.ts#readStored': {
    with: args<unknown>(
      fc.constantFrom('localStorage', 'sessionStorage'),
      hostileText,
      fc.constant((kept: unknown) => kept),
    ),
  },
  'src/lib/typed-text.ts#foldEmail': text({
    holds: (answer) => expect(answer).not.toMatch(/\p{Cc}|\p{Cf}/u),
  }),
  'src/lib/typed-text.ts#foldName': text({ holds: (answer) => expect(answer).toBe(String(answer).trim()) }),
  'src/lib/typed-text.ts#textError': text(isVerdict),
  'src/outbox/read-command.ts#readCommand': {
    with: args(
      fc.record({
        id: fc.uuid(),
        kind: fc.constantFrom('profile.update', 'lesson_request.create', 'favourite.set', 'later.kind'),
        version: fc.constantFrom(1, 2),
        payload: anyValue,
      }),
    ),
    holds: (answer) => expect(['unknown', 'profile.update']).toContain((answer as { kind: string }).kind),
  },
  'src/outbox/delivery.ts#readReceipt': {
    with: args<unknown>(
      hostileText,
      fc.record({
        kind: fc.constantFrom('answer', 'network'),
        status: fc.constantFrom(200, 404),
        body: anyValue,
      }),
    ),
    holds: (answer) => expect(['known', 'missing', 'unsaid']).toContain((answer as { kind: string }).kind),
  },
  'src/outbox/restored.ts#checkReceipts': remote,
  'src/lib/phone.ts#whatsappLink': {
    with: args<unknown>(
      fc.oneof(hostileText, fc.stringMatching(/^\+\d{10,13}$/), fc.constant(null)),
      hostileText,
    ),
    ...leadsTo('wa.me'),
  },
  'src/lib/picture-sizes.ts#readSizedName': {
    with: args(
      fc
        .tuple(hostileText, fc.constantFrom('-t.webp', '-c.jpg', '-p.webp', '-x.webp', '-t.svg', ''))
        .map(([id, ending]) => `${id}${ending}`),
    ),
    holds: (answer, [name]) => {
      if (answer === null) return;
      const sized = answer as { size: 'thumbnail' | 'card' | 'page'; in(size: string): string };
      expect(sized.in(sized.size)).toBe(name);
    },
  },
  'src/lib/text.ts#fold': text({
    holds: (answer, [given]) =>
      expect(String(answer).length).toBeLessThanOrEqual(String(given).length * 4 + 4),
  }),
  'src/lib/token-mirror.ts#readMirror': {
    apart: 'opens IndexedDB; tests/sync reads it with what others stored',
  },
  'src/lib/data-use.ts#readDataUse': { apart: 'asks the worker' },
  'src/lib/video-embed.ts#videoOf': {
    with: args(
      fc.oneof(
        address,
        hostileText.map((id) => `https://youtu.be/${id}`),
        hostileText.map((id) => `https://www.youtube.com/watch?v=${id}`),
      ),
    ),
    holds: (answer) => {
      const { embed, page } = (answer ?? {}) as { embed?: string | null; page?: string };
      if (embed) expect(['www.youtube-nocookie.com', 'www.instagram.com']).toContain(new URL(embed).host);
      if (page) expect(new URL(page).protocol).toBe('https:');
    },
  },
  'src/lib/video-url.ts#videoUrlError': { with: args(fc.oneof(hostileText, address)), ...isVerdict },
  'src/lib/worker-messages.ts#readWorkerMessage': value(),
  'src/reads/use-content.ts#parseContent': {
    with: args<unknown>(
      fc.array(contentRow, { maxLength: 3 }),
      fc.constant(() => {
        throw new TypeError('no such row');
      }),
    ),
    holds: (answer) => expect(answer).toEqual([]),
  },
  'src/ui/rich-text/rules.ts#isOwnPicture': value(),
  'src/ui/rich-text/rules.ts#isSafeLink': value(),
  'supabase/hosting/html.ts#escapeHtml': text({ holds: (answer) => expect(answer).not.toMatch(/[<>"']/) }),
  'supabase/functions/_shared/matching/match.ts#toMatch': typed,
  'supabase/functions/send-push/account.ts#parseAccount': { apart: 'reads a secret, in another runtime' },
  'sw/push-payload.ts#readPush': {
    with: args<unknown>(
      fc.oneof(
        hostileText,
        fc
          .record({ data: fc.record({ url: address, title: hostileValue, body: hostileValue }) })
          .map((data) => JSON.stringify(data)),
        fc.constant(null),
      ),
      fc.constant(ORIGIN),
    ),
    holds: (answer) => isInside((answer as { url: string | null }).url),
  },
};
