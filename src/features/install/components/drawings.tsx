/** Drawings that show where to tap. Always decorative: the text beside them says the same. */
import type { ReactNode } from 'react';
import { Sign } from '@/ui/logo';

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 120 84" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

/** Marks the place to tap. */
function Target({ x, y }: { x: number; y: number }) {
  return (
    <>
      <circle cx={x} cy={y} r="17" fill="var(--magenta-soft)" />
      <circle cx={x} cy={y} r="17" fill="none" stroke="var(--magenta)" strokeWidth="2.5" />
    </>
  );
}

const SHARE = 'M0 3.5V-8M-4-4.5 0-8.5l4 4M-4.5-1.5H-7V8H7V-1.5H4.5';

function ShareSign({ x, y }: { x: number; y: number }) {
  return (
    <path
      d={SHARE}
      transform={`translate(${x} ${y})`}
      fill="none"
      stroke="var(--magenta-deep)"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
}

function Line({ x, y, width, soft = false }: { x: number; y: number; width: number; soft?: boolean }) {
  return <rect x={x} y={y} width={width} height="6" rx="3" fill={soft ? 'var(--line)' : 'var(--ink-2)'} />;
}

/** The app's icon as it will appear on the home screen. */
function AppSign({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size / 30})`}>
      <Sign />
    </g>
  );
}

function Screen() {
  return (
    <rect
      x="10"
      y="8"
      width="100"
      height="90"
      rx="12"
      fill="var(--surface)"
      stroke="var(--line)"
      strokeWidth="2"
    />
  );
}

/** The top of the screen: an address and the button beside it. */
function AddressBar() {
  return (
    <>
      <Screen />
      <rect x="20" y="19" width="54" height="14" rx="7" fill="var(--sand)" />
      <Line x={22} y={54} width={76} soft />
      <Line x={22} y={68} width={52} soft />
      <Target x={90} y={27} />
    </>
  );
}

/** The row to choose, between two others. */
function ChosenRow({ width, children }: { width: number; children: ReactNode }) {
  return (
    <>
      <Row y={4} soft />
      <rect
        x="9"
        y="27"
        width="102"
        height="30"
        rx="9"
        fill="var(--magenta-soft)"
        stroke="var(--magenta)"
        strokeWidth="2.5"
      />
      <Line x={18} y={39} width={width} />
      {children}
      <Row y={62} soft />
    </>
  );
}

/** Safari's bar at the bottom of the screen. */
export function ShareBelowDrawing() {
  return (
    <Drawing>
      <rect
        x="18"
        y="-12"
        width="84"
        height="90"
        rx="12"
        fill="var(--surface)"
        stroke="var(--line)"
        strokeWidth="2"
      />
      <Line x={30} y={12} width={60} soft />
      <Line x={30} y={24} width={42} soft />
      <path d="M19 42h82" stroke="var(--line)" strokeWidth="2" />
      <circle cx="34" cy="59" r="3" fill="var(--line)" />
      <circle cx="86" cy="59" r="3" fill="var(--line)" />
      <Target x={60} y={58} />
      <ShareSign x={60} y={58} />
    </Drawing>
  );
}

/** The address bar at the top of the screen, as in other browsers on an iPhone. */
export function ShareAboveDrawing() {
  return (
    <Drawing>
      <AddressBar />
      <ShareSign x={90} y={27} />
    </Drawing>
  );
}

/** The row of the share sheet: a plus in a square. */
export function AddRowDrawing() {
  return (
    <Drawing>
      <ChosenRow width={58}>
        <rect
          x="86"
          y="33.5"
          width="17"
          height="17"
          rx="4.5"
          fill="none"
          stroke="var(--magenta-deep)"
          strokeWidth="2"
        />
        <path d="M94.5 38v8M90.5 42h8" stroke="var(--magenta-deep)" strokeWidth="2" strokeLinecap="round" />
      </ChosenRow>
    </Drawing>
  );
}

/** The confirmation: our icon, and the word at the upper right. */
export function ConfirmDrawing() {
  return (
    <Drawing>
      <Screen />
      <Line x={20} y={19} width={22} soft />
      <rect
        x="66"
        y="12"
        width="38"
        height="20"
        rx="10"
        fill="var(--magenta-soft)"
        stroke="var(--magenta)"
        strokeWidth="2.5"
      />
      <Line x={73} y={19} width={24} />
      <AppSign x={22} y={44} size={28} />
      <Line x={58} y={49} width={40} />
      <Line x={58} y={61} width={28} soft />
    </Drawing>
  );
}

/** The menu behind three dots, at the top of the screen. */
export function DotsDrawing({ upright }: { upright: boolean }) {
  return (
    <Drawing>
      <AddressBar />
      <g transform={`rotate(${upright ? 90 : 0} 90 27)`} fill="var(--magenta-deep)">
        <circle cx="83" cy="27" r="2.4" />
        <circle cx="90" cy="27" r="2.4" />
        <circle cx="97" cy="27" r="2.4" />
      </g>
    </Drawing>
  );
}

export function MenuRowDrawing() {
  return (
    <Drawing>
      <ChosenRow width={68}>
        <path
          d="M95 36.5l6 5.5-6 5.5"
          fill="none"
          stroke="var(--magenta-deep)"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </ChosenRow>
    </Drawing>
  );
}

export function HomeScreenDrawing() {
  return (
    <Drawing>
      <rect x="18" y="8" width="84" height="90" rx="12" fill="var(--wine-deep)" />
      {[30, 52, 74].map((x) => (
        <rect key={x} x={x} y="20" width="16" height="16" rx="4.5" fill="var(--on-fill)" opacity="0.22" />
      ))}
      <rect x="30" y="48" width="16" height="16" rx="4.5" fill="var(--on-fill)" opacity="0.22" />
      <AppSign x={50} y={44} size={24} />
    </Drawing>
  );
}

function Row({ y, soft = false }: { y: number; soft?: boolean }) {
  return (
    <>
      <rect x="10" y={y} width="100" height="18" rx="7" fill="var(--surface)" />
      <Line x={18} y={y + 6} width={46} soft={soft} />
    </>
  );
}
