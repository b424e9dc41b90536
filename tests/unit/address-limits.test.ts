import { expect, test } from 'vitest';
import { AtOnce, DEFAULT_ADDRESS_LIMITS, Pace } from '../../supabase/embedded/address-limits';
import { Seats, SocketShare } from '../../supabase/embedded/realtime/limits';

test('an address may have a limited number in progress, others are not blocked, and each end makes room', () => {
  const open = new AtOnce(2);
  const first = open.enter('a');
  expect([first !== null, open.enter('a') !== null, open.enter('a')]).toEqual([true, true, null]);
  expect(open.enter('b')).not.toBeNull();
  first?.();
  first?.();
  expect([open.enter('a') !== null, open.enter('a')]).toEqual([true, null]);
  expect(open.enter('c', 3)).toBeNull();
});

test('[T055] an address may do a limited number at once, and more as time goes by', () => {
  let now = 0;
  const pace = new Pace({ most: 2, within: 1000 }, () => now);
  const take = () => pace.take('a');
  expect([take(), take(), take()]).toEqual([true, true, false]);
  expect(pace.take('b')).toBe(true);
  now = 500;
  expect([take(), take()]).toEqual([true, false]);
  now = 60_000;
  expect([take(), take(), take()]).toEqual([true, true, false]);
});

test('the addresses of one network of IPv6 count as one', () => {
  const open = new AtOnce(1);
  const leave = open.enter('2001:db8:0:1::1');
  expect(open.enter('2001:db8:0:1:ffff::2')).toBeNull();
  expect(open.enter('2001:db8:0:2::1')).not.toBeNull();
  leave?.();
  expect(open.enter('2001:db8:0:1:ffff::2')).not.toBeNull();
  const pace = new Pace({ most: 1, within: 1000 }, () => 0);
  expect([pace.take('2001:db8::1'), pace.take('2001:db8::2'), pace.take('::ffff:1.2.3.4')]).toEqual([
    true,
    false,
    true,
  ]);
  expect(pace.take('1.2.3.4')).toBe(false);
});

test('the last sockets of all are for addresses that hold few', () => {
  const seats = new Seats(300, 100);
  const taken = Array.from({ length: 100 }, () => seats.enter('a')).filter((one) => one !== null);
  expect(taken).toHaveLength(90);
  const others = Array.from({ length: 12 }, (_, at) => seats.enter(`b${at}`));
  expect(others.filter((one) => one === null)).toHaveLength(2);
  taken[0]?.();
  taken[0]?.();
  expect([seats.enter('c') !== null, seats.enter('c')]).toEqual([true, null]);
});

test('messages that wait fill the share of an address, and never the own share of another socket', () => {
  const limits = {
    messages: new Pace({ most: 5, within: 1e9 }, () => 0),
    messageBytes: new AtOnce(1_000_000),
    privateJoins: new Pace({ most: 3, within: 1e9 }, () => 0),
  };
  const flood = new SocketShare(limits, 'a');
  const honest = new SocketShare(limits, 'a');
  const waiting = Array.from({ length: 6 }, () => flood.admit(250_000));
  expect(waiting.map((one) => one !== null)).toEqual([true, true, true, true, false, false]);
  const small = Array.from({ length: 4 }, () => honest.admit(2_000));
  expect(small).not.toContain(null);
  for (const done of [...waiting, ...small]) done?.();
  expect(flood.admit(250_000)).not.toBeNull();
});

test('three hundred phones of a school fit: each joins two topics, renews a token, and sends its heartbeats', () => {
  const limits = {
    messages: new Pace(DEFAULT_ADDRESS_LIMITS.messages, () => 0),
    messageBytes: new AtOnce(DEFAULT_ADDRESS_LIMITS.messageBytes),
    privateJoins: new Pace({ most: 0, within: 60_000 }, () => 0),
  };
  const phones = Array.from({ length: 300 }, () => new SocketShare(limits, 'school'));
  // A token of an account with the largest metadata has about 12 kB.
  for (const phone of phones) {
    expect([phone.mayAsk(), phone.mayAsk(), phone.mayAsk()]).toEqual([true, true, false]);
    for (const bytes of [12_000, 12_000, 12_000, 100]) expect(phone.admit(bytes)).not.toBeNull();
  }
  expect(DEFAULT_ADDRESS_LIMITS.openings.most).toBeGreaterThanOrEqual(2 * DEFAULT_ADDRESS_LIMITS.sockets);
});
