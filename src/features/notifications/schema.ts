/** A notice as the inbox shows it. */
export interface Notice {
  id: string;
  title: string;
  body: string;
  /** A path inside the site. */
  url: string | null;
  isRead: boolean;
  createdAt: string;
}
