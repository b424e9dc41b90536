/**
 * The claims ledger: facts that the product's pages state, each with the tests that make it true. `sentences.tsv` names
 * the claims of every sentence. A sentence without a line, or a claim without an existing test, fails (ledger.test.ts).
 * The tests themselves run with their suites.
 */

/** Path of a test file and the title of a test in it, or a part of the title. */
export type Check = readonly [file: string, title: string];

const DATABASE = 'tests/database';
const E2E = 'tests/e2e';
const SEALED = `${DATABASE}/lessons/sealed-evaluations.test.ts`;
const LEADS = `${DATABASE}/lessons/leads.test.ts`;
const TIDY = `${DATABASE}/accounts/tidy-up.test.ts`;
const PROFILES = `${DATABASE}/accounts/accounts-profile.test.ts`;
const REMINDERS = `${DATABASE}/lessons/lesson-reminders.test.ts`;
const DANCERS = `${DATABASE}/accounts/dancers.test.ts`;
const STUDENT_PAGE = `${DATABASE}/accounts/student-page.test.ts`;
const PROGRAMMES = `${DATABASE}/content/programmes.test.ts`;
const CONFIGURATIONS = `${E2E}/accounts/own-configurations.spec.ts`;
const LEGAL = 'src/pages/legal/legal-text.test.tsx';
const SUBSCRIPTIONS = `${E2E}/app/push.spec.ts`;

