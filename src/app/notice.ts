import { create } from 'zustand';

/** A message from the service worker to the person. */
export interface Notice {
  text: string;
}

interface NoticeStore {
  notice: Notice | null;
  show(notice: Notice): void;
  dismiss(): void;
}

/** The single toast of specification 000 §9: a newer notice replaces the present one. */
export const useNotice = create<NoticeStore>()((set) => ({
  notice: null,
  show: (notice) => set({ notice }),
  dismiss: () => set({ notice: null }),
}));
