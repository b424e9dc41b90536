/** The motif: one dance step drawn as a single stroke. Decoration only. */
export function Ribbon({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 220 190" fill="none" aria-hidden="true" focusable="false">
      <path
        d="M10 166C70 166 40 36 100 36s60 90 10 100 60 60 100-60"
        stroke="currentColor"
        strokeWidth="16"
        strokeLinecap="round"
      />
    </svg>
  );
}
