/** Icons that no visitor's first page draws: apart, so that its script is smaller. */
import { icon } from './icons';

export const CalendarIcon = icon(
  <>
    <rect x="4" y="5.5" width="16" height="14.5" rx="2.5" />
    <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4M10 15.5l1.5 1.5 3-3.2" />
  </>,
);

export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5l3 2" />
  </>,
);

export const CloseIcon = icon(<path d="M6 6l12 12M18 6 6 18" />);

export const ExitIcon = icon(
  <path d="M10 4H6a1.5 1.5 0 0 0-1.5 1.5v13A1.5 1.5 0 0 0 6 20h4M10 12h10M16 8l4 4-4 4" />,
);

export const EyeIcon = icon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="3" />
  </>,
);

export const EyeOffIcon = icon(
  <>
    <path d="M4 4l16 16M9.9 5.7A9.6 9.6 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.5M6.4 7.4A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9.5 9.5 0 0 0 4.7-1.3" />
    <path d="M9.9 9.9a3 3 0 0 0 4.2 4.2" />
  </>,
);

export const FlagIcon = icon(<path d="M6 21V4m0 1h11l-2.5 4L17 13H6" />);

export const HeartIcon = icon(
  <path d="M12 20.5C5.5 15.9 3 12.6 3 9a4.6 4.6 0 0 1 8.3-2.8L12 7l.7-.8A4.6 4.6 0 0 1 21 9c0 3.6-2.5 6.9-9 11.5z" />,
);

export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5.5M12 7.5h.01" />
  </>,
);

export const InstagramIcon = icon(
  <>
    <rect x="4" y="4" width="16" height="16" rx="5" />
    <circle cx="12" cy="12" r="3.6" />
    <path d="M16.7 7.3h.01" />
  </>,
);

export const InstallIcon = icon(
  <path d="M12 3.5V14M8 10.5l4 4 4-4M5 17v1.5A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.5V17" />,
);

export const LinkIcon = icon(
  <path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.6-5.6l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.6 5.6l1-1" />,
);

export const MenuIcon = icon(<path d="M4 6h16M4 12h16M4 18h16" />);

export const MoreIcon = icon(<path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3" />);

export const MuralIcon = icon(
  <>
    <path d="M5 5h14a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 17h-7l-4.5 3.5V17H5a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 5 5Z" />
    <path d="M8 9.5h8M8 12.8h5" />
  </>,
);

export const PinIcon = icon(
  <>
    <path d="M12 21c4.5-4.6 7-8 7-11a7 7 0 1 0-14 0c0 3 2.5 6.4 7 11z" />
    <circle cx="12" cy="10" r="2.5" />
  </>,
);

export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);

export const PlayIcon = icon(
  <path d="M7 5.2v13.6a.9.9 0 0 0 1.37.77l11-6.8a.9.9 0 0 0 0-1.54l-11-6.8A.9.9 0 0 0 7 5.2Z" />,
);

export const ShareIcon = icon(
  <path d="M12 15V4M8 7.5 12 3.5l4 4M5 13v5.5A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.5V13" />,
);

export const TicketIcon = icon(
  <>
    <path d="M4 8a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v1.8a2.2 2.2 0 0 0 0 4.4V16a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-1.8a2.2 2.2 0 0 0 0-4.4Z" />
    <path d="M14 6.5v2M14 11v2M14 15.5v2" />
  </>,
);

export const WalletIcon = icon(
  <path d="M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3M4 7.5A2.5 2.5 0 0 0 6.5 8H18.5A1.5 1.5 0 0 1 20 9.5v8a1.5 1.5 0 0 1-1.5 1.5h-12A2.5 2.5 0 0 1 4 16.5v-9zM16 13.5h.01" />,
);

export const WhatsappIcon = icon(
  <>
    <path d="M4 20l1.2-4A8.5 8.5 0 1 1 8.3 19L4 20z" />
    <path d="M9 8.8c0 3.6 2.7 6.3 6.2 6.3l.9-1.9-2.3-1.1-1 1c-1-.4-1.7-1.1-2.1-2.1l1-1L10.7 8 9 8.8z" />
  </>,
);
