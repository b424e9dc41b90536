import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { admin, type Backend, client, newPerson, type Person, targets } from '../support/backend.ts';

/** A loaded machine is slow, not wrong: Vitest's own timeout of one second is too short. */
const eventually = <T>(check: () => T) => vi.waitFor(check);

/** Resolves with the outcome of joining a channel: SUBSCRIBED, CHANNEL_ERROR, … */
const subscribe = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) => {
    channel.subscribe((status) => resolve(status));
  });

describe.each(targets())('Realtime on $name', (target) => {
  let backend: Backend;
  let ana: Person;
  let bia: Person;
  const clients: SupabaseClient[] = [];
  beforeAll(async () => {
    backend = await target.start();
    [ana, bia] = await Promise.all([newPerson(backend), newPerson(backend)]);
    for (const person of [ana, bia]) {
      const { data } = await person.client.auth.getSession();
      await person.client.realtime.setAuth(data.session?.access_token ?? null);
    }
  });
  afterAll(async () => {
    await Promise.all([ana?.client, bia?.client, ...clients].map((one) => one?.removeAllChannels()));
    await backend?.stop();
  });
  const visitor = () => {
    const one = client(backend);
    clients.push(one);
    return one;
  };
  const note = async (person: Person, values: Record<string, unknown>) => {
    const { data, error } = await person.client.from('notes').insert(values).select('id').single();
    if (error) throw error;
    return (data as { id: string }).id;
  };

  it('brings a hint from the database to everyone on a public topic', async () => {
    const heard: unknown[] = [];
    const channel = visitor().channel('public:notes');
    channel.on('broadcast', { event: 'notes' }, (message) => heard.push(message.event));
    expect(await subscribe(channel)).toBe('SUBSCRIBED');
    await note(ana, { title: 'hint' });
    await eventually(() => expect(heard).toEqual(['notes']));
  });

  it('sends nothing of a transaction that was rolled back', async () => {
    const heard: unknown[] = [];
    const channel = visitor().channel('public:notes');
    channel.on('broadcast', { event: '*' }, (message) => heard.push(message.event));
    await subscribe(channel);
    const failed = await ana.client.from('notes').insert([{ title: 'good' }, { title: '' }]);
    expect(failed.error?.code).toBe('23514');
    await note(ana, { title: 'after the failure' });
    await eventually(() => expect(heard.length).toBeGreaterThan(0));
    expect(heard).toEqual(['notes']);
  });

  it('lets only people named by its policy hear a private topic', async () => {
    const heard: unknown[] = [];
    const topic = `user:${ana.id}`;
    const own = ana.client.channel(topic, { config: { private: true } });
    own.on('broadcast', { event: 'note' }, ({ payload }) => heard.push(payload.title));
    expect(await subscribe(own)).toBe('SUBSCRIBED');
    expect(await subscribe(bia.client.channel(topic, { config: { private: true } }))).toBe('CHANNEL_ERROR');
    expect(await subscribe(visitor().channel(topic, { config: { private: true } }))).toBe('CHANNEL_ERROR');

    // The same name without `private` is another topic: it may be joined, and stays silent.
    const overheard: unknown[] = [];
    const public_ = visitor().channel(topic);
    public_.on('broadcast', { event: '*' }, (message) => overheard.push(message));
    expect(await subscribe(public_)).toBe('SUBSCRIBED');
    await note(ana, { title: 'for ana' });
    await eventually(() => expect(heard).toEqual(['for ana']));
    expect(overheard).toEqual([]);
  });

  it('accepts broadcasts on a private topic only from people named by its policy', async () => {
    const heard: unknown[] = [];
    const join = async (person: Person, topic: string) => {
      const channel = person.client.channel(topic, { config: { private: true, broadcast: { ack: true } } });
      channel.on('broadcast', { event: '*' }, ({ event }) => heard.push(`${topic} ${event}`));
      expect(await subscribe(channel)).toBe('SUBSCRIBED');
      return channel;
    };
    await join(bia, 'room:quiet');
    await join(bia, 'room:open');
    const quiet = await join(ana, 'room:quiet');
    const open = await join(ana, 'room:open');
    // Refused broadcasts are not acknowledged, so there is nothing to await.
    void quiet.send({ type: 'broadcast', event: 'whisper', payload: {} });
    expect(await open.send({ type: 'broadcast', event: 'shout', payload: { loud: true } })).toBe('ok');
    await eventually(() => expect(heard).toEqual(['room:open shout']));
  });

  it('passes broadcasts between clients, and back to the sender only when asked', async () => {
    const heard: string[] = [];
    const join = async (name: string, self: boolean) => {
      const channel = visitor().channel('lobby', { config: { broadcast: { self, ack: true } } });
      channel.on('broadcast', { event: 'hi' }, ({ payload }) => heard.push(`${name}: ${payload.word}`));
      await subscribe(channel);
      return channel;
    };
    const one = await join('one', false);
    const two = await join('two', true);
    expect(await one.send({ type: 'broadcast', event: 'hi', payload: { word: 'olá' } })).toBe('ok');
    expect(await two.send({ type: 'broadcast', event: 'hi', payload: { word: 'oi' } })).toBe('ok');
    await eventually(() => expect(heard.sort()).toEqual(['one: oi', 'two: oi', 'two: olá']));
  });

  it('sends changed rows only to people who may see them', async () => {
    const events: Record<string, string[]> = { ana: [], bia: [], visitor: [] };
    const watch = async (name: string, who: SupabaseClient) => {
      const channel = who.channel(`watch-${name}`);
      channel.on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, (change) => {
        const row = change.eventType === 'DELETE' ? { title: Object.keys(change.old).join() } : change.new;
        events[name]?.push(`${change.eventType} ${(row as { title: string }).title}`);
      });
      expect(await subscribe(channel)).toBe('SUBSCRIBED');
    };
    await watch('ana', ana.client);
    await watch('bia', bia.client);
    await watch('visitor', visitor());
    const id = await note(ana, { title: 'secret change' });
    await eventually(() => expect(events.ana).toEqual(['INSERT secret change']));
    await ana.client.from('notes').update({ title: 'open change', is_public: true }).eq('id', id);
    // The policy is evaluated when the change is delivered, on hosted Supabase as well.
    await eventually(() => {
      expect(events).toMatchObject({ bia: ['UPDATE open change'], visitor: ['UPDATE open change'] });
    });
    await ana.client.from('notes').delete().eq('id', id);
    // The key of a deleted row is sent to everyone, because no policy can be evaluated for it;
    // hosted Supabase has the same rule.
    await eventually(() => {
      expect(events.ana).toEqual(['INSERT secret change', 'UPDATE open change', 'DELETE id']);
      expect(events.bia).toEqual(['UPDATE open change', 'DELETE id']);
      expect(events.visitor).toEqual(['UPDATE open change', 'DELETE id']);
    });
  });

  it('filters changed rows by a column', async () => {
    const seen: unknown[] = [];
    const channel = ana.client.channel('filtered');
    const filter = { event: 'INSERT' as const, schema: 'public', table: 'notes', filter: 'stars=gte.4' };
    channel.on('postgres_changes', filter, (change) => seen.push((change.new as { stars: number }).stars));
    await subscribe(channel);
    await note(ana, { title: 'three stars', stars: 3 });
    await note(ana, { title: 'four stars', stars: 4 });
    await note(ana, { title: 'five stars', stars: 5 });
    await eventually(() => expect(seen).toEqual([4, 5]));
  });

  it('carries a message longer than a notification', async () => {
    const lengths: number[] = [];
    const channel = visitor().channel('long');
    channel.on('broadcast', { event: 'big' }, ({ payload }) => lengths.push(payload.text.length));
    await subscribe(channel);
    if (backend.embedded === null) return;
    await backend.embedded.database.exec(
      `select realtime.send(jsonb_build_object('text', repeat('ã', 20000)), 'big', 'long', false)`,
    );
    await eventually(() => expect(lengths).toEqual([20000]));
    expect(await backend.embedded.database.query('select from realtime.messages')).toEqual([]);
  });

  it('closes a channel whose token has expired', async () => {
    const socket = await rawSocket(backend, '1.0.0');
    socket.send({ topic: 'realtime:x', event: 'phx_join', payload: { config: {} }, ref: '1', join_ref: '1' });
    await socket.next((m) => m.event === 'phx_reply' && m.payload.status === 'ok');
    socket.send({ topic: 'realtime:x', event: 'access_token', payload: { access_token: 'a.b.c' }, ref: '2' });
    await socket.next((m) => m.event === 'phx_close');
    socket.close();
  });

  it.each(['1.0.0', '2.0.0'])('speaks version %s of the protocol', async (version) => {
    const socket = await rawSocket(backend, version);
    socket.send({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '7', join_ref: null });
    expect(await socket.next((m) => m.ref === '7')).toMatchObject({
      event: 'phx_reply',
      payload: { status: 'ok' },
    });
    socket.send({ topic: 'realtime:v', event: 'phx_join', payload: { config: {} }, ref: '8', join_ref: '8' });
    await socket.next((m) => m.ref === '8' && m.payload.status === 'ok');
    socket.send({ topic: 'realtime:v', event: 'phx_leave', payload: {}, ref: '9', join_ref: '8' });
    await socket.next((m) => m.event === 'phx_close');
    socket.sendText('this is no message');
    socket.send({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '10', join_ref: null });
    await socket.next((m) => m.ref === '10');
    socket.close();
  });

  it('refuses a private topic that has no policy to ask', async () => {
    const socket = await rawSocket(backend, '1.0.0');
    const topic = 'realtime:user:\u0000';
    const payload = { config: { private: true } };
    socket.send({ topic, event: 'phx_join', payload, ref: '1', join_ref: '1' });
    const { payload: answer } = await socket.next((m) => m.ref === '1');
    expect(answer).toMatchObject({ status: 'error' });
    expect(JSON.stringify(answer)).not.toContain('Internal error');
    socket.close();
  });

  it('refuses sockets without a key', async () => {
    const url = `${backend.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=wrong&vsn=1.0.0`;
    const failed = await new Promise<string>((resolve) => {
      const socket = new WebSocket(url);
      socket.once('open', () => resolve('open'));
      socket.once('error', (error) => resolve(error.message));
    });
    expect(failed).toContain('401');
  });

  it('lets the secret key hear every private topic', async () => {
    const all = admin(backend);
    clients.push(all);
    const channel = all.channel(`user:${bia.id}`, { config: { private: true } });
    expect(await subscribe(channel)).toBe('SUBSCRIBED');
  });
});

interface Plain {
  topic: string;
  event: string;
  payload: Record<string, unknown>;
  ref: string | null;
}

/**
 * Speaks the protocol directly: supabase-js hides versions, heartbeats and the reason why a channel
 * closes.
 */
async function rawSocket(backend: Backend, version: string) {
  const key = backend.publishableKey;
  const url = `${backend.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=${version}`;
  const socket = new WebSocket(url);
  const received: Plain[] = [];
  socket.on('message', (data) => {
    const parsed = JSON.parse(data.toString());
    const [, ref, topic, event, payload] = Array.isArray(parsed) ? parsed : [];
    received.push(Array.isArray(parsed) ? { ref, topic, event, payload } : parsed);
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return {
    sendText: (text: string) => socket.send(text),
    send: (message: Plain & { join_ref?: string | null }) => {
      const { join_ref = null, ref, topic, event, payload } = message;
      socket.send(JSON.stringify(version === '2.0.0' ? [join_ref, ref, topic, event, payload] : message));
    },
    next: (matches: (message: Plain) => boolean) =>
      eventually(() => {
        const found = received.find(matches);
        if (!found) throw new Error(`not among ${JSON.stringify(received)}`);
        return found;
      }),
    close: () => socket.close(),
  };
}
