import { BulkNotifications } from '@/features/admin/bulk/bulk-notifications';
import { NoticeRow } from '@/features/notifications/components/notice-row';

export default function AdminBulkNotificationsPage() {
  return (
    <BulkNotifications
      drawNotice={(shown) => (
        <NoticeRow
          notice={{ ...shown, id: 'preview', isRead: false, createdAt: new Date().toISOString() }}
          now={Date.now()}
          onRead={() => undefined}
        />
      )}
    />
  );
}
