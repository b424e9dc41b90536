import { type ComponentType, useEffect, useState } from 'react';
import { type LeavingAnswer, onSignOut } from '@/auth/leaving';
import type { StoredCommand } from '@/outbox/command';
import { unsentOf } from '@/outbox/entry';

interface Asked {
  Dialog: ComponentType<{
    userId: string;
    unsent: readonly StoredCommand[];
    onAnswer(answer: LeavingAnswer): void;
  }>;
  userId: string;
  unsent: readonly StoredCommand[];
  onAnswer(answer: LeavingAnswer): void;
}

/**
 * Who signs out with writes that have not been sent is asked what becomes of them. Registered with the app itself, so
 * that no sign-out comes before it; what it needs is loaded with the question.
 */
export function LeavingQuestion() {
  const [asked, setAsked] = useState<Asked | null>(null);

  useEffect(() => {
    let underWay = false;
    return onSignOut(async (userId) => {
      if (underWay) return 'stay';
      const unsent = await unsentOf(userId);
      if (unsent.length === 0) return 'leave';
      const { default: Dialog } = await import('@/features/account/components/leaving-dialog');
      underWay = true;
      return new Promise<LeavingAnswer>((resolve) => {
        const onAnswer = (answer: LeavingAnswer) => {
          underWay = false;
          setAsked(null);
          resolve(answer);
        };
        setAsked({ Dialog, userId, unsent, onAnswer });
      });
    });
  }, []);

  if (!asked) return null;
  const { Dialog, ...question } = asked;
  return <Dialog {...question} />;
}