export const CLAIMS = {
  // What it costs, and who is paid.
  free: [[`${DATABASE}/security/claims.test.ts`, 'no one is charged']],
  'own price': [[`${DATABASE}/security/claims.test.ts`, 'no public row has a price']],
  'amounts of tiers': [[`${E2E}/content/programmes.spec.ts`, 'the programmes open with prices and members']],
  'slots of tiers': [['src/features/supporters/components/team-chat.test.tsx', 'slots what is left']],
  'cumulative benefits': [
    ['src/features/supporters/benefits.test.ts', 'contain all benefits of the tier below'],
  ],
  'listed supporters': [[PROGRAMMES, 'are supporters, the highest tier first']],
  'unnamed supporters': [[PROGRAMMES, 'shows no name of supporters without one']],
  'own page of supporters': [
    [PROGRAMMES, 'a teacher writes the sections of the enhanced profile'],
    [STUDENT_PAGE, 'takes them with the benefit'],
  ],
  'highlighted first': [
    [`${DATABASE}/replication/listings.test.ts`, 'sorts by rank: highlighted first'],
    [`${E2E}/search/search-filters.spec.ts`, 'highlighted teachers come first'],
  ],
  carousel: [[`${E2E}/search/home-carousel.spec.ts`, 'shows the featured teachers and leads to all']],
  'gold sponsor': [[`${E2E}/search/home-carousel.spec.ts`, 'the gold sponsor is between the teachers']],
  'by confirmed e-mail': [[PROGRAMMES, 'a confirmed e-mail is linked at once']],
  'no sponsors': [[`${DATABASE}/content/programmes.test.ts`, 'are active sponsors by tier']],

  // Teachers.
  'former addresses': [
    [`${DATABASE}/accounts/teacher-addresses.test.ts`, 'replaces the present one, which leads to it'],
    [
      `${DATABASE}/accounts/teacher-addresses.test.ts`,
      'does not get the address of a removed account either',
    ],
  ],
  'checks shown': [
    [
      `${E2E}/admin/teacher-checks.spec.ts`,
      'a teacher is approved with what was checked; the page says it offline',
    ],
    [`${DATABASE}/admin/teacher-checks.test.ts`, 'records what was checked in the same transaction'],
  ],
  'rounded numbers': [
    [`${DATABASE}/lessons/request-waiting.test.ts`, 'are hidden below five requests'],
    [`${DATABASE}/lessons/request-waiting.test.ts`, 'stay when one or two more requests were decided'],
  ],
  approved: [
    [
      `${DATABASE}/accounts/accounts-registration.test.ts`,
      'makes a teacher with styles and address, inactive and in no search',
    ],
    [`${DATABASE}/accounts/accounts-registration.test.ts`, 'cannot set other fields: approval'],
    [`${DATABASE}/admin/admin-teachers.test.ts`, 'approves: the teacher is listed, dated and notified'],
    [`${DATABASE}/admin/teacher-checks.test.ts`, 'is refused without a check of identity'],
    [`${DATABASE}/admin/teacher-checks.test.ts`, 'hides the teacher from every reader on its day'],
  ],
  corrections: [[`${E2E}/admin/admin-approval.spec.ts`, 'a teacher is asked for a change']],
  'search by style and city': [
    [`${E2E}/search/search-filters.spec.ts`, 'style and city leave exactly the teachers'],
  ],
  'asks by days and times': [
    [`${E2E}/lessons/lesson-requests.spec.ts`, 'a request made without a connection'],
  ],
  pause: [[PROFILES, 'shows on the public listing of an active teacher']],
  'own contact': [[`${E2E}/search/teacher-page.spec.ts`, 'the page of a teacher, by slug and by id']],
  'group lessons': [[`${E2E}/search/cards.spec.ts`, 'says when there are groups']],
  'share picture': [
    [`${DATABASE}/accounts/share-pictures.test.ts`, 'stays unknown to others while its page is not shown'],
  ],
  neighbourhood: [[CONFIGURATIONS, 'a teacher writes what the public page shows']],
  'more than thirty styles': [[`${DATABASE}/content/demo-data.test.ts`, 'styles are the forty of the list']],
  cities: [[`${DATABASE}/content/demo-data.test.ts`, 'exactly the FAQ’s nine cities']],
  'one account one role': [
    [`${DATABASE}/accounts/accounts-registration.test.ts`, 'does not turn a registered person'],
  ],
  'admins are not registered': [
    [`${DATABASE}/security/hostile.test.ts`, 'by metadata of the account or claims of the token'],
  ],

  // Requests, lessons, evaluations.
  'parties of a request': [
    [`${DATABASE}/lessons/lessons-api.test.ts`, 'both sides read a request’s state and people'],
  ],
  'one contact': [
    [
      `${DATABASE}/lessons/lesson-phones.test.ts`,
      'the e-mail address is handed over only by a person without a WhatsApp',
    ],
    [`${DATABASE}/lessons/lesson-phones.test.ts`, 'the contact only while it is accepted'],
  ],
  lessons: [
    [
      `${DATABASE}/lessons/lesson-agreements.test.ts`,
      'is proposed, confirmed by the other side, and held by both',
    ],
    [REMINDERS, 'is reminded of 24 and 2 hours before, once each, both people'],
  ],
  'place and price of two': [
    [`${DATABASE}/lessons/lesson-agreements.test.ts`, 'takes place, price and key from both sides'],
    [
      `${DATABASE}/lessons/lesson-agreements.test.ts`,
      'lessons need an accepted request, and one of its people',
    ],
  ],
  'evaluates after acceptance': [
    [`${DATABASE}/lessons/lessons-api.test.ts`, 'an evaluation of a pending request is denied'],
  ],
  unsealed: [
    [SEALED, 'is public together with the other side’s'],
    [SEALED, 'is public after 14 days though the other side wrote nothing'],
  ],
  reply: [[SEALED, 'stands under the evaluation']],
  anonymous: [
    [
      `${DATABASE}/security/anonymity.test.ts`,
      'visitors read the evaluations of an active teacher, an anonymous one without its author',
    ],
  ],
  leads: [
    [LEADS, 'stores it for a visitor and answers with it'],
    [LEADS, 'is deleted after a year when it is a visitor’s'],
    [LEADS, 'is deleted with its person'],
  ],
  'a recommendation': [[`${E2E}/lessons/leads-offline.spec.ts`, 'makes the server’s choice itself']],
  scoring: [['tests/unit/matching.test.ts', 'is a whole number from 0 to 100']],
  'model without a name': [
    ['tests/conformance/ai-teacher-match.test.ts', 'sends the model no name, contact or id of a person'],
  ],

  // Data.
  'list of data': [[`${DATABASE}/accounts/policy.test.ts`, 'the policy names every table']],
  guardians: [
    [`${DATABASE}/lessons/guardian-requests.test.ts`, 'reaches a teacher whose check of background holds'],
    [`${DATABASE}/lessons/guardian-requests.test.ts`, 'is refused without that check'],
    [`${DATABASE}/lessons/guardian-requests.test.ts`, 'is not accepted once the check has ended'],
  ],
  'not asked for': [
    [`${DATABASE}/security/claims.test.ts`, 'no column holds an age, a place of the phone or a document'],
  ],
  'marked advertising': [
    ['src/features/teachers/featured/featured-card.test.tsx', 'is marked in %s, and only such a teacher'],
    [`${E2E}/search/home-carousel.spec.ts`, 'the gold sponsor is between the teachers'],
  ],
  'no third parties': [
    [`${E2E}/app/install.spec.ts`, 'a visit violates no rule of the Content-Security-Policy'],
    [LEGAL, 'names every cookie'],
  ],
  cookies: [[LEGAL, 'names every cookie that the app sets']],
  'own data': [[CONFIGURATIONS, 'a person’s data is shown and exported, offline too']],
  'own profile': [[CONFIGURATIONS, 'a student changes the profile']],
  deletion: [
    [`${DATABASE}/accounts/personal-data.test.ts`, 'every table has its entry'],
    [CONFIGURATIONS, 'then the account is deleted for good'],
  ],
  'no number needed': [
    [`${DATABASE}/security/schema.test.ts`, 'whatsapp and city of a profile may be missing'],
  ],
  'e-mail is never public': [
    [DANCERS, 'never with e-mail or number'],
    [PROGRAMMES, 'without e-mail'],
  ],
  'own page by choice': [
    [STUDENT_PAGE, 'is not public until the student switches the page on'],
    [DANCERS, 'leaves phones when the page is switched off'],
  ],
  'passwords are hashed': [['tests/conformance/auth.test.ts', 'signs in with the right password only']],
  'tries are limited': [['tests/unit/address-limits.test.ts', 'an address may do a limited number at once']],
  'rows by right': [
    [`${DATABASE}/matrix.test.ts`, 'every column, and who may read, insert and update it'],
    [`${DATABASE}/matrix.test.ts`, 'every table has row level security'],
  ],
  'read notices go': [[TIDY, 'that were read go after 90 days']],
  'commands go': [[TIDY, 'are anonymised after 90 days']],
  'counts go': [[TIDY, 'counts of calls go when their period is over']],
  'blocks are own': [[`${DATABASE}/lessons/marks.test.ts`, 'is visible only to the person who made it']],
  'by keyboard': [
    [`${E2E}/frame/keyboard.spec.ts`, 'a teacher is found and opened with the keyboard alone'],
    [`${E2E}/frame/keyboard.spec.ts`, 'the sheet of filters keeps the focus'],
  ],
  'large text': [[`${E2E}/frame/large-text.spec.ts`, 'with text at twice the size']],
  contrast: [['src/ui/themes.test.ts', 'white text is readable on the filled buttons of both themes']],
  'screen readers': [[`${E2E}/frame/accessibility.spec.ts`, 'axe finds nothing on the home page']],
  'less motion': [
    [`${E2E}/lessons/moments.spec.ts`, 'with reduced motion nothing is drawn'],
    [`${E2E}/frame/portrait-travel.spec.ts`, 'with reduced motion, pages change without a transition'],
  ],
  'blocks everywhere': [
    [`${E2E}/lessons/blocked-walk.spec.ts`, 'a blocked teacher is drawn on no page that exists'],
    [
      `${DATABASE}/security/blocks.test.ts`,
      'names a blocked person only in public lists that the phone filters',
    ],
  ],
  'blocks end requests': [
    [`${DATABASE}/lessons/marks.test.ts`, 'and refuses new ones as if the teacher paused'],
    [`${DATABASE}/security/blocks.test.ts`, 'equals an end by the %s without a block'],
  ],
  'blocks are not told': [
    [`${DATABASE}/security/blocks.test.ts`, 'stays as with a teacher who does not answer'],
    [`${DATABASE}/security/blocks.test.ts`, 'equals an end by the %s without a block'],
  ],
  'evaluates after a block': [
    [`${DATABASE}/security/blocks.test.ts`, 'keeps the right to evaluate what was accepted'],
  ],
  'help offline': [[`${E2E}/lessons/hand-over.spec.ts`, 'the page of emergency numbers opens offline']],
  'reports offline': [
    [
      `${E2E}/lessons/reports-blocks.spec.ts`,
      'a report is sent by its button only, a block takes one question',
    ],
  ],
  'reported words': [
    [`${DATABASE}/admin/private-reports.test.ts`, 'of an evaluation stay when its author rewrites it'],
  ],
  'reports by code': [[`${DATABASE}/admin/visitor-reports.test.ts`, 'the code is stored nowhere']],
  reports: [[`${DATABASE}/admin/admin-reports.test.ts`, 'is in the queue with its text and reporter']],
  posts: [
    [`${DATABASE}/content/posts.test.ts`, 'of a signed-in person is read by everybody'],
    [`${DATABASE}/content/posts.test.ts`, 'by the author removes it from all phones'],
  ],
  acceptances: [
    [
      `${DATABASE}/accounts/accounts-registration.test.ts`,
      'the newest active version is recorded, and asked for again',
    ],
  ],
  'push by choice': [[SUBSCRIPTIONS, 'push is switched on, told, found again and switched off everywhere']],
  'push secret': [
    [
      `${DATABASE}/push/push-release.test.ts`,
      'one that was registered again is not switched off by its former secret',
    ],
  ],
  notebook: [
    [`${DATABASE}/lessons/notebook.test.ts`, 'are of each side, read by both, and by nobody else'],
    [`${DATABASE}/lessons/notebook.test.ts`, 'what is written later stays with its author'],
    [`${DATABASE}/lessons/notebook.test.ts`, 'a mark is one row per step, in the state that arrived last'],
  ],
  alerts: [
    [`${DATABASE}/alerts/teacher-alerts.test.ts`, 'the same wish is one row on every phone, on and off'],
  ],
  'alerts end': [
    [`${DATABASE}/alerts/teacher-alerts.test.ts`, 'ends after a year, leaves the phones thirty days later'],
  ],
  'alerts without an account': [
    [`${DATABASE}/alerts/teacher-alerts.test.ts`, 'stops exactly what it made, and only with its secret'],
    [`${DATABASE}/alerts/teacher-alerts.test.ts`, 'a phone that is not reached for thirty days is forgotten'],
  ],
  demand: [
    [`${DATABASE}/alerts/demand.test.ts`, 'counts people, reachable phones and unmet leads once each'],
    [`${DATABASE}/alerts/demand.test.ts`, 'students, visitors and other teachers see nothing of it'],
  ],
  'own events': [
    [`${DATABASE}/content/event-proposals.test.ts`, 'waits unseen by others, is published by the team'],
    [`${DATABASE}/content/event-proposals.test.ts`, 'a published one stays, and names nobody'],
  ],
  partners: [
    [
      `${DATABASE}/content/partners.test.ts`,
      'is listed for people with an account, with first name, role and level',
    ],
    [`${DATABASE}/content/partners.test.ts`, 'shows no number before both agreed'],
    [`${DATABASE}/content/partners.test.ts`, 'and the contacts go'],
  ],
  goings: [
    [`${DATABASE}/content/event-proposals.test.ts`, 'is known to the person alone, exactly once'],
    [`${DATABASE}/content/event-proposals.test.ts`, 'is a number from five people on, without names'],
  ],
  'Pix key': [
    [`${DATABASE}/lessons/lesson-agreements.test.ts`, 'reaches a student with the first confirmed lesson'],
  ],
  operator: [
    ['scripts/client-env.test.ts', 'a build for a public address needs the operator'],
    ['src/app/layouts/footer.test.tsx', 'says who runs the site, to everybody'],
  ],
  'team chat': [[LEGAL, 'is a chat with the team where a number is configured']],
  'no team chat': [[LEGAL, 'tells that there is none']],
  'registration can be resumed': [
    ['tests/sync/auth-links.test.ts', 'completes the registration on the phone that began it'],
  ],

  encrypted: [['scripts/deploy/deploy.test.ts', 'a public site']],
  'registration form': [
    [`${E2E}/accounts/account-register-fields.spec.ts`, 'the fields stand in their order'],
  ],
  'teacher waits': [
    [`${DATABASE}/security/hostile.test.ts`, 'writes own texts and pauses, also while inactive'],
  ],
  'unsent writes': [
    [`${E2E}/offline/outbox.spec.ts`, 'an offline change of the profile is visible at once, waits'],
  ],
  'benefits shown': [[PROGRAMMES, 'benefits appear in the own profile on the phone']],

  // The phone.
  'works offline': [
    [
      `${E2E}/offline/offline-pages.spec.ts`,
      'after one visit every page opens, reloads and shows its pictures',
    ],
  ],
  'delivered later': [[`${E2E}/offline/delivery.spec.ts`, 'written offline, everything closed']],
  'requests offline': [
    [`${E2E}/lessons/lesson-requests.spec.ts`, 'the teacher accepts without a connection'],
  ],
  'public rows on the phone': [
    [
      'tests/unit/replica-is-the-cache.test.ts',
      'pulled cities, styles and teachers go to RxDB collections only',
    ],
  ],
  'one database a person': [
    [`${E2E}/accounts/account-privacy.spec.ts`, 'a second person on the phone sees nothing of the first'],
  ],
  'private answers are not cached': [
    [
      `${E2E}/accounts/account-privacy.spec.ts`,
      'private answers may not be cached, and the worker caches none',
    ],
  ],
  'signing out': [[`${E2E}/accounts/account-privacy.spec.ts`, 'leaves nothing of the person on the phone']],
  'talks on the phone': [
    ['src/features/teachers/talks.test.ts', 'asks again some days after "not yet", and not for ever'],
    [`${E2E}/search/talk.spec.ts`, 'days later the phone asks how it went, and tells nobody'],
  ],
  'kept values': [
    ['tests/unit/kept-values.test.ts', 'nothing but lib/stored.ts reads and writes the storages'],
  ],
  'search on the phone': [
    [
      `${E2E}/search/search-sources.spec.ts`,
      'once the listings are on the device, filtering asks the server for nothing',
    ],
  ],
  hints: [[`${DATABASE}/replication/hints.test.ts`, 'with the changed rows']],
  installs: [
    [`${E2E}/app/install.spec.ts`, 'the app can be installed'],
    [`${E2E}/app/install-offer.spec.ts`, 'the way is explained'],
  ],
  'in-app browsers': [[`${E2E}/app/install-offer.spec.ts`, 'Android hands the page over to the browser']],
  'data saver': [['src/lib/low-data.test.ts', 'keeps the person’s choice, whatever the browser says']],
} as const satisfies Record<string, readonly Check[]>;

export type Claim = keyof typeof CLAIMS;

/** Why a sentence needs no check. */
export const NO_CLAIM = {
  heading: 'a heading, label, question or reference',
  advice: 'an invitation, advice or a rule for people',
  dance: 'about dance, cities and lessons in general',
  law: 'what the law says, or a decision of the operator',
  team: 'a promise of the team, which no program keeps',
} as const;
export type NoClaim = keyof typeof NO_CLAIM;
