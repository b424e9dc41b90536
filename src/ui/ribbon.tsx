export const RIBBON = {
  viewBox: '0 0 220 190',
  path: 'M10 166C70 166 40 36 100 36s60 90 10 100 60 60 100-60',
} as const;

/** The motif: one dance step drawn as a single stroke. Decoration only. */
export function Ribbon({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox={RIBBON.viewBox}
      fill="none"
      aria-hidden="true"
      focusable="false"
      data-ribbon
    >
      <path d={RIBBON.path} stroke="currentColor" strokeWidth="16" strokeLinecap="round" />
    </svg>
  );
}
