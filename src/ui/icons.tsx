import type { ComponentType, ReactNode } from 'react';

export interface IconProps {
  /** Edge in CSS pixels at the default text size: icons grow with the text. */
  size?: number;
}

export type IconComponent = ComponentType<IconProps>;

const rem = (pixels: number) => `${pixels / 16}rem`;

/** The one stroke style of every icon. Always decoration: the text beside it has the meaning. */
export function icon(drawing: ReactNode): IconComponent {
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

export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />);

export const ChevronLeftIcon = icon(<path d="m14.5 5-7 7 7 7" />);

export const ChevronRightIcon = icon(<path d="m9.5 5 7 7-7 7" />);

export const CommunityIcon = icon(
  <>
    <circle cx="9" cy="8.5" r="3.3" />
    <path d="M3 19.5c.6-3.6 2.9-5.5 6-5.5s5.4 1.9 6 5.5M15.5 5.6a3.2 3.2 0 0 1 0 5.8M17.5 14.6c1.9.8 3.1 2.4 3.5 4.9" />
  </>,
);

export const EnterIcon = icon(
  <path d="M14 4h4a1.5 1.5 0 0 1 1.5 1.5v13A1.5 1.5 0 0 1 18 20h-4M4 12h11M11 8l4 4-4 4" />,
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

export const HomeIcon = icon(<path d="m4 11 8-7 8 7v8a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1v-8z" />);

export const JoinIcon = icon(
  <>
    <circle cx="10" cy="8" r="3.6" />
    <path d="M3.5 20c.6-3.9 3-6 6.5-6 1.5 0 2.8.4 3.9 1.1M18 14.5v6M15 17.5h6" />
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

export const StepsIcon = icon(<path d="M5 19.5V15h4.5v-4.5H14V6h5.5" />);

export const TeachIcon = icon(
  <path d="m2.5 9.5 9.5-4.5 9.5 4.5-9.5 4.5zM6.5 11.6v4.1c0 1.4 2.5 2.8 5.5 2.8s5.5-1.4 5.5-2.8v-4.1M21.5 9.5v5" />,
);

export const VerifiedIcon = icon(
  <>
    <path d="m12 3 2.2 1.8 2.8-.2.7 2.7 2.4 1.5-1.1 2.6 1.1 2.6-2.4 1.5-.7 2.7-2.8-.2L12 20l-2.2-2-2.8.2-.7-2.7-2.4-1.5L5 11.4 3.9 8.8l2.4-1.5.7-2.7 2.8.2L12 3z" />
    <path d="m9 11.6 2.2 2.2 4-4.2" />
  </>,
);
