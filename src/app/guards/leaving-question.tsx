import { type ComponentType, useEffect, useState } from 'react';
import { type LeavingAnswer, onSignOut } from '@/auth/leaving/leaving';
import type { RawCommand } from '@/outbox/command';

interface Asked {
  Dialog: ComponentType<{
    userId: string;
    unsent: readonly RawCommand[];
    drafts: readonly string[];
    onAnswer(answer: LeavingAnswer): void;
  }>;
  userId: string;
  unsent: readonly RawCommand[];
  drafts: readonly string[];
  onAnswer(answer: LeavingAnswer): void;
}

/**
 * Asks a person who signs out with unsent writes, or with typed text that is not stored, what should become of them.
 * Registered with the app itself, so that no sign-out can come earlier; its code is loaded with the question.
 */
export function LeavingQuestion() {
  const [asked, setAsked] = useState<Asked | null>(null);

  useEffect(() => {
    let underWay = false;
    return onSignOut(async (userId) => {
      if (underWay) return 'stay';
      const [{ unsentOf }, { typedDraftsOf }] = await Promise.all([
        import('@/outbox/entry'),
        import('@/auth/drafts/typed-drafts'),
      ]);
      const unsent = await unsentOf(userId);
      const drafts = typedDraftsOf(userId);
      if (unsent.length === 0 && drafts.length === 0) return 'leave';
      const { default: Dialog } = await import('@/features/account/entering/leaving-dialog');
      underWay = true;
      return new Promise<LeavingAnswer>((resolve) => {
        const onAnswer = (answer: LeavingAnswer) => {
          underWay = false;
          setAsked(null);
          resolve(answer);
        };
        setAsked({ Dialog, userId, unsent, drafts, onAnswer });
      });
    });
  }, []);

  if (!asked) return null;
  const { Dialog, ...question } = asked;
  return <Dialog {...question} />;
}
