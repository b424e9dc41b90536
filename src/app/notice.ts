import { create } from 'zustand';

/** What the service worker has to say to people. */
export interface Notice {
  text: string;
}

interface NoticeStore {
  notice: Notice | null;
  show(notice: Notice): void;
  dismiss(): void;
}

/** The simple store of one toast (specification 000 §9): a newer notice replaces the one that is shown. */
export const useNotice = create<NoticeStore>()((set) => ({
  notice: null,
  show: (notice) => set({ notice }),
  dismiss: () => set({ notice: null }),
}));
