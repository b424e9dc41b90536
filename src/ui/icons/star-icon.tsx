/** A filled star. `portion` from 0 to 1 fills it from the left, as averages between whole stars need it. */
export function StarIcon({ size = 16, portion = 1 }: { size?: number; portion?: number }) {
  const width = Math.max(0, Math.min(1, portion)) * 24;
  const shape = 'm12 2.6 2.9 5.9 6.5.9-4.7 4.6 1.1 6.5L12 17.4l-5.8 3.1 1.1-6.5L2.6 9.4l6.5-.9L12 2.6z';
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shape} fill="var(--line)" />
      <svg width={width} height="24" viewBox={`0 0 ${width || 0.01} 24`} aria-hidden="true">
        <path d={shape} fill="var(--amber)" />
      </svg>
    </svg>
  );
}
