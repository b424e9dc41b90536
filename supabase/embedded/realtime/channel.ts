import type { Claims } from '../claims.ts';
import type { Permissions } from './authorize.ts';
import type { ChangeFilter, Message } from './protocol.ts';

/** One topic joined over one socket. */
export interface Channel {
  /** With the prefix `realtime:`, as sent by clients. */
  topic: string;
  joinRef: string | null;
  isPrivate: boolean;
  claims: Claims;
  permissions: Permissions;
  changes: Array<ChangeFilter & { id: number }>;
  /** Whether the sender receives its own broadcasts. */
  self: boolean;
  ack: boolean;
  send(event: string, payload: Record<string, unknown>, ref?: string | null): void;
  /** Ends the channel from the server's side; its client joins again. */
  close(reason: string): void;
}

export const PREFIX = 'realtime:';
export const bareTopic = (channel: Pick<Channel, 'topic'>) => channel.topic.slice(PREFIX.length);
export const isExpired = (claims: Claims) => claims.exp !== undefined && claims.exp * 1000 <= Date.now();

export const reply = (
  message: Message,
  status: 'ok' | 'error',
  response: Record<string, unknown>,
): Message => ({
  joinRef: message.joinRef,
  ref: message.ref,
  topic: message.topic,
  event: 'phx_reply',
  payload: { status, response },
});
