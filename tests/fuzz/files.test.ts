/**
 * People's texts in files that leave the app: mails, calendars, spreadsheets. Also the HTML reader
 * of shown.test.ts.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText, parseCsv } from '../../src/features/admin/table/csv.ts';
import { eventFile } from '../../src/features/events/event-calendar.ts';
import { Mailbox, mailboxPage } from '../../supabase/embedded/mailbox.ts';
import { cases } from './support/cases.ts';
import { hostileText, wellFormed } from './support/hostile.ts';
import { holesIn } from './support/markup.ts';

const SHARE = 100;

describe('a script in people’s texts', () => {
  it('is plain text in the mailbox', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, hostileText, async (to, subject, words) => {
        const mailbox = new Mailbox();
        await mailbox.send({
          to,
          subject,
          text: `${words} https://x.test/auth/v1/verify?type=recovery&x=${encodeURIComponent(wellFormed(words))}`,
        });
        await mailbox.send({ to, subject, text: words });
        expect(holesIn(mailboxPage(mailbox.messages))).toEqual([]);
      }),
      cases(SHARE),
    );
  });

  it('adds no line of its own to a calendar', () => {
    const maybe = fc.oneof(hostileText, fc.constant(null));
    const words = fc.record({
      title: hostileText,
      venue: maybe,
      price: maybe,
      description: maybe,
      organiser: maybe,
      city: maybe,
    });
    fc.assert(
      fc.property(words, ({ city, ...written }) => {
        const event = {
          ...{ id: randomUUID(), slug: 'baile', kind: 'baile' as const, styleIds: [], cityId: '', url: null },
          ...{ startsAt: 1_800_000_000_000, endsAt: null, updatedAt: 1_790_000_000_000 },
          ...{ weekly: null, confirmedAt: null, authorTag: null, going: {} },
          ...written,
        };
        const file = eventFile(
          event,
          { city, address: 'https://danceflix.test/comunidade/eventos' },
          1_795_000_000_000,
        );
        const lines = file.split('\r\n');
        for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n\u0000-\u0008]/);
        const properties = file
          .replaceAll('\r\n ', '')
          .trimEnd()
          .split('\r\n')
          .map((line) => line.split(':')[0]);
        const allowed =
          'BEGIN VERSION PRODID CALSCALE METHOD BEGIN UID DTSTAMP LAST-MODIFIED DTSTART DTEND SUMMARY LOCATION DESCRIPTION URL END END'.split(
            ' ',
          );
        expect(properties).toEqual(
          allowed.filter((name) => name !== 'LOCATION' || properties.includes('LOCATION')),
        );
      }),
      cases(SHARE),
    );
  });

  it('is neither computed by a spreadsheet nor adds a cell or a line to one', () => {
    const cell = hostileText.map((text) => wellFormed(text));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 4 }), (rows) => {
        const titles = ['a', 'b', 'c'];
        const [heading, ...read] = parseCsv(csvText(titles, rows));
        expect(heading).toEqual(titles);
        // Spreadsheet programs skip blank lines.
        const kept = rows.filter((row) => row.some((one) => one.trim() !== ''));
        expect(read).toHaveLength(kept.length);
        for (const [at, row] of read.entries()) {
          for (const [place, found] of row.entries()) {
            expect(found).not.toMatch(/^[=+\-@|%＝＋－＠]/);
            const written = kept[at]?.[place] ?? '';
            // The text unchanged, or with one leading apostrophe; the reader drops surrounding
            // spaces.
            expect([written, `'${written}`, `'${written.trim()}`].map((one) => one.trim())).toContain(
              found.trim(),
            );
          }
        }
      }),
      cases(SHARE),
    );
  });
});

describe('the HTML reader of this suite', () => {
  it.each([
    ['<p><img src=x onerror=alert(1)></p>'],
    ['<p onclick="x()">'],
    ['<a href="java&#x0A;script:alert(1)">x</a>'.replace('&#x0A;', '\n')],
    ['<a href="javascript:alert(1)">x</a>'],
    ['<script>alert(1)</script>'],
    ['<script type="application/ld+json">{"a":"</b>"}</script>'],
    ['<iframe src="/x"></iframe>'],
    ['<p>1 < 2</p>'],
    ['<base href="https://evil.test/">'],
    ['<a href="data:text/html,x">x</a>'],
  ])('finds the hole in %s', (html) => {
    expect(holesIn(html)).not.toEqual([]);
  });

  it('finds none in escaped text', () => {
    expect(
      holesIn(
        '<!doctype html><p class="a">&lt;script&gt;</p><a href="/x?a=1&amp;b=2">x</a><img alt="" src="https://x.test/a.png"/>',
      ),
    ).toEqual([]);
    expect(
      holesIn('<script type="application/json" id="prerendered">{"a":"\\u003cscript>"}</script>'),
    ).toEqual([]);
  });
});
