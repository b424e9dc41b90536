import type { NotificationRow } from '../rows';
import { type StoredBase, storedSchema } from './stored';

export type StoredNotification = StoredBase & NotificationRow;

export const notificationSchema = storedSchema<StoredNotification>();
