import type { ComponentType, ReactNode } from 'react';

export interface IconProps {
  /** Edge in CSS pixels at the default text size: icons grow with the text. */
  size?: number;
}

export type IconComponent = ComponentType<IconProps>;

const rem = (pixels: number) => `${pixels / 16}rem`;

/** The one stroke style of every icon. Always decoration: the text beside it has the meaning. */
function icon(drawing: ReactNode): IconComponent {
  return ({ size = 22 }) => (
    <svg
      width={rem(size)}
      height={rem(size)}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {drawing}
    </svg>
  );
}

/** The symbol of accessibility: a person with open arms in a circle. */
export const AccessibilityIcon = icon(
  <>
    <circle cx="12" cy="12" r="9.5" />
    <path d="M12 7h.01M7.5 9.8c3 .9 6 .9 9 0M12 10.5v3.5l-2.2 4M12 14l2.2 4" />
  </>,
);

export const BellIcon = icon(
  <path d="M6 10a6 6 0 0 1 12 0c0 6 2 7 2 7H4s2-1 2-7M10 20.5a2.2 2.2 0 0 0 4 0" />,
);

export const CalendarIcon = icon(
  <>
    <rect x="4" y="5.5" width="16" height="14.5" rx="2.5" />
    <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4M10 15.5l1.5 1.5 3-3.2" />
  </>,
);

export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />);

export const ChevronLeftIcon = icon(<path d="m14.5 5-7 7 7 7" />);

export const ChevronRightIcon = icon(<path d="m9.5 5 7 7-7 7" />);

export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5l3 2" />
  </>,
);

export const CloseIcon = icon(<path d="M6 6l12 12M18 6 6 18" />);

export const CommunityIcon = icon(
  <>
    <circle cx="9" cy="8.5" r="3.3" />
    <path d="M3 19.5c.6-3.6 2.9-5.5 6-5.5s5.4 1.9 6 5.5M15.5 5.6a3.2 3.2 0 0 1 0 5.8M17.5 14.6c1.9.8 3.1 2.4 3.5 4.9" />
  </>,
);

export const EnterIcon = icon(
  <path d="M14 4h4a1.5 1.5 0 0 1 1.5 1.5v13A1.5 1.5 0 0 1 18 20h-4M4 12h11M11 8l4 4-4 4" />,
);

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

export const FestivalIcon = icon(
  <>
    <circle cx="7" cy="17.5" r="2.8" />
    <circle cx="17" cy="15.5" r="2.8" />
    <path d="M9.8 17.5V6.2l10-2.2v11.5M9.8 10l10-2.2" />
  </>,
);

export const FilterIcon = icon(
  <>
    <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
    <circle cx="16" cy="7" r="2.6" />
    <circle cx="8" cy="17" r="2.6" />
  </>,
);

export const HeartIcon = icon(
  <path d="M12 20.5C5.5 15.9 3 12.6 3 9a4.6 4.6 0 0 1 8.3-2.8L12 7l.7-.8A4.6 4.6 0 0 1 21 9c0 3.6-2.5 6.9-9 11.5z" />,
);

export const HomeIcon = icon(<path d="m4 11 8-7 8 7v8a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1v-8z" />);

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

export const JoinIcon = icon(
  <>
    <circle cx="10" cy="8" r="3.6" />
    <path d="M3.5 20c.6-3.9 3-6 6.5-6 1.5 0 2.8.4 3.9 1.1M18 14.5v6M15 17.5h6" />
  </>,
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

export const OfflineIcon = icon(
  <path d="m3 3 18 18M8.5 16.5a5 5 0 0 1 7 0M5 12.8a10 10 0 0 1 4.2-2.5M14 9.9a10 10 0 0 1 5 2.9M2 9a14 14 0 0 1 4-2.6M11 5.1A14 14 0 0 1 22 9M12 20h.01" />,
);

export const OutboxIcon = icon(
  <path d="M12 14V4m0 0L8 8m4-4 4 4M4 14v4a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-4" />,
);

export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20c.8-4 3.8-6 7.5-6s6.7 2 7.5 6" />
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

export const RefreshIcon = icon(<path d="M20 11a8 8 0 1 0-.6 4.2M20 5v6h-6" />);

export const RequestsIcon = icon(
  <>
    <rect x="3.5" y="5.5" width="17" height="13" rx="2.5" />
    <path d="m4 7.5 8 6 8-6" />
  </>,
);

export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="7" />
    <path d="m20 20-4-4" />
  </>,
);

export const ShareIcon = icon(
  <path d="M12 15V4M8 7.5 12 3.5l4 4M5 13v5.5A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.5V13" />,
);

export const StepsIcon = icon(<path d="M5 19.5V15h4.5v-4.5H14V6h5.5" />);

export const TeachIcon = icon(
  <path d="m2.5 9.5 9.5-4.5 9.5 4.5-9.5 4.5zM6.5 11.6v4.1c0 1.4 2.5 2.8 5.5 2.8s5.5-1.4 5.5-2.8v-4.1M21.5 9.5v5" />,
);

export const TicketIcon = icon(
  <>
    <path d="M4 8a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v1.8a2.2 2.2 0 0 0 0 4.4V16a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-1.8a2.2 2.2 0 0 0 0-4.4Z" />
    <path d="M14 6.5v2M14 11v2M14 15.5v2" />
  </>,
);

export const VerifiedIcon = icon(
  <>
    <path d="m12 3 2.2 1.8 2.8-.2.7 2.7 2.4 1.5-1.1 2.6 1.1 2.6-2.4 1.5-.7 2.7-2.8-.2L12 20l-2.2-2-2.8.2-.7-2.7-2.4-1.5L5 11.4 3.9 8.8l2.4-1.5.7-2.7 2.8.2L12 3z" />
    <path d="m9 11.6 2.2 2.2 4-4.2" />
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

/** A filled star. `portion` from 0 to 1 fills it from the left, for averages between whole stars. */
export function StarIcon({ size = 16, portion = 1 }: { size?: number; portion?: number }) {
  const width = Math.max(0, Math.min(1, portion)) * 24;
  const shape = 'm12 2.6 2.9 5.9 6.5.9-4.7 4.6 1.1 6.5L12 17.4l-5.8 3.1 1.1-6.5L2.6 9.4l6.5-.9L12 2.6z';
  return (
    <svg width={rem(size)} height={rem(size)} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shape} fill="var(--line)" />
      <svg width={width} height="24" viewBox={`0 0 ${width || 0.01} 24`} aria-hidden="true">
        <path d={shape} fill="var(--amber)" />
      </svg>
    </svg>
  );
}
