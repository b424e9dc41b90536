/**
 * The desktop's side of notifications: a D-Bus session bus that offers
 * org.freedesktop.Notifications only, as far as Chromium on Linux uses it. Shown notifications can
 * be tapped as a person would, so that the browser lets the worker open and focus windows. Source:
 * the D-Bus specification 0.43 and the Desktop Notifications specification 1.3.
 */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { encodeMessage, type Message, MessageReader, type Outgoing } from './dbus-message';
import { ownedFolder } from './owned-folder';

const SERVICE = 'org.freedesktop.Notifications';
const PATH = '/org/freedesktop/Notifications';
const OWNER = ':1.0';

export class NotificationBus {
  /** Titles on the screen, by id. */
  private readonly shown = new Map<number, string>();
  private readonly sockets = new Set<Socket>();
  private serial = 0;
  private clients = 0;
  private ids = 0;

  private constructor(
    private readonly server: Server,
    private readonly folder: string,
  ) {
    server.on('connection', (socket) => this.welcome(socket));
  }

  static async start(): Promise<NotificationBus> {
    if (process.platform !== 'linux')
      throw new Error('Notifications are tapped through D-Bus, on Linux only');
    const folder = await ownedFolder('bus');
    const server = createServer().listen(join(folder, 'bus'));
    await once(server, 'listening');
    return new NotificationBus(server, folder);
  }

  /** Value of the browser's environment variable DBUS_SESSION_BUS_ADDRESS. */
  get address(): string {
    return `unix:path=${join(this.folder, 'bus')}`;
  }

  get titles(): string[] {
    return [...this.shown.values()];
  }

  /** Taps the notification with that title, which is on the screen or about to be. */
  async tap(title: string): Promise<void> {
    await expect.poll(() => this.titles).toContain(title);
    const [id] = [...this.shown].findLast((one) => one[1] === title) ?? [];
    this.signal('ActionInvoked', 'us', [id, 'default']);
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
    await rm(this.folder, { recursive: true, force: true });
  }

  private welcome(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const name = `:1.${++this.clients}`;
    const reader = new MessageReader();
    let greeting = '';
    let isOpen = false;
    socket.on('data', (data) => {
      if (isOpen) reader.push(data);
      else {
        greeting += data.toString('latin1');
        const begin = greeting.indexOf('BEGIN\r\n');
        const lines = (begin < 0 ? greeting : greeting.slice(0, begin)).split('\r\n');
        const rest = lines.pop() ?? '';
        for (const line of lines)
          socket.write(line.includes('AUTH') ? `OK ${'0'.repeat(32)}\r\n` : 'ERROR\r\n');
        if (begin < 0) {
          greeting = rest;
          return;
        }
        isOpen = true;
        reader.push(Buffer.from(greeting.slice(begin + 7), 'latin1'));
      }
      for (const message of reader.take()) this.answer(socket, name, message);
    });
  }

  private answer(socket: Socket, name: string, message: Message): void {
    if (message.type !== 1) return;
    const reply = this.replyTo(name, message);
    if (message.flags & 1) return;
    this.write(socket, {
      ...(reply ? { type: 2, ...reply } : { type: 3, error: 'org.freedesktop.DBus.Error.NameHasNoOwner' }),
      replySerial: message.serial,
      destination: name,
      sender: message.destination === SERVICE ? OWNER : 'org.freedesktop.DBus',
    });
  }

  /** Returns null for an unknown method. */
  private replyTo(
    name: string,
    { member, body, destination }: Message,
  ): Pick<Outgoing, 'signature' | 'body'> | null {
    const isOurs = body[0] === SERVICE;
    if (destination === SERVICE || destination === OWNER) {
      if (member === 'GetCapabilities')
        return { signature: 'as', body: [['actions', 'body', 'persistence']] };
      if (member === 'GetServerInformation')
        return { signature: 'ssss', body: ['tests', 'tests', '1', '1.2'] };
      if (member === 'CloseNotification') {
        this.shown.delete(Number(body[0]));
        return {};
      }
      if (member === 'Notify') {
        const [, replaced, , title] = body;
        const id = Number(replaced) || ++this.ids;
        this.shown.set(id, String(title));
        return { signature: 'u', body: [id] };
      }
      return null;
    }
    if (destination !== 'org.freedesktop.DBus') return null;
    if (member === 'Hello') return { signature: 's', body: [name] };
    if (member === 'AddMatch' || member === 'RemoveMatch') return {};
    if (member === 'NameHasOwner') return { signature: 'b', body: [isOurs] };
    if (member === 'GetNameOwner' && isOurs) return { signature: 's', body: [OWNER] };
    if (member === 'StartServiceByName' && isOurs) return { signature: 'u', body: [2] };
    if (member === 'ListNames' || member === 'ListActivatableNames')
      return { signature: 'as', body: [[SERVICE]] };
    return null;
  }

  private signal(member: string, signature: string, body: unknown[]): void {
    const fields = { type: 4, path: PATH, interface: SERVICE, member, sender: OWNER, signature, body };
    for (const socket of this.sockets) this.write(socket, fields);
  }

  private write(socket: Socket, message: Omit<Outgoing, 'serial'>): void {
    socket.write(encodeMessage({ ...message, serial: ++this.serial }));
  }
}
